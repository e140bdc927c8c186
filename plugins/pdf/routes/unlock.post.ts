import { t } from "hub";
import { fileAnswer } from "../answer.ts";
import { rawPdf, sourceNote } from "../input/fields.ts";
import pdf from "../plugin.ts";
import { protectedSample } from "../sample.ts";
import { unlockBody } from "../security/schema.ts";

export default pdf.route({
  summary: "Take the password and the restrictions off a PDF",
  description: `${sourceNote} Needs the password, which may be empty where the file opens without one: no password is guessed. Restrictions are taken off by either password, as qpdf does. The right to do so is the caller's to have.`,
  body: unlockBody,
  raw: rawPdf,
  response: fileAnswer(["application/pdf"], {
    was_encrypted: t.Boolean({ description: "Whether the file was encrypted" }),
    was_signed: t.Boolean({ description: "Whether it was signed" }),
  }),
  heavy: true,
  cache: "never",
  example: { body: { file_base64: protectedSample, password: "sesame" } },
  async handler({ body, random }) {
    const { unlockPdf } = await import("../security/unlock.ts");
    return unlockPdf(body, { random });
  },
});
