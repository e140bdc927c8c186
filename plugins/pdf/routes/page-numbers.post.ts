import { t } from "hub";
import { protectionNote, rawPdf, sourceNote } from "../input/request.ts";
import pdf from "../plugin.ts";
import { fileAnswer } from "../response.ts";
import { sampleFile } from "../sample.ts";
import { numbersBody } from "../stamp/request.ts";

export default pdf.route({
  summary: "Write page numbers on a PDF",
  description: `Numbers the pages of merged or scanned documents. ${protectionNote} For Bates numbers, use \`pad=6\` and \`format="ACME-{n}"\`. ${sourceNote}`,
  body: numbersBody,
  raw: rawPdf,
  ...fileAnswer(["application/pdf"], {
    pdfa_claim_removed: t.Boolean({
      description: "Whether a claim to be PDF/A was removed from the file",
    }),

    numbered_pages: t.Integer({ description: "Number of numbered pages" }),
  }),
  heavy: true,
  example: { body: { file: sampleFile, format: "{n} / {total}" } },
  async handler({ body, clock }) {
    const { numberPages } = await import("../stamp/page-numbers.ts");
    return numberPages(body, { now: clock() });
  },
});
