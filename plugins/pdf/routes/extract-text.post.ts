import { rawPdf, sourceNote } from "../input/request.ts";
import pdf from "../plugin.ts";
import { sampleFile } from "../sample.ts";
import { extractBody, textAnswer } from "../text/request.ts";

export default pdf.route({
  summary: "Extract the text, structure and metadata of a PDF",
  description: `Returns the text of each page: plain, with its layout, as words with positions, as Markdown or as blocks. Scanned pages return no text: there is no text recognition (OCR). If the owner does not allow copying, the owner's password is required. The contents of form fields are part of the text of their page. ${sourceNote}`,
  body: extractBody,
  raw: rawPdf,
  response: textAnswer,
  heavy: true,
  example: { body: { file: sampleFile, format: "words", include: ["metadata"] } },
  async handler({ body }) {
    const { extractText } = await import("../text/extract.ts");
    return extractText(body);
  },
});
