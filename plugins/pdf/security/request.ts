import { oneOf, type Static, t } from "hub";
import { pdfFields } from "../input/request.ts";
import pdf from "../plugin.ts";

/** The permissions of those who open a PDF with the user's password. */
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
  { default: {}, description: "The permissions of users who have only the user's password" },
);

/** The encryption algorithms. */
export const algorithms = ["aes256", "aes128"] as const;

/** The kinds of protection that can be removed from a PDF. */
const removals = ["password", "restrictions", "signatures"] as const;

function password(description: string) {
  const maxLength = pdf.limits.passwordMax;
  return t.Optional(t.String({ maxLength, format: "password", description }));
}

/** The request body for protecting a PDF. */
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
    description: "Whether to encrypt metadata such as title and author as well",
  }),
  require_strong: t.Boolean({
    default: false,
    description: "Whether to reject passwords that are short or use few kinds of characters",
  }),
});

export type ProtectBody = Static<typeof protectBody>;

/** The request body for unlocking a PDF. */
export const unlockBody = t.Object({
  ...pdfFields,
  remove: t.Array(oneOf(removals), {
    minItems: 1,
    maxItems: 3,
    uniqueItems: true,
    default: ["password", "restrictions"],
    description:
      "The protection to remove: the password, the restrictions, or the signatures' lock, which invalidates the signatures. Any remaining protection is applied again with AES-256 and the given password",
  }),
  lenient: t.Boolean({
    default: false,
    description:
      "Whether to return a file with nothing to remove unchanged, instead of rejecting it",
  }),
});

export type UnlockBody = Static<typeof unlockBody>;

function permissionField(what: string) {
  return t.Boolean({ default: true, description: `Whether users may ${what}` });
}

export type Permissions = Omit<Static<typeof permissionsSchema>, "accessibility">;
