import { oneOf, type Static, t } from "hub";
import { algorithms, permissionsSchema } from "../input/permissions.ts";
import { pdfFields } from "../input/request.ts";
import pdf from "../plugin.ts";

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
