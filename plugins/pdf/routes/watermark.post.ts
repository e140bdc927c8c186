import { file, oneOf, t } from "hub";
import { fileAnswer } from "../answer.ts";
import {
  colorField,
  pagesField,
  pdfFields,
  protectionNote,
  rawPdf,
  sourceNote,
} from "../input/fields.ts";
import pdf from "../plugin.ts";
import { sampleBase64 } from "../sample.ts";
import { stampFonts } from "../stamp/fonts.ts";
import { positions } from "../stamp/positions.ts";

const { fileBytesMax, stampImageBytesMax, stampTextMax } = pdf.limits;
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

export default pdf.route({
  summary: "Stamp a text, an image or a PDF on pages",
  description: `${sourceNote} ${protectionNote} Takes one of \`text\`, \`image\` and \`stamp_pdf\`. The stamp stands upright on every page, however that is turned or cropped.`,
  body: t.Object({
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
  }),
  raw: rawPdf,
  response: fileAnswer(["application/pdf"], {
    pdfa_claim_removed: t.Boolean({
      description: "Whether the file said that it is PDF/A, and says so no more",
    }),

    stamped_pages: t.Integer({ description: "How many pages were stamped" }),
  }),
  heavy: true,
  example: { body: { file_base64: sampleBase64, text: "CONFIDENTIAL", pages: "1" } },
  async handler({ body }) {
    const { watermarkPdf } = await import("../stamp/watermark.ts");
    return watermarkPdf(body);
  },
});
