import { existsSync, readFileSync } from "node:fs";
import { loadTiers, type Tier } from "../accounts/tiers.ts";
import type { Manifest } from "../contract/plugin.ts";
import type { Settings } from "../contract/setting.ts";
import { listPermissionItems } from "../host/doors/permission-items.ts";
import { readInstalled } from "../host/grants/grants.ts";
import type { LoadedPlugin, PluginSet } from "../host/plugin/loaded-plugin.ts";
import { findNearest, suggestNearest } from "../lib/nearest.ts";
import { parseBasePath } from "../platform/http/base-path.ts";
import { placeVariable } from "../platform/processes/messages.ts";
import { readSettings } from "../platform/settings/read-settings.ts";
import type { Config } from "./config.ts";
import { listSettings, removedSettings } from "./settings.ts";

/** The variables that our own compose.yaml gives to other containers. */
const composeNames: readonly string[] = ["HUB_HOST"];

/** Variables that Kubernetes sets in every container for a service named `hub` or `hub-…`. */
const serviceLink = /^HUB_(?:\w+_)?(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT_\w+)$/;
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
    try {
      readPluginSettings(plugin, config);
      plugins.push(plugin);
    } catch (error) {
      if (config.strict || !plugin.isOutside) throw error;
      broken.push({ name: plugin.name, dir: plugin.dir, reason: (error as Error).message });
    }
  }
  return { plugins, broken };
}

/** Returns the values of a plugin's settings. Throws an error with the first one that has a value of another type. */
export function readPluginSettings(
  { plugin: { manifest } }: Pick<LoadedPlugin, "plugin">,
  { env, tiers }: Pick<Config, "env" | "tiers">,
): object {
  return readSettings(getDeclarations(manifest), env, { tiers: tiers.map(({ name }) => name) });
}

function getDeclarations({ settings, envValues = {} }: Manifest): Settings {
  const lists = Object.entries(envValues).map(
    ([name, values]) => [name, { type: "list", values, description: "" } as const] as const,
  );
  return { ...Object.fromEntries(lists), ...settings };
}

/**
 * Returns warnings about variables that do nothing: removed settings, settings without a text, and names that are almost
 * those of a setting.
 */
export function listWarnings(
  { env, tiers }: Pick<Config, "env" | "tiers">,
  plugins: readonly LoadedPlugin[],
  removed: Readonly<Record<string, string>> = removedSettings,
): string[] {
  const names = [
    ...Object.keys(listSettings()),
    ...plugins.flatMap(({ plugin }) => plugin.manifest.permissions?.env ?? []),
  ];
  const known = new Set([...names, ...Object.keys(removed)]);
  const lookalikes = Object.keys(env).flatMap((name) => {
    const isOther = known.has(name) || composeNames.includes(name);
    // Other names are alike by accident, such as PATH and PORT.
    const candidates = isOther ? [] : names.filter((one) => one[0] === name[0]);
    const nearest = findNearest(name, candidates, name.length < 8 ? 1 : 3);
    return nearest ? [`"${name}" is not a setting: the nearest is "${nearest}"`] : [];
  });
  return [
    ...Object.entries(removed).flatMap(([name, advice]) =>
      env[name] === undefined ? [] : [`"${name}" is deprecated and does nothing: ${advice}`],
    ),
    ...(env.HUB_MAIL_FROM && !env.HUB_SMTP_URL && !env.HUB_MAIL_OUTBOX
      ? ['"HUB_MAIL_FROM" does nothing without HUB_SMTP_URL or HUB_MAIL_OUTBOX']
      : []),
    ...names
      .filter((name) => env[name] === "")
      .map((name) => `"${name}" is empty and does nothing`),
    ...lookalikes,
    ...(env.HUB_TIERS ? listMistypedTiers(tiers) : []),
  ];
}

/** Returns warnings about new tiers whose names are almost those of built-in ones. */
function listMistypedTiers(tiers: readonly Tier[]): string[] {
  const builtIn = loadTiers({}).map(({ name }) => name);
  return tiers.flatMap(({ name }) => {
    const nearest = builtIn.includes(name) ? undefined : findNearest(name, builtIn, 1);
    return nearest ? [`HUB_TIERS adds the tier "${name}": the nearest is "${nearest}"`] : [];
  });
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
  const settingNames = Object.keys(listSettings());
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
