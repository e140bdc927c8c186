import { existsSync, readFileSync } from "node:fs";
import { listPermissionItems } from "../host/doors/permission-items.ts";
import { readInstalled } from "../host/grants/grants.ts";
import type { LoadedPlugin, PluginSet } from "../host/plugin/loaded-plugin.ts";
import { suggestNearest } from "../lib/nearest.ts";
import { parseBasePath } from "../platform/http/base-path.ts";
import { placeVariable } from "../platform/processes/messages.ts";
import { type Config, removedSettings, settingNames } from "./config.ts";

/** The variables that our own compose.yaml gives to other containers. */
const composeNames: readonly string[] = ["HUB_HOST"];

/** Variables that Kubernetes sets in every container for a service named `hub` or `hub-…`. */
const serviceLink =
  /^HUB_(?:[A-Z0-9_]+_)?(?:SERVICE_(?:HOST|PORT(?:_[A-Z0-9_]+)?)|PORT_[A-Z0-9_]+)$/;
/** The same without a number: it contains a URL such as `tcp://10.0.0.1:3000`, not a port. */
const serviceAddress = /^HUB_(?:[A-Z0-9_]+_)?PORT$/;

/** The names that settings may refer to. */
interface KnownNames {
  plugins: readonly string[];
  variables: readonly string[];
  hosts: readonly string[];
  aliases: readonly string[];
  /** The source of each manifest that failed to load, because its names can't be determined otherwise. */
  texts: readonly string[];
}

/**
 * Checks settings against the plugins: loaded, broken, and previously installed ones. Throws an error with
 * the nearest name if a setting refers to none of them. Skips outside plugins whose settings have unknown
 * values, so that they can't prevent the start.
 */
export function checkSettings(
  config: Config,
  { own, ...set }: PluginSet & { own?: LoadedPlugin },
): PluginSet {
  const known = listKnownNames(config, set);
  checkVariables(config, known);
  checkBasePath(config, own ? [own, ...set.plugins] : set.plugins);
  for (const name of Object.keys(config.denied))
    checkName(name, { setting: "HUB_DENY", what: "a plugin", names: known.plugins });
  for (const name of config.trusted)
    checkName(name, { setting: "HUB_TRUST", what: "a plugin", names: known.plugins });
  for (const name of config.aliases === "all" ? [] : config.aliases)
    if (!isMentioned(name, known))
      checkName(name, { setting: "HUB_ALIASES", what: "a set of aliases", names: known.aliases });
  for (const name of Object.keys(config.upstreams))
    if (!isMentioned(name, known))
      checkName(name, {
        setting: "HUB_UPSTREAMS",
        what: "a host that a service uses",
        names: known.hosts,
      });
  const plugins: LoadedPlugin[] = [];
  const broken = [...set.broken];
  for (const plugin of set.plugins) {
    const reason = findUnknownValue(plugin, config.env);
    if (reason === undefined) plugins.push(plugin);
    else if (config.strict || !plugin.isOutside) throw new Error(reason);
    else broken.push({ name: plugin.name, dir: plugin.dir, reason });
  }
  return { plugins, broken };
}

/** Returns a warning for each removed setting that is still set. */
export function listDeprecations(
  env: Config["env"],
  removed: Readonly<Record<string, string>> = removedSettings,
): string[] {
  return Object.entries(removed).flatMap(([name, advice]) =>
    env[name] === undefined ? [] : [`"${name}" is deprecated and does nothing: ${advice}`],
  );
}

/** Returns an error message for the first value of a variable that the plugin's manifest doesn't list. */
export function findUnknownValue(
  { plugin: { manifest } }: Pick<LoadedPlugin, "plugin">,
  env: Config["env"],
): string | undefined {
  for (const [setting, values] of Object.entries(manifest.envValues ?? {}))
    for (const value of (env[setting] ?? "").split(",").map((entry) => entry.trim()))
      if (value && !values.includes(value))
        return `${setting} must list ${values.join(", ")}: it has "${value}"${suggestNearest(value, values)}`;
  return undefined;
}

/**
 * Throws if a path of the hub starts with the base path: a proxy may strip it, so paths would be ambiguous.
 */
function checkBasePath({ baseUrl }: Config, plugins: readonly LoadedPlugin[]): void {
  const base = parseBasePath(baseUrl);
  if (!base) return;
  const paths = plugins.flatMap(({ routes, open }) => [...routes, ...open].map(({ path }) => path));
  const clash = [...paths, "/api", "/try", "/admin"].find((path) =>
    `${path}/`.startsWith(`${base}/`),
  );
  if (clash !== undefined)
    throw new Error(
      `Cannot use the path "${base}" of HUB_BASE_URL: the hub itself uses "${clash}"`,
    );
}

function checkVariables({ env }: Config, known: KnownNames): void {
  const names = new Set([
    ...settingNames,
    ...Object.keys(removedSettings),
    ...composeNames,
    ...known.variables,
    placeVariable,
  ]);
  for (const [name, value = ""] of Object.entries(env)) {
    const isOurs = name.startsWith("HUB_") && !serviceLink.test(name);
    const isAddress = serviceAddress.test(name) && value.includes("://");
    if (!isOurs || isAddress || names.has(name) || isMentioned(name, known)) continue;
    const bare = name.slice("HUB_".length);
    const nearest = settingNames.includes(bare) ? bare : name;
    throw new Error(
      `Cannot use "${name}": it is not a setting${suggestNearest(nearest, [...settingNames, ...known.variables])}`,
    );
  }
}

function checkName(
  name: string,
  { setting, what, names }: { setting: string; what: string; names: readonly string[] },
): void {
  if (!names.includes(name))
    throw new Error(
      `${setting} names "${name}", which is not ${what}${suggestNearest(name, names)}`,
    );
}

function listKnownNames({ installed }: Config, { plugins, broken }: PluginSet): KnownNames {
  const { grants, removed } = readIfValid(installed);
  const permissions = [
    ...plugins.map(({ plugin }) => plugin.manifest.permissions ?? {}),
    ...Object.values(grants).flatMap(({ granted, refused }) => [granted, refused]),
    ...Object.values(removed),
  ].flatMap(listPermissionItems);
  const listByKind = (kind: string) =>
    permissions.flatMap((item) => (item.kind === kind && item.what !== true ? item.what : []));
  return {
    plugins: [
      ...plugins.map(({ name }) => name),
      ...broken.map(({ name }) => name),
      ...Object.keys(grants),
      ...Object.keys(removed),
    ],
    variables: listByKind("env"),
    hosts: listByKind("net"),
    aliases: plugins.flatMap(({ plugin }) => Object.keys(plugin.manifest.optionalAliases ?? {})),
    texts: broken.flatMap(({ dir }) => readManifest(`${dir}/plugin.ts`)),
  };
}

/**
 * Returns nothing for a damaged record: the loader reports it for each affected plugin, and it must not
 * prevent the start.
 */
function readIfValid(root: string): ReturnType<typeof readInstalled> {
  try {
    return readInstalled(root);
  } catch {
    return { grants: {}, removed: {} };
  }
}

function readManifest(file: string): string[] {
  return existsSync(file) ? [readFileSync(file, "utf8")] : [];
}

/** Returns whether a manifest that failed to load contains the name as a string. */
function isMentioned(name: string, { texts }: KnownNames): boolean {
  return texts.some((text) => text.includes(`"${name}"`) || text.includes(`'${name}'`));
}
