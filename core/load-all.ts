import { existsSync } from "node:fs";
import { type BrokenPlugin, type LoadedPlugin, loadPlugin } from "./load.ts";

/** Reads the plugin folders below each root. One that breaks the contract is left out, or fatal if `strict`. */
export async function loadAll(
  [home, ...others]: readonly string[],
  { strict = false }: { strict?: boolean } = {},
): Promise<{ plugins: LoadedPlugin[]; broken: BrokenPlugin[] }> {
  const dirs = [
    ...foldersOf(home ?? "").map((dir) => ({ dir, isolated: false })),
    ...others.flatMap(foldersOf).map((dir) => ({ dir, isolated: true })),
  ];
  const outcomes = await Promise.all(
    dirs.map(({ dir, isolated }) =>
      loadPlugin(dir, { isolated }).catch((error: Error) => ({ dir, error })),
    ),
  );
  const plugins: LoadedPlugin[] = [];
  const broken: BrokenPlugin[] = [];
  for (const outcome of outcomes) {
    const name = outcome.dir.split("/").at(-1) ?? "";
    const twin = "error" in outcome ? undefined : plugins.find((plugin) => plugin.name === name);
    const error =
      "error" in outcome
        ? outcome.error
        : twin &&
          new Error(`Cannot load plugin "${name}": ${twin.dir} already answers under its name`);
    if (error && strict) throw error;
    if (error) broken.push({ name, dir: outcome.dir, reason: error.message });
    else plugins.push(outcome as LoadedPlugin);
  }
  return { plugins, broken };
}

function foldersOf(root: string): string[] {
  if (!existsSync(root))
    throw new Error(`Cannot find the plugin folder "${root}" that HUB_PLUGINS names`);
  return [...new Bun.Glob("*/plugin.ts").scanSync({ cwd: root, followSymlinks: true })]
    .sort()
    .map((file) => `${root}/${file.slice(0, -"/plugin.ts".length)}`);
}
