import type { DatasetDefinition } from "../../contract/dataset.ts";
import type { LoadedPlugin, LoadedRoute } from "../plugin/loaded-plugin.ts";
import { models, runRoute } from "./model-route.ts";
import { runtimeDataset } from "./runtime.ts";

/** The hub's own plugin that runs models, in the pool of job processes. */
export const modelPlugin: LoadedPlugin = {
  name: "hub",
  dir: import.meta.dir,
  plugin: models,
  routes: [],
  open: [],
  datasets: { "model-runtime": runtimeDataset as DatasetDefinition },
  isolated: true,
};

/** Its route. */
export const modelRoute: LoadedRoute = {
  folder: "routes",
  file: "run.post.ts",
  method: "POST",
  path: "",
  route: runRoute,
};

/** Returns plugins, with the hub's own one if any of them runs models. */
export function withModels(plugins: readonly LoadedPlugin[]): readonly LoadedPlugin[] {
  const isNeeded = plugins.some(({ plugin }) => plugin.manifest.permissions?.models);
  return isNeeded ? [...plugins, modelPlugin] : plugins;
}
