import { protectionNote, sourceNote } from "../input/request.ts";
import { ocrBody, ocrFacts, rawScan } from "../ocr/request.ts";
import pdf from "../plugin.ts";
import { fileAnswer } from "../response.ts";
import { sampleFile } from "../sample.ts";

const { ocrPagesMax, ocrTimeoutMs } = pdf.limits;

export default pdf.route({
  summary: "Make a scanned PDF searchable with text recognition (OCR)",
  keywords: "ocr, scanned pdf, text recognition, searchable pdf",
  description: `Returns the PDF with the text of its scanned pages as an invisible layer, so that it can be searched, copied and redacted. Pages that are turned or skewed are read as well. At most ${ocrPagesMax} pages are recognised, in ${ocrTimeoutMs / 1000} seconds: for large files, use \`Prefer: respond-async\`. ${protectionNote} ${sourceNote} Instead of the PDF, send an image of a page: JPEG, PNG, WebP, TIFF or HEIC.`,
  body: ocrBody,
  raw: rawScan,
  ...fileAnswer(["application/pdf"], ocrFacts),
  heavy: true,
  timeoutMs: ocrTimeoutMs,
  example: { body: { file: sampleFile, languages: ["eng"] } },
  async handler({ body, data, progress }) {
    const { makeSearchable } = await import("../ocr/ocr.ts");
    return makeSearchable(body, { data, progress });
  },
});
