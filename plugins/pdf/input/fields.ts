import { file, oneOf, t } from "hub";
import pdf from "../plugin.ts";

const { fileBytesMax, passwordMax, filenameMax } = pdf.limits;
const size = `at most ${fileBytesMax / 2 ** 20} MiB`;

/** The media type of a body that is the PDF itself, and the field it fills. */
export const rawPdf = { "application/pdf": "file" } as const;

/** How the answer comes. */
export const answerFields = {
  response: oneOf(["binary", "json"], {
    default: "binary",
    description: "The file itself, or JSON with the file in base64",
  }),
  filename: t.Optional(
    t.String({
      minLength: 1,
      maxLength: filenameMax,
      description: "The name to save the answer by; without it, one made of the input's",
    }),
  ),
};

/** Whether a signature in the input may be broken. */
export const signatureField = {
  invalidate_signatures: t.Boolean({
    default: false,
    description: "Takes a signed PDF although the change breaks its signatures",
  }),
};

/** The fields of an endpoint that takes one PDF. */
export const sourceFields = {
  file: t.Optional(file({ description: `The PDF, ${size}, as a part of a form` })),
  file_base64: t.Optional(
    t.String({ description: `The PDF, ${size}, in base64, alone or as a data URI` }),
  ),
  password: t.Optional(
    t.String({
      maxLength: passwordMax,
      format: "password",
      description: "What opens the PDF, where it is encrypted: the user's or the owner's password",
    }),
  ),
};

/** The fields of an endpoint that takes one PDF and answers a changed one. */
export const pdfFields = { ...sourceFields, ...signatureField, ...answerFields };

/** The fields of an endpoint that takes several files. */
export const filesFields = {
  files: t.Optional(
    t.Array(file(), {
      maxItems: pdf.limits.mergeFilesMax,
      description: `The files, each ${size}, as parts of a form by this name`,
    }),
  ),
  files_base64: t.Optional(
    t.Array(t.String(), {
      maxItems: pdf.limits.mergeFilesMax,
      description: `The files, each ${size}, in base64, alone or as data URIs`,
    }),
  ),
};

/** What to say of the fields of `sourceFields`. */
export const sourceNote =
  "Takes the PDF as `file` of a form, as `file_base64` of a JSON body, or as the whole body of type `application/pdf` with the other fields in the query.";

/** What to say of an answer made of a protected PDF. */
export const protectionNote = "The answer has the passwords and the restrictions of what was sent.";

/** The field that chooses pages. */
export function pagesField(description: string, options: { default?: string } = {}) {
  return t.String({
    minLength: 1,
    maxLength: 4000,
    default: "1-z",
    ...options,
    description: `${description}: such as \`1,3,5-9\`, \`z\` for the last, \`r3\` for the last but two, \`9-5\` backwards, \`1-z:odd\`, \`1-z:even\`, and \`1-9,x4-6\` to leave some out`,
  });
}
