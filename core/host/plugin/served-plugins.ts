import type { BrokenPlugin, LoadedPlugin, PluginSet } from "./loaded-plugin.ts";

/** The plugins that a hub serves at the moment, and its own routes. */
export class ServedPlugins {
  readonly own: LoadedPlugin;
  /** Replaced when plugins change while the hub runs. */
  set: PluginSet = { plugins: [], broken: [] };

  constructor(own: LoadedPlugin) {
    this.own = own;
  }

  get plugins(): readonly LoadedPlugin[] {
    return this.set.plugins;
  }

  /** The folders that are left out. */
  get broken(): readonly BrokenPlugin[] {
    return this.set.broken;
  }
}
