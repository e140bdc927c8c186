import { pdfaBody, pdfaFacts } from "../archive/request.ts";
import { rawPdf, sourceNote } from "../input/request.ts";
import pdf from "../plugin.ts";
import { fileAnswer } from "../response.ts";
import { sampleFile } from "../sample.ts";

export default pdf.route({
  summary: "Convert a PDF to PDF/A",
  keywords: "pdf/a, pdfa converter, archive pdf",
  description: `Returns the PDF as PDF/A-2b or PDF/A-3b, for long-term archives. Standard fonts are embedded, colours are defined by ICC profiles, and the pages look the same. What PDF/A forbids is removed and listed in \`changes\`. The claim is only written if the result passes all rules of \`check\`; otherwise the call fails with 422 \`pdfa_impossible\`, and \`violations\` lists the rules with pages and details, such as fonts that are not embedded. ${sourceNote}`,
  body: pdfaBody,
  raw: rawPdf,
  ...fileAnswer(["application/pdf"], pdfaFacts),
  heavy: true,
  example: { body: { file: sampleFile, profile: "pdfa-2b" } },
  async handler({ body }) {
    const { toPdfa } = await import("../archive/archive.ts");
    return toPdfa(body);
  },
});
