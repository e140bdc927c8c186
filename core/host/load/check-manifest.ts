import { KINDS } from "../../contract/doors.ts";
import type { Manifest } from "../../contract/plugin.ts";
import type { Refuse } from "../plugin/loaded-plugin.ts";
import { variablesOf } from "../upstreams/bases.ts";

/** Holds a manifest to the contract, as its author may have written it without types. */
export function checkManifest(manifest: Manifest, refuse: Refuse): void {
  const fields = Object.keys(checks);
  for (const field of Object.keys(manifest))
    if (!fields.includes(field))
      refuse(`plugin.ts has "${field}", which is not a field of a manifest: ${fields.join(", ")}`);
  for (const check of Object.values(checks)) check?.(manifest, refuse);
}

/** How each field is checked; those without a check are held against the folder's files later on. */
const checks: { [Field in keyof Required<Manifest>]: Check | undefined } = {
  title: textCheck("title"),
  summary: textCheck("summary"),
  permissions: checkPermissions,
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

function textCheck(field: "title" | "summary"): Check {
  return ({ [field]: text }, refuse) => {
    if (typeof text !== "string" || !text) refuse(`plugin.ts has no ${field}`);
  };
}

/** What is asked for where a permission is no list. */
const wholes: Readonly<Record<string, unknown>> = { kv: true, browser: true, net: "public" };

function checkPermissions({ permissions = {} }: Manifest, refuse: Refuse): void {
  for (const [kind, asked] of Object.entries<unknown>({ ...permissions })) {
    if (!(KINDS as readonly string[]).includes(kind))
      refuse(`plugin.ts asks for "${kind}", which is not a permission: ${KINDS.join(", ")}`);
    const isList = Array.isArray(asked) && asked.every((item) => typeof item === "string");
    if (asked !== wholes[kind] && !isList)
      refuse(`plugin.ts asks for ${kind} with something other than a list of strings`);
  }
}

function checkEnvValues({ envValues = {}, permissions = {} }: Manifest, refuse: Refuse): void {
  for (const [name, values] of Object.entries<unknown>({ ...envValues })) {
    if (!permissions.env?.includes(name))
      refuse(`plugin.ts has "${name}" in envValues, and not in permissions.env`);
    if (!Array.isArray(values) || !values.every((value) => typeof value === "string"))
      refuse(`the envValues of "${name}" in plugin.ts are not a list of strings`);
  }
}

/** An operator names them in a list between commas. */
function checkOptionalAliases({ optionalAliases = {} }: Manifest, refuse: Refuse): void {
  for (const [name, paths] of Object.entries<unknown>(optionalAliases)) {
    if (!/^[a-z][a-z0-9-]*$/.test(name) || name === "all")
      refuse(
        `plugin.ts has the optional aliases "${name}": their name must be a word such as "shields"`,
      );
    if (typeof paths !== "object" || paths === null || Object.keys(paths).length === 0)
      refuse(`the optional aliases "${name}" of plugin.ts name no path and its file`);
  }
}

function checkUpstreams({ upstreams = {}, permissions = {} }: Manifest, refuse: Refuse): void {
  for (const [host, { perMinute = 1, base = [] }] of Object.entries(upstreams)) {
    if (!permissions.net?.includes(host))
      refuse(`plugin.ts has the upstream "${host}", which is not a host of permissions.net`);
    if (!Number.isInteger(perMinute) || perMinute < 1)
      refuse(
        `plugin.ts asks "${host}" ${perMinute} times a minute, which is not a whole number from 1 up`,
      );
    for (const name of base.flatMap(variablesOf))
      if (!permissions.env?.includes(name))
        refuse(`plugin.ts has "${name}" in the base of "${host}", and not in permissions.env`);
  }
}

function checkFirst({ first = [] }: Manifest, refuse: Refuse): void {
  if (!Array.isArray(first) || !first.every((name) => typeof name === "string"))
    refuse("plugin.ts has a first that is not a list of the names of route files");
}

function checkLimits({ limits = {} }: Manifest, refuse: Refuse): void {
  for (const [name, limit] of Object.entries(limits))
    if (typeof limit !== "number" || Number.isNaN(limit))
      refuse(`the limit "${name}" of plugin.ts is not a number`);
}
