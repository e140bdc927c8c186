import { oneOf, type Static, t } from "hub";
import { pdfFields } from "../input/fields.ts";
import pdf from "../plugin.ts";

const printings = ["none", "low", "high"] as const;

/** What those may do who open a PDF by its user's password. */
const permissionsSchema = t.Object(
  {
    print: oneOf(printings, {
      default: "high",
      description: "Whether they may print: not at all, at a low resolution, or as they like",
    }),
    copy: permissionField("copy text and pictures out of it"),
    modify: permissionField("change what is on its pages"),
    annotate: permissionField("comment it"),
    fill_forms: permissionField("fill in its forms"),
    assemble: permissionField("insert, delete and rotate pages"),
    accessibility: t.Literal(true, {
      default: true,
      description: "Reading it aloud: always allowed, as ISO 32000-2 has it",
    }),
  },
  { default: {}, description: "What those may do who have only the user's password" },
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
      "What to take off: the password that opens it, what it forbids, and the lock of its signatures, which then are none any more. What stays is encrypted anew by AES-256 and the password given",
  }),
  lenient: t.Boolean({
    default: false,
    description: "Answers a file that has nothing to be taken off as it is",
  }),
});

export type UnlockBody = Static<typeof unlockBody>;

function permissionField(what: string) {
  return t.Boolean({ default: true, description: `Whether those who open it may ${what}` });
}

export interface Permissions {
  print: (typeof printings)[number];
  copy: boolean;
  modify: boolean;
  annotate: boolean;
  fill_forms: boolean;
  assemble: boolean;
}
