import { rawPdf, sourceNote } from "../input/request.ts";
import pdf from "../plugin.ts";
import { verifyAnswer, verifyBody } from "../signatures/request.ts";
import { signedSampleFile } from "../signatures/sample.ts";

export default pdf.route({
  summary: "Verify the signatures of a PDF",
  keywords: "verify pdf signature, check digital signature, pades validation",
  description: `Returns who signed a PDF and when, whether the signed bytes are unchanged, what was changed after each signature, and which root the certificate is trusted by. The file is compared with each signed revision, as two readers see them, so that attacks by later changes are named. What cannot be determined is \`null\` with a reason. Revocation is not looked up, and name constraints and policies of certificates are not checked. The roots of Mozilla are for web servers: for signatures, pass your own as \`roots\`. ${sourceNote}`,
  body: verifyBody,
  raw: rawPdf,
  response: verifyAnswer,
  heavy: true,
  tool: { title: "Verify a signed PDF", fields: ["file"], labels: { file: "Signed PDF" } },
  example: { body: { file: signedSampleFile } },
  async handler({ body, clock }) {
    const { verifyPdf } = await import("../signatures/verify.ts");
    return verifyPdf(body, { clock });
  },
});
