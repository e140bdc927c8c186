import { rawPdf, sourceNote } from "../input/fields.ts";
import pdf from "../plugin.ts";
import { sampleBase64 } from "../sample.ts";
import { extractBody, textAnswer } from "../text/schema.ts";

export default pdf.route({
  summary: "Read the text of a PDF, and what else is in it",
  description: `${sourceNote} A page that is a picture of text has none: nothing is recognised. Where the owner holds copying back, it takes the owner's password. What is in form fields is read with the page, as it is seen.`,
  body: extractBody,
  raw: rawPdf,
  response: textAnswer,
  heavy: true,
  example: { body: { file_base64: sampleBase64, format: "words", include: ["metadata"] } },
  async handler({ body }) {
    const { extractText } = await import("../text/extract.ts");
    return extractText(body);
  },
});
