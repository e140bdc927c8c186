import { oneOf, t } from "hub";
import { fileAnswer } from "../answer.ts";
import { rawPdf, sourceNote } from "../input/fields.ts";
import pdf from "../plugin.ts";
import { sampleBase64 } from "../sample.ts";
import { algorithms, protectBody } from "../security/schema.ts";

export default pdf.route({
  summary: "Protect a PDF by passwords and permissions",
  description: `${sourceNote} Takes at least one of the two passwords. With only an owner's password anyone can open the file. RC4 is not offered, as it is broken. A file that has restrictions takes the owner's password. PDF/A forbids encryption: a file that says it is PDF/A says so no more.`,
  body: protectBody,
  raw: rawPdf,
  response: fileAnswer(["application/pdf"], {
    pdfa_claim_removed: t.Boolean({
      description: "Whether the file said that it is PDF/A, and says so no more",
    }),

    algorithm: oneOf(algorithms, { description: "How the file is encrypted" }),
  }),
  heavy: true,
  cache: "never",
  example: {
    body: {
      file_base64: sampleBase64,
      user_password: "open sesame",
      owner_password: "only for the owner",
    },
  },
  async handler({ body, random }) {
    const { protectPdf } = await import("../security/protect.ts");
    return protectPdf(body, { random });
  },
});
