import { file, oneOf, type Static, t } from "hub";
import { colorField, pagesField, pdfFields } from "../input/fields.ts";
import pdf from "../plugin.ts";
import { numeralStyles } from "./numerals.ts";
import { positions } from "./place.ts";

/** The fonts that a text may be stamped in; each falls back to others for scripts that it lacks. */
const stampFonts = ["sans", "sans-bold", "serif", "serif-bold", "mono", "mono-bold"] as const;

/** The variables that a page number's format may have. */
const variables = ["n", "total", "page", "filename", "date", "title"] as const;

export type Variable = (typeof variables)[number];

const { fileBytesMax, formatMax, stampImageBytesMax, stampTextMax } = pdf.limits;
const base64Of = (bytes: number) => Math.ceil(bytes / 3) * 4 + 100;

function points(description: string, { max, usual }: { max: number; usual: number }) {
  const minimum = usual === 0 ? -max : 0;
  return t.Number({
    minimum,
    maximum: max,
    default: usual,
    description: `${description}, in points`,
  });
}

/** What numbering pages takes. */
export const numbersBody = t.Object({
  ...pdfFields,
  pages: pagesField("Which pages to number"),
  position: oneOf(positions, { default: "bottom-center", description: "Where on the page" }),
  margin: t.Number({
    minimum: 0,
    maximum: 500,
    default: 28,
    description: "How far from the page's edges, in points",
  }),
  start: t.Integer({
    minimum: 0,
    maximum: 10_000_000,
    default: 1,
    description: "The number of the first page that gets one",
  }),
  style: oneOf(numeralStyles, {
    default: "decimal",
    description: "How numbers are written; roman ones end at 3999",
  }),
  pad: t.Integer({
    minimum: 0,
    maximum: 12,
    default: 0,
    description: "How many digits a decimal number has at least",
  }),
  format: t.String({
    minLength: 1,
    maxLength: formatMax,
    default: "{n}",
    description: `What to write, with ${variables.map((name) => `\`{${name}}\``).join(", ")} in it: the number, the pages of the document, the page itself, the file's name without its extension, today in UTC, and the document's title`,
  }),
  skip_first: t.Integer({
    minimum: 0,
    maximum: 100,
    default: 0,
    description: "How many of the pages get no number; the next one gets `start`",
  }),
  facing: t.Boolean({
    default: false,
    description: "Exchanges left and right on even pages, as in a book",
  }),
  font: oneOf(stampFonts, {
    default: "sans",
    description: "The font; others stand in for scripts that it lacks",
  }),
  font_size: t.Number({
    minimum: 4,
    maximum: 72,
    default: 11,
    description: "The size of the text in points",
  }),
  color: colorField("The colour of the text", { default: "000000" }),
  background: colorField("What is behind the text", { default: "none", words: ["none"] }),
  set_page_labels: t.Boolean({
    default: true,
    description: "Tells viewers the numbers as well, so that they show them and go to them",
  }),
});

export type NumbersBody = Static<typeof numbersBody>;

/** What stamping pages takes. */
export const watermarkBody = t.Object({
  ...pdfFields,
  text: t.Optional(
    t.String({
      minLength: 1,
      maxLength: stampTextMax,
      description: "A text in any script, of one line or more",
    }),
  ),
  image: t.Optional(
    file({ maxBytes: stampImageBytesMax, description: "A PNG, JPEG, WebP or SVG" }),
  ),
  image_base64: t.Optional(
    t.String({ maxLength: base64Of(stampImageBytesMax), description: "The same in base64" }),
  ),
  stamp_pdf: t.Optional(
    file({ maxBytes: fileBytesMax, description: "A PDF of which a page is the stamp" }),
  ),
  stamp_pdf_base64: t.Optional(
    t.String({ maxLength: base64Of(fileBytesMax), description: "The same in base64" }),
  ),
  stamp_page: t.Integer({
    minimum: 1,
    maximum: pdf.limits.pagesMax,
    default: 1,
    description: "Which page of `stamp_pdf`",
  }),
  pages: pagesField("Which pages to stamp"),
  layer: oneOf(["over", "under"], {
    default: "over",
    description: "Over what is on the page or under it, where a page's own ground may hide it",
  }),
  position: oneOf(positions, { default: "center", description: "Where on the page" }),
  offset_x: points("How far to move it to the right", { max: 2000, usual: 0 }),
  offset_y: points("How far to move it down", { max: 2000, usual: 0 }),
  rotation: t.Number({
    minimum: -360,
    maximum: 360,
    default: 45,
    description: "Degrees to turn it, to the left",
  }),
  opacity: t.Number({
    minimum: 0.01,
    maximum: 1,
    default: 0.25,
    description: "How little can be seen through it",
  }),
  font: oneOf(stampFonts, {
    default: "sans",
    description: "The font of the text; others stand in for scripts that it lacks",
  }),
  font_size: t.Union([t.Number({ minimum: 4, maximum: 500 }), t.Literal("auto")], {
    default: "auto",
    description: "The size of the text in points, or `auto` for as large as the page has room",
  }),
  color: colorField("The colour of the text", { default: "808080" }),
  tile: t.Boolean({ default: false, description: "Repeats it all over the page" }),
  gap_x: points("Between two repetitions", { max: 1000, usual: 50 }),
  gap_y: points("Between two rows of them", { max: 1000, usual: 50 }),
  scale: t.Number({
    minimum: 0.01,
    maximum: 10,
    default: 1,
    description:
      "How large an image or a page is, as a part of its own size or, if that is less, of the page's",
  }),
  flatten: t.Boolean({
    default: false,
    description:
      "Makes pictures of the stamped pages at 150 dpi, so that nobody lifts the stamp off: their text is lost",
  }),
});

export type WatermarkBody = Static<typeof watermarkBody>;

export type StampFont = (typeof stampFonts)[number];
