import { type FolderOptions, loadAll } from "../host/load/load-all.ts";
import { loadOwn } from "../host/load/load-plugin.ts";
import type { PluginSet } from "../host/plugin/loaded-plugin.ts";
import { ServedPlugins } from "../host/plugin/served-plugins.ts";
import type { LateFailures } from "../platform/log/late-failures.ts";
import type { Log } from "../platform/log/log.ts";
import type { Sandbox } from "../platform/sandbox/sandbox.ts";
import { ownRoutes } from "../site/view/own-routes.ts";
import { checkSettings, listWarnings } from "./check-settings.ts";
import type { Config } from "./config.ts";

/** The plugins that were found at start. */
export interface FoundPlugins {
  set: PluginSet;
  /** The options that the folders were read with. */
  folders: FolderOptions;
  /** The start of loading, in milliseconds since 1970. */
  loadedAt: number;
}

/** Loads the hub's own routes and all plugin folders, and checks the settings against them. */
export async function openPlugins(
  config: Config,
  { sandbox, late, log }: { sandbox: Sandbox; late: LateFailures; log: Log },
): Promise<{ plugins: ServedPlugins; found: FoundPlugins }> {
  const own = await loadOwn(ownRoutes, `${import.meta.dir}/../../routes`);
  const loadedAt = Date.now();
  const { pluginRoots, strict, trusted, installed, aliases } = config;
  const folders = { trusted, installed, sandbox, log, aliases };
  const loaded = await loadAll(pluginRoots, { strict, own, ...folders });
  const set = checkSettings(config, { ...loaded, own });
  for (const sentence of listWarnings(config, set.plugins)) log.warn(sentence);
  for (const plugin of set.plugins) late.add(plugin);
  return { plugins: new ServedPlugins(own), found: { set, folders, loadedAt } };
}
