import { Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { KINDS } from "../../contract/doors.ts";
import type { Manifest } from "../../contract/plugin.ts";
import { isHeaderName } from "../../contract/response-headers.ts";
import type { Setting } from "../../contract/setting.ts";
import { asTable } from "../../lib/as-table.ts";
import { readSettings, settingTypes } from "../../platform/settings/read-settings.ts";
import type { Refuse } from "../plugin/loaded-plugin.ts";
import { listVariables } from "../upstreams/bases.ts";

/** Validates a manifest at run time, because its author may not use types. */
export function checkManifest(manifest: Manifest, refuse: Refuse): void {
  const fields = Object.keys(checks);
  for (const field of Object.keys(manifest))
    if (!fields.includes(field))
      refuse(`plugin.ts has the unknown field "${field}": it must be one of ${fields.join(", ")}`);
  for (const check of Object.values(checks)) check?.(manifest, refuse);
}

/** The check of each field. Fields without one are checked against the files of the folder later. */
const checks: { [Field in keyof Required<Manifest>]: Check | undefined } = {
  title: createTextCheck("title"),
  summary: createTextCheck("summary"),
  permissions: checkPermissions,
  settings: checkSettings,
  envValues: checkEnvValues,
  upstreams: checkUpstreams,
  limits: checkLimits,
  errors: undefined,
  first: checkFirst,
  try: undefined,
  public: undefined,
  aliases: undefined,
  optionalAliases: checkOptionalAliases,
  errorShapes: undefined,
  isolated: undefined,
};

type Check = (manifest: Manifest, refuse: Refuse) => void;

function createTextCheck(field: "title" | "summary"): Check {
  return ({ [field]: text }, refuse) => {
    if (typeof text !== "string" || !text) refuse(`plugin.ts has no ${field}`);
  };
}

/** The values of permissions that aren't lists. */
const wholeValues: Readonly<Record<string, unknown>> = asTable({
  kv: true,
  browser: true,
  smtp: true,
  models: true,
  net: "public",
});

function checkPermissions({ permissions = {} }: Manifest, refuse: Refuse): void {
  for (const [kind, requested] of Object.entries<unknown>({ ...permissions })) {
    if (!(KINDS as readonly string[]).includes(kind))
      refuse(
        `plugin.ts has the unknown permission "${kind}": it must be one of ${KINDS.join(", ")}`,
      );
    const isList = Array.isArray(requested) && requested.every((item) => typeof item === "string");
    if (requested !== wholeValues[kind] && !isList)
      refuse(`plugin.ts must have a list of strings as permissions.${kind}`);
  }
  for (const name of permissions.headers ?? [])
    if (!isHeaderName(name))
      refuse(
        `plugin.ts has ${JSON.stringify(name)} in permissions.headers, which no plugin can set`,
      );
}

const settingParts = t.Object(
  {
    type: t.String(),
    description: t.String({ minLength: 1 }),
    default: t.Optional(t.Union([t.String(), t.Number()])),
    fallback: t.Optional(t.String()),
    min: t.Optional(t.Number()),
    max: t.Optional(t.Number()),
    unit: t.Optional(t.String()),
    values: t.Optional(t.Array(t.String())),
    items: t.Optional(t.String()),
  },
  { additionalProperties: false },
);

function checkSettings({ settings = {} }: Manifest, refuse: Refuse): void {
  for (const [name, setting] of Object.entries<Setting>({ ...settings })) {
    const fault = Value.Errors(settingParts, setting).First();
    if (fault || !/^[A-Z][A-Z0-9_]*$/.test(name))
      refuse(
        `plugin.ts has an invalid setting "${name}": ${fault ? `${fault.path.slice(1) || "it"} is wrong` : "its name must be capital letters, digits and underscores"}`,
      );
    for (const type of [setting.type, setting.items ?? "text"])
      if (!settingTypes.includes(type))
        refuse(
          `plugin.ts has the setting "${name}" of the type "${type}": it must be one of ${settingTypes.join(", ")}`,
        );
    try {
      readSettings({ [name]: setting }, { [name]: `${setting.default ?? ""}` });
    } catch (error) {
      refuse(`the default of a setting in plugin.ts is wrong: ${(error as Error).message}`);
    }
  }
}

function checkEnvValues({ envValues = {}, permissions = {} }: Manifest, refuse: Refuse): void {
  for (const [name, values] of Object.entries<unknown>({ ...envValues })) {
    if (!permissions.env?.includes(name))
      refuse(`plugin.ts has "${name}" in envValues but not in permissions.env`);
    if (!Array.isArray(values) || !values.every((value) => typeof value === "string"))
      refuse(`the envValues of "${name}" in plugin.ts must be a list of strings`);
  }
}

/** Checks the names of optional aliases. They must fit into a comma-separated setting. */
function checkOptionalAliases({ optionalAliases = {} }: Manifest, refuse: Refuse): void {
  for (const [name, paths] of Object.entries<unknown>(optionalAliases)) {
    if (!/^[a-z][a-z0-9-]*$/.test(name) || name === "all")
      refuse(
        `plugin.ts has the optional aliases "${name}": the name must be a word such as "shields"`,
      );
    if (typeof paths !== "object" || paths === null || Object.keys(paths).length === 0)
      refuse(`the optional aliases "${name}" of plugin.ts must map a path to its file`);
  }
}

function checkUpstreams({ upstreams = {}, permissions = {} }: Manifest, refuse: Refuse): void {
  for (const [host, policy] of Object.entries(upstreams)) {
    const { base = [], plans = [], settings = {} } = policy;
    if (!permissions.net?.includes(host))
      refuse(`plugin.ts has the upstream "${host}", which is not in permissions.net`);
    for (const pace of [policy, ...plans])
      for (const name of ["perMinute", "perMonth"] as const) {
        const { [name]: limit = 1 } = pace;
        if (!Number.isInteger(limit) || limit < 1)
          refuse(
            `plugin.ts has the ${name} ${limit} for "${host}": it must be a whole number of at least 1`,
          );
      }
    const variables = [
      ...base.flatMap(listVariables).map((name) => ["base", name] as const),
      ...plans.map(({ variable }) => ["plans", variable] as const),
      ...Object.values(settings).map((name) => ["settings", name] as const),
    ];
    for (const [place, name] of variables)
      if (!permissions.env?.includes(name))
        refuse(`plugin.ts has "${name}" in the ${place} of "${host}" but not in permissions.env`);
  }
}

function checkFirst({ first = [] }: Manifest, refuse: Refuse): void {
  if (!Array.isArray(first) || !first.every((name) => typeof name === "string"))
    refuse("plugin.ts must have a list of route file names as first");
}

function checkLimits({ limits = {} }: Manifest, refuse: Refuse): void {
  for (const [name, limit] of Object.entries(limits))
    if (typeof limit !== "number" || Number.isNaN(limit))
      refuse(`the limit "${name}" of plugin.ts must be a number`);
}
