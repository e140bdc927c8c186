import { oneOf, type Static, t } from "hub";

/** The permissions of those who open a PDF with the user's password. */
export const permissionsSchema = t.Object(
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

export type Permissions = Omit<Static<typeof permissionsSchema>, "accessibility">;

function permissionField(what: string) {
  return t.Boolean({ default: true, description: `Whether users may ${what}` });
}
