import { existsSync } from "node:fs";
import type { DatasetDefinition } from "../../contract/dataset.ts";
import { isDatasetOf, type Plugin } from "../../contract/plugin.ts";
import { imported, type Refuse } from "./load-routes.ts";

/** Reads the files of a plugin's `datasets/` folder: there may be none. */
export async function loadDatasets(
  plugin: Plugin,
  { dir, refuse }: { dir: string; refuse: Refuse },
): Promise<Record<string, DatasetDefinition>> {
  if (!existsSync(dir)) return {};
  const files = [...new Bun.Glob("*.ts").scanSync({ cwd: dir, followSymlinks: true })]
    .filter((file) => !file.endsWith(".test.ts"))
    .sort();
  const entries = files.map(async (file) => {
    const { default: dataset } = await imported(`${dir}/${file}`, `datasets/${file}`, refuse);
    if (!isDatasetOf(plugin, dataset))
      return refuse(`the default export of datasets/${file} is not a dataset() of this plugin`);
    return [file.slice(0, -".ts".length), dataset] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
