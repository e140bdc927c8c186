import { t } from "hub";
import { compareBody, differences } from "../compare/request.ts";
import pdf from "../plugin.ts";
import { fileAnswer } from "../response.ts";
import { buildSampleFile, sampleFile, samplePdf } from "../sample.ts";

const { response, headers } = fileAnswer(["application/pdf"], {
  equal: t.Boolean({ description: "Whether no difference was found" }),
});

const changed = samplePdf(["Invoice No 1", "Annex to the sale", "Terms of a sale", "Invoice No 2"]);

export default pdf.route({
  summary: "Compare two PDFs",
  keywords: "pdf diff, compare documents, differences between pdf versions, redline",
  description:
    "Returns the differences of text and pictures, page by page: pages that were inserted or deleted, and words that were inserted, deleted or moved, with their areas. Text that moved to the next page because of an insertion is no difference. The pictures are the rendered pages without the words that differ or have moved. Pages without text are compared only as pictures. Send the PDFs as `before` and `after` of a form, or in base64 as `before_base64` and `after_base64` of a JSON body.",
  body: compareBody,
  response: t.Union([...response.anyOf, t.Object({ data: differences })]),
  headers,
  heavy: true,
  timeoutMs: pdf.limits.compareTimeoutMs,
  tool: { title: "Compare two PDFs", fields: ["before", "after"] },
  example: { body: { before: sampleFile, after: buildSampleFile("changed.pdf", changed) } },
  async handler({ body }) {
    const { comparePdfs } = await import("../compare/compare.ts");
    return comparePdfs(body);
  },
});
