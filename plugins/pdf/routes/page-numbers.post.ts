import { oneOf, t } from "hub";
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
import { numeralStyles } from "../stamp/numerals.ts";
import { variables } from "../stamp/page-numbers.ts";
import { positions } from "../stamp/positions.ts";

const { formatMax } = pdf.limits;

export default pdf.route({
  summary: "Write page numbers on a PDF",
  description: `${sourceNote} ${protectionNote} Bates numbers are \`pad=6\` and \`format="ACME-{n}"\`.`,
  body: t.Object({
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
  }),
  raw: rawPdf,
  response: fileAnswer(["application/pdf"], {
    pdfa_claim_removed: t.Boolean({
      description: "Whether the file said that it is PDF/A, and says so no more",
    }),

    numbered_pages: t.Integer({ description: "How many pages got a number" }),
  }),
  heavy: true,
  example: { body: { file_base64: sampleBase64, format: "{n} / {total}" } },
  async handler({ body, clock }) {
    const { numberPages } = await import("../stamp/page-numbers.ts");
    return numberPages(body, { now: clock() });
  },
});
