import { oneOf, t } from "hub";
import { pagesField, rawPdf, sourceFields, sourceNote } from "../input/fields.ts";
import pdf from "../plugin.ts";
import { sampleBase64 } from "../sample.ts";
import { textAnswer } from "../text/answer-schema.ts";
import { factNames, textFormats } from "../text/options.ts";

const { textCharsMax } = pdf.limits;

export default pdf.route({
  summary: "Read the text of a PDF, and what else is in it",
  description: `${sourceNote} A page that is a picture of text has none: nothing is recognised. Where the owner holds copying back, it takes the owner's password. What is in form fields is read with the page, as it is seen.`,
  body: t.Object({
    ...sourceFields,
    pages: pagesField("Which pages to read"),
    format: oneOf(textFormats, {
      default: "text",
      description:
        "`text` in the order of the content, `layout` with spaces as on the page, `words` with the place of each, `markdown` with headings, lists and tables, `json` with these as blocks",
    }),
    include: t.Array(oneOf(factNames), {
      default: [],
      uniqueItems: true,
      maxItems: factNames.length,
      description: "What else to tell of the document",
    }),
    merge_pages: t.Boolean({ default: false, description: "Adds one text of all pages" }),
    dehyphenate: t.Boolean({
      default: true,
      description: "Joins words that are broken at the end of a line",
    }),
    max_chars: t.Integer({
      minimum: 1,
      maximum: textCharsMax,
      default: textCharsMax,
      description: "How many characters to answer at most",
    }),
  }),
  raw: rawPdf,
  response: textAnswer,
  heavy: true,
  example: { body: { file_base64: sampleBase64, format: "words", include: ["metadata"] } },
  async handler({ body }) {
    const { extractText } = await import("../text/extract.ts");
    return extractText(body);
  },
});
