import { extractBody, textAnswer } from "../extract-text/request.ts";
import { rawPdf, sourceNote } from "../input/request.ts";
import pdf from "../plugin.ts";
import { sampleFile } from "../sample.ts";

const { timeoutMs, ocrTimeoutMs } = pdf.limits;

export default pdf.route({
  summary: "Extract the text, structure and metadata of a PDF",
  keywords: "pdf to text, pdf to markdown, extract text from pdf, pdf reader, pdf tables",
  description: `Returns the text of each page: plain, with its layout, as words with positions, as Markdown or as blocks. Columns that the page draws row by row are read one after the other. Scanned pages return no text unless \`ocr\` is set: recognition takes a few seconds for each page, and may misread characters. If the owner does not allow copying, the owner's password is required. The contents of form fields are part of the text of their page. ${sourceNote}`,
  body: extractBody,
  raw: rawPdf,
  response: textAnswer,
  heavy: true,
  timeoutMs: ({ body }) => (body.ocr === "off" ? timeoutMs : ocrTimeoutMs),
  tool: {
    title: "Read text from a PDF or scan",
    fields: ["file", "languages", "ocr"],
    labels: { file: "PDF or picture", languages: "Languages of the text", ocr: "Read scans" },
    values: { ocr: "auto", merge_pages: true },
  },
  example: { body: { file: sampleFile, format: "words", include: ["metadata"] } },
  async handler({ body, data, progress }) {
    const { extractText } = await import("../extract-text/extract.ts");
    return extractText(body, { data, progress });
  },
});
