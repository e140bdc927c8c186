import { t } from "hub";
import dev from "../plugin.ts";

const octal = (standard: string, description: string) =>
  t.String({ minLength: 1, maxLength: 11, default: standard, description });
const rights = (description: string) =>
  t.Object(
    {
      read: t.Boolean({ description: "Permission to read" }),
      write: t.Boolean({ description: "Permission to write" }),
      execute: t.Boolean({ description: "Permission to execute a file or enter a directory" }),
    },
    { description },
  );

export default dev.route({
  summary: "Explain and calculate file permissions",
  keywords: "chmod calculator, file permissions, unix permissions, octal permissions, umask, 755",
  description:
    "Converts permissions between octal numbers such as `755`, listings such as `rwxr-xr-x` and clauses of chmod. Changes such as `u+x,go-w` are applied to `from`, as by chmod of GNU coreutils.",
  query: t.Object({
    mode: t.String({
      minLength: 1,
      maxLength: 100,
      description: "An octal number, a listing of `ls -l`, or changes",
    }),
    from: octal("0", "Permissions that changes apply to, in octal or as a listing"),
    umask: octal("022", "Umask in octal, for changes without a class such as `+x`"),
    directory: t.Boolean({
      default: false,
      description: "Treats the permissions as those of a directory",
    }),
  }),
  response: t.Object({
    octal: t.String({ description: "The permissions as four octal digits" }),
    symbolic: t.String({ description: "The permissions as nine letters" }),
    listing: t.String({ description: "The permissions as `ls -l` prints them" }),
    clauses: t.String({ description: "The permissions as clauses of chmod" }),
    owner: rights("Permissions of the owner"),
    group: rights("Permissions of the group"),
    others: rights("Permissions of all others"),
    setuid: t.Boolean({ description: "Whether the setuid bit is set" }),
    setgid: t.Boolean({ description: "Whether the setgid bit is set" }),
    sticky: t.Boolean({ description: "Whether the sticky bit is set" }),
    warnings: t.Array(t.String(), { description: "Risks of the permissions" }),
  }),
  plain: "octal",
  example: { query: { mode: "u=rwx,go=rx" } },
  async handler({ query }) {
    const { describeMode } = await import("../permissions/describe-mode.ts");
    return describeMode(query);
  },
});
