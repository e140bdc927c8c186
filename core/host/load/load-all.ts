import { existsSync } from "node:fs";
import { basename } from "node:path";
import { type Log, quietLog } from "../../platform/log/log.ts";
import { createSandbox, type Sandbox } from "../../platform/sandbox/sandbox.ts";
import type { BrokenPlugin, LoadedPlugin } from "../plugin/loaded-plugin.ts";
import type { ImportLimits } from "./described-folder.ts";
import { type LoadOptions, loadPlugin } from "./load-plugin.ts";
import type { AliasChoice } from "./load-routes.ts";
import { clashBetween } from "./paths.ts";
import { isPluginFolder } from "./plugin-folder.ts";

/** Options for loading plugin folders. */
export interface FolderOptions {
  /** The names of folders outside the hub's own root that it may still import. */
  trusted?: readonly string[];
  /**
   * The root of installed plugins, which may be missing. Each plugin gets the permissions that were granted
   * to it.
   */
  installed?: string;
  /** The name of a folder to skip. */
  except?: string;
  /** The sandbox in which untrusted folders are read. */
  sandbox?: Sandbox;
  /** Limits of the import of each folder that the hub doesn't trust. */
  importLimits?: ImportLimits;
  /** Logger for the output of untrusted folders. */
  log?: Log;
  /** The optional aliases to serve. Default: none. */
  aliases?: AliasChoice;
}

interface LoadAllOptions extends FolderOptions {
  /** Whether to throw for an invalid plugin. */
  strict?: boolean;
  own?: LoadedPlugin;
}

/**
 * Loads the plugin folders below each root. Skips invalid plugins, or throws if `strict`. Of two plugins
 * whose paths conflict, the first one wins. The hub's `own` routes come before all plugins.
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

/** A plugin folder below a root, and its options. */
export interface PluginFolder {
  dir: string;
  /** Position in the load order. Of two plugins with the same path, the earlier one gets it. */
  place: number;
  options: LoadOptions;
}

/** Lists the plugin folders below each root. The hub's own come first, and installed ones last. */
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
  const getOptions = (dir: string): LoadOptions => ({
    ...(trusted.includes(basename(dir)) ? { isolated: true } : { outside }),
    aliases,
  });
  return [
    ...listFolders(home ?? "").map((dir) => ({ dir, options: { aliases } })),
    ...others.flatMap(listFolders).map((dir) => ({ dir, options: getOptions(dir) })),
    ...(installed !== undefined && existsSync(installed) ? listFolders(installed) : []).map(
      (dir) => ({ dir, options: { ...getOptions(dir), installedIn: installed } }),
    ),
  ]
    .filter(({ dir }) => basename(dir) !== except)
    .map((folder, place) => ({ ...folder, place }));
}

/** Returns an error if a plugin conflicts with the paths of others or of the hub itself. */
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

/** Patterns of plugin folders, including those that lack plugin.ts or have it under another name. */
const partPatterns = [
  "*/{routes,public,aliases,cron,migrations,pages,datasets}",
  "*/plugin.{js,mjs,mts,tsx}",
];

function listFolders(root: string): string[] {
  if (!existsSync(root)) throw new Error(`Cannot find the plugin folder "${root}" in HUB_PLUGINS`);
  if (isPluginFolder(root)) return [root];
  const scan = (pattern: string) => [
    ...new Bun.Glob(pattern).scanSync({ cwd: root, followSymlinks: true, onlyFiles: false }),
  ];
  const names = [...scan("*/plugin.ts"), ...partPatterns.flatMap(scan)].map(
    (path) => path.split("/", 1)[0] ?? "",
  );
  return [...new Set(names)].sort().map((name) => `${root}/${name}`);
}
