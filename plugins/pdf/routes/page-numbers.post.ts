import { t } from "hub";
import { fileAnswer } from "../answer.ts";
import { protectionNote, rawPdf, sourceNote } from "../input/fields.ts";
import pdf from "../plugin.ts";
import { sampleBase64 } from "../sample.ts";
import { numbersBody } from "../stamp/schema.ts";

export default pdf.route({
  summary: "Write page numbers on a PDF",
  description: `${sourceNote} ${protectionNote} Bates numbers are \`pad=6\` and \`format="ACME-{n}"\`.`,
  body: numbersBody,
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
