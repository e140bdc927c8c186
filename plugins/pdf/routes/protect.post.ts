import { oneOf, t } from "hub";
import { algorithms } from "../input/permissions.ts";
import { rawPdf, sourceNote } from "../input/request.ts";
import pdf from "../plugin.ts";
import { fileAnswer } from "../response.ts";
import { sampleFile } from "../sample.ts";
import { protectBody } from "../security/request.ts";

export default pdf.route({
  summary: "Protect a PDF with passwords and permissions",
  tool: { fields: ["file", "user_password", "owner_password"] },
  keywords: "encrypt pdf, password protect pdf, lock pdf, pdf password",
  description: `Lets only holders of a password read, print or change it, with AES. Requires at least one of the two passwords. With only an owner's password, anyone can open the file. RC4 is not offered, as it is insecure. If the input has restrictions, its owner's password is required. PDF/A forbids encryption, so a claim to be PDF/A is removed. ${sourceNote}`,
  body: protectBody,
  raw: rawPdf,
  ...fileAnswer(["application/pdf"], {
    pdfa_claim_removed: t.Boolean({
      description: "Whether a claim to be PDF/A was removed from the file",
    }),

    algorithm: oneOf(algorithms, { description: "The encryption algorithm" }),
  }),
  heavy: true,
  background: false,
  cache: "never",
  example: {
    body: {
      file: sampleFile,
      user_password: "open sesame",
      owner_password: "only for the owner",
    },
  },
  async handler({ body, random }) {
    const { protectPdf } = await import("../security/protect.ts");
    return protectPdf(body, { random });
  },
});
