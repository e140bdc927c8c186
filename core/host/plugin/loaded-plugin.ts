import type { DatasetDefinition } from "../../contract/dataset.ts";
import type { Permissions } from "../../contract/doors.ts";
import type { Plugin, Route } from "../../contract/plugin.ts";
import type { Task, TaskFolder } from "../../contract/task.ts";

/** One method on one path, as a file of a plugin declares it. */
export interface LoadedRoute {
  /** The folder of its plugin that it is in: those in `public` want no key. */
  folder: "routes" | "public" | "aliases" | TaskFolder;
  /** The file below that folder, which is also how the manifest names it. */
  file: string;
  method: string;
  /** The whole path, in Elysia's notation: `/api/qr/generate`. */
  path: string;
  readonly route: Route;
}

/** Work of a plugin that no call asks for, as a file declares it. */
export interface LoadedTask extends Pick<Task, "kind" | "summary" | "pattern" | "title"> {
  /** The name of its file: `daily`. */
  name: string;
  /** What a job process runs of it. */
  run: LoadedRoute;
}

/** A plugin folder that was read and keeps the contract. */
export interface LoadedPlugin {
  name: string;
  dir: string;
  plugin: Plugin;
  routes: LoadedRoute[];
  /** Those at the root: the keyless ones, and the aliases. */
  open: LoadedRoute[];
  /** Its data with a life of its own, by name. */
  datasets: Readonly<Record<string, DatasetDefinition>>;
  /** What it does without being called, in the order of its files. Default: nothing. */
  tasks?: readonly LoadedTask[];
  /** Whether it runs in processes of its own. */
  isolated: boolean;
  /** Set where the hub has not imported its code: what it declares is data that somebody else wrote. */
  isOutside?: boolean;
  /** What the operator has granted it, where it was installed: it gets no more, whatever it asks for. */
  granted?: Permissions;
  /** The folder of its packages, where that lies outside of its own. */
  packages?: string | undefined;
}

/** A folder that was left out, and the loader's sentence about it. */
export interface BrokenPlugin {
  name: string;
  dir: string;
  reason: string;
  /** Whether what the folder held before is served. */
  isStillServed?: boolean;
}

/** What a hub serves, and what it had to leave out. */
export interface PluginSet {
  readonly plugins: readonly LoadedPlugin[];
  readonly broken: readonly BrokenPlugin[];
}

/** Ends the loading with a sentence that names the plugin. */
export type Refuse = (why: string, options?: ErrorOptions) => never;

/** How the loader refuses the plugin of this name. */
export function refuserOf(name: string): Refuse {
  return (why, options) => {
    throw new Error(`Cannot load plugin "${name}": ${why}`, options);
  };
}
