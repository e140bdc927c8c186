import { oneOf, t } from "hub";
import { fileAnswer } from "../answer.ts";
import { pdfFields, rawPdf, sourceNote } from "../input/fields.ts";
import pdf from "../plugin.ts";
import { protectedSample } from "../sample.ts";
import { removals } from "../security/algorithms.ts";

export default pdf.route({
  summary: "Take the password and the restrictions off a PDF",
  description: `${sourceNote} Needs the password, which may be empty where the file opens without one: no password is guessed. Restrictions are taken off by either password, as qpdf does. The right to do so is the caller's to have.`,
  body: t.Object({
    ...pdfFields,
    remove: t.Array(oneOf(removals), {
      minItems: 1,
      maxItems: 3,
      uniqueItems: true,
      default: ["password", "restrictions"],
      description:
        "What to take off: the password that opens it, what it forbids, and the lock of its signatures, which then are none any more. What stays is encrypted anew by AES-256 and the password given",
    }),
    lenient: t.Boolean({
      default: false,
      description: "Answers a file that has nothing to be taken off as it is",
    }),
  }),
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
