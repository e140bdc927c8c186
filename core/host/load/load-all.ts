import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { type Log, quietLog } from "../../platform/log/log.ts";
import { createSandbox, type Sandbox } from "../../platform/sandbox/sandbox.ts";
import type { BrokenPlugin, LoadedPlugin } from "../plugin/loaded-plugin.ts";
import type { ImportLimits } from "./described-folder.ts";
import { type LoadOptions, loadPlugin } from "./load-plugin.ts";
import type { AliasChoice } from "./load-routes.ts";
import { clashBetween } from "./paths.ts";

/** Whose folders they are, and what those are read in. */
export interface FolderOptions {
  /** The names of folders outside the hub's own root that it may import nevertheless. */
  trusted?: readonly string[];
  /** One more root, which may not be there: each of its plugins gets what was granted to it there. */
  installed?: string;
  /** The name of a folder to leave out. */
  except?: string;
  /** What the others are read in. */
  sandbox?: Sandbox;
  /** Limits of the import of each folder that the hub doesn't trust. */
  importLimits?: ImportLimits;
  /** Where is told what they print. */
  log?: Log;
  /** The optional aliases that answer. Default: none. */
  aliases?: AliasChoice;
}

interface LoadAllOptions extends FolderOptions {
  /** Whether one that breaks the contract is fatal. */
  strict?: boolean;
  own?: LoadedPlugin;
}

/**
 * Reads the plugin folders below each root. One that breaks the contract is left out, or fatal if
 * `strict`; so is one whose paths clash with those of another, or of the hub's `own` routes: the first has them.
 */
export async function loadAll(
  roots: readonly string[],
  { strict = false, own, ...folders }: LoadAllOptions = {},
): Promise<{ plugins: LoadedPlugin[]; broken: BrokenPlugin[] }> {
  const outcomes = await Promise.all(
    listPluginFolders(roots, folders).map(({ dir, options }) =>
      loadPlugin(dir, options).catch((error: Error) => ({ dir, error })),
    ),
  );
  const plugins: LoadedPlugin[] = [];
  const broken: BrokenPlugin[] = [];
  for (const outcome of outcomes) {
    const name = outcome.dir.split("/").at(-1) ?? "";
    const error =
      "error" in outcome ? outcome.error : clashAmong(outcome, [...(own ? [own] : []), ...plugins]);
    if (error && strict) throw error;
    if (error) broken.push({ name, dir: outcome.dir, reason: error.message });
    else plugins.push(outcome as LoadedPlugin);
  }
  return { plugins, broken };
}

/** A plugin folder below a root, and how it is loaded. */
export interface PluginFolder {
  dir: string;
  /** Where it stands among all of them: what is earlier has the paths that two want. */
  place: number;
  options: LoadOptions;
}

/** Lists the plugin folders below each root, the hub's own first and what was installed last. */
export function listPluginFolders(
  [home, ...others]: readonly string[],
  {
    trusted = [],
    installed,
    except,
    sandbox = createSandbox("auto"),
    log = quietLog,
    importLimits: limits,
    aliases,
  }: FolderOptions = {},
): PluginFolder[] {
  const outside = { sandbox, log, limits };
  const optionsOf = (dir: string): LoadOptions => ({
    ...(trusted.includes(basename(dir)) ? { isolated: true } : { outside }),
    aliases,
  });
  return [
    ...foldersOf(home ?? "").map((dir) => ({ dir, options: { aliases } })),
    ...others.flatMap(foldersOf).map((dir) => ({ dir, options: optionsOf(dir) })),
    ...(installed !== undefined && existsSync(installed) ? foldersOf(installed) : []).map(
      (dir) => ({ dir, options: { ...optionsOf(dir), installedIn: installed } }),
    ),
  ]
    .filter(({ dir }) => basename(dir) !== except)
    .map((folder, place) => ({ ...folder, place }));
}

/** Why a plugin cannot stand beside others, the hub itself before all, that have what it would answer. */
export function clashAmong(
  loaded: LoadedPlugin,
  others: readonly LoadedPlugin[],
): Error | undefined {
  for (const other of others) {
    const why = clashBetween(loaded, other);
    if (why) return new Error(`Cannot load plugin "${loaded.name}": ${why}`);
  }
  return undefined;
}

/** What a folder holds that is meant as a plugin, and may lack its plugin.ts or have it under another name. */
const partPatterns = [
  "*/{routes,public,aliases,cron,migrations,pages,datasets}",
  "*/plugin.{js,mjs,mts,tsx}",
];

function foldersOf(root: string): string[] {
  if (!existsSync(root))
    throw new Error(`Cannot find the plugin folder "${root}" that HUB_PLUGINS names`);
  if (existsSync(`${root}/plugin.ts`))
    throw new Error(
      `HUB_PLUGINS names "${root}", which is a plugin itself: name the folder that it is in, "${dirname(resolve(root))}"`,
    );
  const found = (pattern: string) => [
    ...new Bun.Glob(pattern).scanSync({ cwd: root, followSymlinks: true, onlyFiles: false }),
  ];
  const names = [...found("*/plugin.ts"), ...partPatterns.flatMap(found)].map(
    (path) => path.split("/", 1)[0] ?? "",
  );
  return [...new Set(names)].sort().map((name) => `${root}/${name}`);
}
