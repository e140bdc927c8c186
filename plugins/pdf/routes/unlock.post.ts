import { t } from "hub";
import { rawPdf, sourceNote } from "../input/request.ts";
import pdf from "../plugin.ts";
import { fileAnswer } from "../response.ts";
import { buildSampleFile, protectedSample } from "../sample.ts";
import { unlockBody } from "../security/request.ts";

const protectedFile = buildSampleFile("document.pdf", Uint8Array.fromBase64(protectedSample));

export default pdf.route({
  summary: "Remove the password and the restrictions from a PDF",
  tool: { fields: ["file", "password"] },
  keywords: "remove pdf password, decrypt pdf, unlock pdf",
  description: `For documents whose password you know: the result opens, prints and copies freely. Requires the password, which may be empty if the file opens without one; passwords are not guessed. Either password removes the restrictions, as in qpdf. Callers are responsible for having the right to do so. ${sourceNote}`,
  body: unlockBody,
  raw: rawPdf,
  ...fileAnswer(["application/pdf"], {
    was_encrypted: t.Boolean({ description: "Whether the file was encrypted" }),
    was_signed: t.Boolean({ description: "Whether it was signed" }),
  }),
  heavy: true,
  background: false,
  cache: "never",
  example: { body: { file: protectedFile, password: "sesame" } },
  async handler({ body, random }) {
    const { unlockPdf } = await import("../security/unlock.ts");
    return unlockPdf(body, { random });
  },
});
