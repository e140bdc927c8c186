import { oneOf, type Static, t } from "hub";
import { pdfFields } from "../input/fields.ts";
import pdf from "../plugin.ts";

/** What those may do who open a PDF by its user's password. */
const permissionsSchema = t.Object(
  {
    print: oneOf(["none", "low", "high"], {
      default: "high",
      description: "Whether users may print: not at all, at low resolution only, or without limits",
    }),
    copy: permissionField("copy text and images"),
    modify: permissionField("change the content of pages"),
    annotate: permissionField("add comments"),
    fill_forms: permissionField("fill in forms"),
    assemble: permissionField("insert, delete and rotate pages"),
    accessibility: t.Literal(true, {
      default: true,
      description: "Access for assistive technology: always allowed, as ISO 32000-2 requires",
    }),
  },
  { default: {}, description: "What users may do who have only the user's password" },
);

/** How a PDF may be encrypted. */
export const algorithms = ["aes256", "aes128"] as const;

/** What can be taken off a PDF. */
const removals = ["password", "restrictions", "signatures"] as const;

function password(description: string) {
  const maxLength = pdf.limits.passwordMax;
  return t.Optional(t.String({ maxLength, format: "password", description }));
}

/** What protecting a PDF takes. */
export const protectBody = t.Object({
  ...pdfFields,
  user_password: password("The password that opens the file"),
  owner_password: password(
    "The password that lifts the restrictions; without it, they cannot be lifted. It must differ from the user's password if there are restrictions",
  ),
  algorithm: oneOf(algorithms, {
    default: "aes256",
    description: "AES-256 as in PDF 2.0, or AES-128 for old readers",
  }),
  permissions: permissionsSchema,
  encrypt_metadata: t.Boolean({
    default: true,
    description: "Also encrypts metadata such as title and author",
  }),
  require_strong: t.Boolean({
    default: false,
    description: "Rejects passwords that are short or use few kinds of characters",
  }),
});

export type ProtectBody = Static<typeof protectBody>;

/** What unlocking a PDF takes. */
export const unlockBody = t.Object({
  ...pdfFields,
  remove: t.Array(oneOf(removals), {
    minItems: 1,
    maxItems: 3,
    uniqueItems: true,
    default: ["password", "restrictions"],
    description:
      "What to remove: the password, the restrictions, and the signatures' lock, after which they are no longer valid. What remains is encrypted again with AES-256 and the given password",
  }),
  lenient: t.Boolean({
    default: false,
    description: "Returns a file that has nothing to remove unchanged, instead of refusing it",
  }),
});

export type UnlockBody = Static<typeof unlockBody>;

function permissionField(what: string) {
  return t.Boolean({ default: true, description: `Whether users may ${what}` });
}

export type Permissions = Omit<Static<typeof permissionsSchema>, "accessibility">;
