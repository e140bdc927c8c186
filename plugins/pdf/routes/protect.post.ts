import { oneOf, t } from "hub";
import { fileAnswer } from "../answer.ts";
import { pdfFields, rawPdf, sourceNote } from "../input/fields.ts";
import pdf from "../plugin.ts";
import { sampleBase64 } from "../sample.ts";
import { algorithms } from "../security/algorithms.ts";
import { permissionsSchema } from "../security/permissions.ts";

function password(description: string) {
  const maxLength = pdf.limits.passwordMax;
  return t.Optional(t.String({ maxLength, format: "password", description }));
}

export default pdf.route({
  summary: "Protect a PDF by passwords and permissions",
  description: `${sourceNote} Takes at least one of the two passwords. With only an owner's password anyone can open the file. RC4 is not offered, as it is broken. A file that has restrictions takes the owner's password. PDF/A forbids encryption: a file that says it is PDF/A says so no more.`,
  body: t.Object({
    ...pdfFields,
    user_password: password("What opens the file"),
    owner_password: password(
      "What lifts the restrictions; without it nobody can lift them, and it must differ from the user's where there are any",
    ),
    algorithm: oneOf(algorithms, {
      default: "aes256",
      description: "AES-256 as of PDF 2.0, or AES-128 for old readers",
    }),
    permissions: permissionsSchema,
    encrypt_metadata: t.Boolean({
      default: true,
      description: "Hides title and author, too, from those who cannot open the file",
    }),
    require_strong: t.Boolean({
      default: false,
      description: "Refuses a password that is short or of few kinds of characters",
    }),
  }),
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
