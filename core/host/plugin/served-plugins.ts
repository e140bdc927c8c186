import type { BrokenPlugin, LoadedPlugin, PluginSet } from "./loaded-plugin.ts";

/** The currently served plugins, and the hub's own routes. */
export class ServedPlugins {
  readonly own: LoadedPlugin;
  /** Replaced when plugins change at run time. */
  set: PluginSet = { plugins: [], broken: [] };

  constructor(own: LoadedPlugin) {
    this.own = own;
  }

  get plugins(): readonly LoadedPlugin[] {
    return this.set.plugins;
  }

  /** The plugin folders that were skipped. */
  get broken(): readonly BrokenPlugin[] {
    return this.set.broken;
  }
}
