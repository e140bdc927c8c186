import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import type { DatasetDefinition } from "../../contract/dataset.ts";
import { isDatasetOf, isPlugin, type Plugin } from "../../contract/plugin.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Sandbox } from "../../platform/sandbox/sandbox.ts";
import { grantedTo } from "../grants/grants.ts";
import { createRefuser, type LoadedPlugin, type Refuse } from "../plugin/loaded-plugin.ts";
import { checkManifest } from "./check-manifest.ts";
import { type ImportLimits, type ReadFile, readDescribed } from "./described-folder.ts";
import { type AliasChoice, importFile, loadOpen, loadRoutes } from "./load-routes.ts";
import { loadTasks } from "./load-tasks.ts";
import { clashWithin } from "./paths.ts";

export interface LoadOptions {
  /** Whether its handlers run in their own processes by default. */
  isolated?: boolean;
  /** Options for an untrusted folder: it is read in a sandbox and always isolated. */
  outside?: { sandbox: Sandbox; log: Log; limits?: ImportLimits | undefined };
  /** The folder that it was copied from, if its packages are there. */
  origin?: string | undefined;
  /** The root that it was installed in. It gets only the permissions that were granted there. */
  installedIn?: string | undefined;
  /** The optional aliases to serve. Default: none. */
  aliases?: AliasChoice | undefined;
}

/** Loads a plugin folder. Throws an error that names the invalid file. */
export async function loadPlugin(
  dir: string,
  { isolated = false, outside, origin, installedIn, aliases: chosen }: LoadOptions = {},
): Promise<LoadedPlugin> {
  const name = basename(resolve(dir));
  const refuse = createRefuser(name);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    refuse("its folder name is part of the path, so it must be in kebab-case");
  if (!existsSync(`${dir}/plugin.ts`))
    refuse("it has no plugin.ts, which must export its manifest");
  const read: ReadFile = outside
    ? readDescribed(resolve(dir), { ...outside, origin, refuse })
    : (file) => importFile(`${dir}/${file}`, file, refuse);
  const { default: plugin } = await read("plugin.ts");
  if (!isPlugin(plugin)) return refuse("the default export of plugin.ts is not a definePlugin()");
  checkManifest(plugin.manifest, refuse);
  if (outside) checkOutside(name, { dir, plugin, refuse });
  const [routes, open, aliases, datasets, tasks] = await Promise.all([
    loadRoutes(plugin, { dir: `${dir}/routes`, prefix: `/api/${name}`, read, refuse }),
    loadOpen(plugin, { folder: "public", dir: `${dir}/public`, read, refuse }),
    loadOpen(plugin, { folder: "aliases", chosen, dir: `${dir}/aliases`, read, refuse }),
    loadDatasets(plugin, { dir: `${dir}/datasets`, read, refuse }),
    loadTasks(plugin, { dir, read, refuse }),
  ]);
  const loaded = {
    name,
    dir: resolve(dir),
    plugin,
    routes,
    open: [...open, ...aliases],
    datasets,
    tasks,
    isolated: outside !== undefined || (plugin.manifest.isolated ?? isolated),
    isOutside: outside !== undefined,
    origin,
    ...(installedIn !== undefined && { granted: grantedTo(installedIn, name) }),
  };
  checkErrorShapes(plugin, refuse);
  const clash = clashWithin(loaded);
  return clash ? refuse(clash) : loaded;
}

/** Loads the hub's own `routes/`, which are served at the root and not under `/api`. */
export async function loadOwn(
  plugin: Plugin,
  dir: string,
  { name = "hub", prefix = "" }: { name?: string; prefix?: string } = {},
): Promise<LoadedPlugin> {
  const refuse = createRefuser(name);
  const read: ReadFile = (file) => importFile(`${dirname(dir)}/${file}`, file, refuse);
  const routes = await loadRoutes(plugin, { dir, prefix, read, refuse });
  const loaded = {
    name,
    dir,
    plugin,
    routes,
    open: [],
    datasets: {},
    isolated: false,
  };
  const clash = clashWithin(loaded);
  return clash ? refuse(clash) : loaded;
}

/** Rejects features that need trusted code and the operator's consent. */
function checkOutside(
  name: string,
  { dir, plugin, refuse }: { dir: string; plugin: Plugin; refuse: Refuse },
): void {
  if (plugin.manifest.isolated === false)
    refuse(`it can run inside the hub (isolated: false) only with HUB_TRUST=${name}`);
  if (existsSync(`${dir}/datasets`))
    refuse(
      `it can have datasets, which are downloaded inside the hub, only with HUB_TRUST=${name}`,
    );
}

const shapeTexts = ["name", "title", "schema", "note", "mediaType"] as const;

function checkErrorShapes({ manifest }: Plugin, refuse: Refuse): void {
  const { aliases = {}, optionalAliases = {} } = manifest;
  const paths = [manifest.public ?? {}, aliases, ...Object.values(optionalAliases)].flatMap(
    (paths) => Object.keys(paths),
  );
  for (const [word, shape] of Object.entries(manifest.errorShapes ?? {})) {
    if (typeof shape?.write !== "function" || shapeTexts.some((name) => !shape[name]))
      refuse(`errorShapes "${word}" must have ${shapeTexts.join(", ")} and write`);
    if (!paths.some((path) => path.split("/")[1] === word.slice(1)))
      refuse(
        `errorShapes "${word}" matches none of its paths at the root: it must be their first word, such as "/v1"`,
      );
  }
}

/** Loads the dataset files of a plugin. Returns an empty object if there are none. */
async function loadDatasets(
  plugin: Plugin,
  { dir, read, refuse }: { dir: string; read: ReadFile; refuse: Refuse },
): Promise<Record<string, DatasetDefinition>> {
  if (!existsSync(dir)) return {};
  const files = [...new Bun.Glob("*.ts").scanSync({ cwd: dir, followSymlinks: true })]
    .filter((file) => !file.endsWith(".test.ts"))
    .sort();
  const entries = files.map(async (file) => {
    const { default: dataset } = await read(`datasets/${file}`);
    if (!isDatasetOf(plugin, dataset))
      return refuse(`the default export of datasets/${file} is not a dataset() of this plugin`);
    return [file.slice(0, -".ts".length), dataset] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
