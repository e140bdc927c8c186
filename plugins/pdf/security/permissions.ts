import { oneOf, t } from "hub";

const printings = ["none", "low", "high"] as const;

function permissionField(what: string) {
  return t.Boolean({ default: true, description: `Whether those who open it may ${what}` });
}

/** What those may do who open a PDF by its user's password. */
export const permissionsSchema = t.Object(
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

export interface Permissions {
  print: (typeof printings)[number];
  copy: boolean;
  modify: boolean;
  annotate: boolean;
  fill_forms: boolean;
  assemble: boolean;
}

/** Everything allowed. */
export const unrestricted: Permissions = {
  print: "high",
  copy: true,
  modify: true,
  annotate: true,
  fill_forms: true,
  assemble: true,
};

export function isRestricted(permissions: Permissions): boolean {
  const { print, ...others } = permissions;
  return (
    print !== "high" ||
    [others.copy, others.modify, others.annotate, others.fill_forms, others.assemble].includes(
      false,
    )
  );
}
