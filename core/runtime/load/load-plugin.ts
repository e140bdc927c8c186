import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { DatasetDefinition } from "../../contract/dataset.ts";
import { isDatasetOf, isPlugin, type Plugin } from "../../contract/plugin.ts";
import { errorShapes } from "../http/error-shape.ts";
import { checkManifest } from "./check-manifest.ts";
import { importFile, loadOpen, loadRoutes } from "./load-routes.ts";
import { type LoadedPlugin, type Refuse, refuserOf } from "./loaded-plugin.ts";
import { clashWithin } from "./paths.ts";

/** Reads one plugin folder. Throws naming the file that breaks the contract. */
export async function loadPlugin(
  dir: string,
  { isolated = false }: { isolated?: boolean } = {},
): Promise<LoadedPlugin> {
  const name = basename(resolve(dir));
  const refuse = refuserOf(name);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    refuse("the name of its folder is part of the path, so it must be in kebab-case");
  const { default: plugin } = await importFile(`${dir}/plugin.ts`, "plugin.ts", refuse);
  if (!isPlugin(plugin)) return refuse("the default export of plugin.ts is not a definePlugin()");
  checkManifest(plugin.manifest, refuse);
  const [routes, open, aliases, datasets] = await Promise.all([
    loadRoutes(plugin, { dir: `${dir}/routes`, prefix: `/api/${name}`, refuse }),
    loadOpen(plugin, { folder: "public", dir: `${dir}/public`, refuse }),
    loadOpen(plugin, { folder: "aliases", dir: `${dir}/aliases`, refuse }),
    loadDatasets(plugin, { dir: `${dir}/datasets`, refuse }),
  ]);
  const loaded = {
    name,
    dir: resolve(dir),
    plugin,
    routes,
    open: [...open, ...aliases],
    datasets,
    isolated: plugin.manifest.isolated ?? isolated,
  };
  checkErrorShapes(loaded, refuse);
  const clash = clashWithin(loaded);
  return clash ? refuse(clash) : loaded;
}

/** Reads the hub's own `routes/`, which answer at the root and not under `/api`. */
export async function loadOwn(plugin: Plugin, dir: string): Promise<LoadedPlugin> {
  const refuse = refuserOf("hub");
  const routes = await loadRoutes(plugin, { dir, prefix: "", refuse });
  const loaded = { name: "hub", dir, plugin, routes, open: [], datasets: {}, isolated: false };
  const clash = clashWithin(loaded);
  return clash ? refuse(clash) : loaded;
}

function checkErrorShapes({ plugin, open }: LoadedPlugin, refuse: Refuse): void {
  for (const [place, shape] of Object.entries(plugin.manifest.errorShapes ?? {})) {
    if (!Object.hasOwn(errorShapes, shape))
      refuse(`errorShapes has "${shape}", which is none: ${Object.keys(errorShapes).join(", ")}`);
    if (!open.some(({ path }) => path.split("/")[1] === place.slice(1)))
      refuse(
        `errorShapes has "${place}", which none of its paths at the root begins with: it must be a word such as "/v1"`,
      );
  }
}

/** Reads the files of a plugin's `datasets/` folder: there may be none. */
async function loadDatasets(
  plugin: Plugin,
  { dir, refuse }: { dir: string; refuse: Refuse },
): Promise<Record<string, DatasetDefinition>> {
  if (!existsSync(dir)) return {};
  const files = [...new Bun.Glob("*.ts").scanSync({ cwd: dir, followSymlinks: true })]
    .filter((file) => !file.endsWith(".test.ts"))
    .sort();
  const entries = files.map(async (file) => {
    const { default: dataset } = await importFile(`${dir}/${file}`, `datasets/${file}`, refuse);
    if (!isDatasetOf(plugin, dataset))
      return refuse(`the default export of datasets/${file} is not a dataset() of this plugin`);
    return [file.slice(0, -".ts".length), dataset] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
