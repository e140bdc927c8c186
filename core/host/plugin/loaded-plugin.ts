import type { DatasetDefinition } from "../../contract/dataset.ts";
import type { Permissions } from "../../contract/doors.ts";
import type { Plugin, Route } from "../../contract/plugin.ts";
import type { Task, TaskFolder } from "../../contract/task.ts";

/** A route file of a plugin: one method on one path. */
export interface LoadedRoute {
  /** The plugin folder that contains the file. Routes in `public` need no key. */
  folder: "routes" | "public" | "aliases" | TaskFolder;
  /** The file below that folder, as the manifest names it. */
  file: string;
  method: string;
  /** The full path in Elysia's notation: `/api/qr/generate`. */
  path: string;
  readonly route: Route;
}

/** Work of a plugin that isn't started by a call. */
export interface LoadedTask extends Pick<Task, "kind" | "summary" | "pattern" | "title"> {
  /** The name of its file without extension: `daily`. */
  name: string;
  /** The task as a route, for job processes. */
  run: LoadedRoute;
}

/** A plugin folder that was loaded and fulfils the contract. */
export interface LoadedPlugin {
  name: string;
  dir: string;
  plugin: Plugin;
  routes: LoadedRoute[];
  /** The routes at the root: public ones and aliases. */
  open: LoadedRoute[];
  /** Datasets by name. */
  datasets: Readonly<Record<string, DatasetDefinition>>;
  /** Tasks in the order of their files. Default: none. */
  tasks?: readonly LoadedTask[];
  /** Whether it runs in its own processes. */
  isolated: boolean;
  /** Whether its declarations are untrusted data, because the hub hasn't imported its code. */
  isOutside?: boolean;
  /** The permissions granted at installation. It gets no others, regardless of its manifest. */
  granted?: Permissions;
  /** The folder that it was copied from, if its packages are there. */
  origin?: string | undefined;
}

/** A plugin folder that was skipped, with the loader's error message. */
export interface BrokenPlugin {
  name: string;
  dir: string;
  reason: string;
  /** Whether the previous version of the plugin is still served. */
  isStillServed?: boolean;
}

/** The plugins that a hub serves and those that it skipped. */
export interface PluginSet {
  readonly plugins: readonly LoadedPlugin[];
  readonly broken: readonly BrokenPlugin[];
}

/** Throws an error that names the plugin. */
export type Refuse = (why: string, options?: ErrorOptions) => never;

/** Returns the function that rejects the plugin of this name. */
export function createRefuser(name: string): Refuse {
  return (why, options) => {
    throw new Error(`Cannot load plugin "${name}": ${why}`, options);
  };
}
