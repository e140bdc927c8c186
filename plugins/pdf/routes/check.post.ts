import { checkAnswer, checkBody } from "../check/request.ts";
import { rawPdf, sourceNote } from "../input/request.ts";
import pdf from "../plugin.ts";
import { sampleFile } from "../sample.ts";

export default pdf.route({
  summary: "Check a PDF against PDF/A and PDF/UA",
  description: `Returns the basic rules of PDF/A-2b, PDF/A-3b or PDF/UA-1 that a PDF violates, each with its clause, pages and details. It is not a complete validation: the data of fonts, images and colour profiles is not examined, and for PDF/UA a person must check whether the tags are right. ${sourceNote}`,
  body: checkBody,
  raw: rawPdf,
  response: checkAnswer,
  heavy: true,
  example: { body: { file: sampleFile, profile: "pdfa-2b" } },
  async handler({ body }) {
    const { checkPdf } = await import("../check/check.ts");
    return checkPdf(body);
  },
});
