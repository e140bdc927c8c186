import { file, group, oneOf, type Static, t } from "hub";
import { colorField, pagesField, pdfFields } from "../input/request.ts";
import { numeralStyles } from "../objects/numerals.ts";
import pdf from "../plugin.ts";
import { positions } from "./place.ts";

/** The fonts for stamped text. Each falls back to others for scripts that it lacks. */
const stampFonts = ["sans", "sans-bold", "serif", "serif-bold", "mono", "mono-bold"] as const;

/** The variables of a page number's format. */
const variables = ["n", "total", "page", "filename", "date", "title"] as const;

export type Variable = (typeof variables)[number];

const { fileBytesMax, formatMax, stampImageBytesMax, stampTextMax } = pdf.limits;
const computeBase64Length = (bytes: number) => Math.ceil(bytes / 3) * 4 + 100;

function points(description: string, { max, defaultValue }: { max: number; defaultValue: number }) {
  const minimum = defaultValue === 0 ? -max : 0;
  return t.Number({
    minimum,
    maximum: max,
    default: defaultValue,
    description: `${description}, in points`,
  });
}

/** The request body for numbering pages. */
export const numbersBody = t.Object({
  ...pdfFields,
  pages: pagesField("The pages to number"),
  position: oneOf(positions, { default: "bottom-center", description: "The position on the page" }),
  margin: t.Number({
    minimum: 0,
    maximum: 500,
    default: 28,
    description: "The distance from the edges of the page, in points",
  }),
  start: t.Integer({
    minimum: 0,
    maximum: 10_000_000,
    default: 1,
    description: "The first number",
  }),
  style: oneOf(numeralStyles, {
    default: "decimal",
    description: "The style of the numbers; Roman numerals end at 3999",
  }),
  pad: t.Integer({
    minimum: 0,
    maximum: 12,
    default: 0,
    description: "The minimum number of digits of decimal numbers, padded with zeros",
  }),
  format: t.String({
    minLength: 1,
    maxLength: formatMax,
    default: "{n}",
    description: `The text to write, with ${variables.map((name) => `\`{${name}}\``).join(", ")} replaced by the number, the number of pages, the page itself, the file name without its extension, the current date in UTC, and the title of the document`,
  }),
  ...group("Page selection", {
    skip_first: t.Integer({
      minimum: 0,
      maximum: 100,
      default: 0,
      description:
        "The number of pages to leave unnumbered at the start; the next one gets `start`",
    }),
    facing: t.Boolean({
      default: false,
      description: "Whether to swap left and right on even pages, as in a book",
    }),
  }),
  ...group("Text", {
    font: oneOf(stampFonts, {
      default: "sans",
      description: "The font; others are used for scripts that it lacks",
    }),
    font_size: t.Number({
      minimum: 4,
      maximum: 72,
      default: 11,
      description: "The font size, in points",
    }),
    color: colorField("The colour of the text", { default: "000000" }),
    background: colorField("The background of the text", { default: "none", words: ["none"] }),
  }),
  set_page_labels: t.Boolean({
    default: true,
    description: "Whether to set the page labels as well, so that viewers display the numbers",
  }),
});

export type NumbersBody = Static<typeof numbersBody>;

/** The request body for stamping pages. */
export const watermarkBody = t.Object({
  ...pdfFields,
  text: t.Optional(
    t.String({
      minLength: 1,
      maxLength: stampTextMax,
      description: "The text to stamp, in any script, with one or more lines",
    }),
  ),
  image: t.Optional(
    file({ maxBytes: stampImageBytesMax, description: "A PNG, JPEG, WebP or SVG" }),
  ),
  image_base64: t.Optional(
    t.String({
      maxLength: computeBase64Length(stampImageBytesMax),
      description: "The image in base64",
    }),
  ),
  ...group("PDF stamp", {
    stamp_pdf: t.Optional(
      file({ maxBytes: fileBytesMax, description: "A PDF, one page of which is the stamp" }),
    ),
    stamp_pdf_base64: t.Optional(
      t.String({ maxLength: computeBase64Length(fileBytesMax), description: "The PDF in base64" }),
    ),
    stamp_page: t.Integer({
      minimum: 1,
      maximum: pdf.limits.pagesMax,
      default: 1,
      description: "The page of `stamp_pdf` to use",
    }),
  }),
  pages: pagesField("The pages to stamp"),
  layer: oneOf(["over", "under"], {
    default: "over",
    description:
      "The layer of the stamp: over the content of the page, or under it, where a background may hide it",
  }),
  ...group("Position", {
    position: oneOf(positions, { default: "center", description: "The position on the page" }),
    offset_x: points("The offset to the right", { max: 2000, defaultValue: 0 }),
    offset_y: points("The downward offset", { max: 2000, defaultValue: 0 }),
    rotation: t.Number({
      minimum: -360,
      maximum: 360,
      default: 45,
      description: "The counterclockwise rotation, in degrees",
    }),
    opacity: t.Number({
      minimum: 0.01,
      maximum: 1,
      default: 0.25,
      description: "The opacity: 1 is opaque",
    }),
  }),
  ...group("Text", {
    font: oneOf(stampFonts, {
      default: "sans",
      description: "The font of the text; others are used for scripts that it lacks",
    }),
    font_size: t.Union([t.Number({ minimum: 4, maximum: 500 }), t.Literal("auto")], {
      default: "auto",
      description: "The font size in points, or `auto` to fit the page",
    }),
    color: colorField("The colour of the text", { default: "808080" }),
  }),
  ...group("Repetition", {
    tile: t.Boolean({ default: false, description: "Whether to repeat the stamp across the page" }),
    gap_x: points("The horizontal gap between repetitions", { max: 1000, defaultValue: 50 }),
    gap_y: points("The vertical gap between repetitions", { max: 1000, defaultValue: 50 }),
  }),
  scale: t.Number({
    minimum: 0.01,
    maximum: 10,
    default: 1,
    description:
      "The scale of an image or a PDF page, relative to its own size or, if that is smaller, to the size of the page",
  }),
  flatten: t.Boolean({
    default: false,
    description:
      "Whether to convert the stamped pages to images at 150 dpi, so that the stamp cannot be removed; their text is lost",
  }),
});

export type WatermarkBody = Static<typeof watermarkBody>;

export type StampFont = (typeof stampFonts)[number];
