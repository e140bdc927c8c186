import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { loadPlugin } from "./load-plugin.ts";
import type { BrokenPlugin, LoadedPlugin } from "./loaded-plugin.ts";
import { clashBetween } from "./paths.ts";

/**
 * Reads the plugin folders below each root. One that breaks the contract is left out, or fatal if
 * `strict`; so is one whose paths clash with those of another, or of the hub's `own` routes: the first has them.
 */
export async function loadAll(
  [home, ...others]: readonly string[],
  { strict = false, own }: { strict?: boolean; own?: LoadedPlugin } = {},
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
    const error =
      "error" in outcome ? outcome.error : clash(outcome, [...(own ? [own] : []), ...plugins]);
    if (error && strict) throw error;
    if (error) broken.push({ name, dir: outcome.dir, reason: error.message });
    else plugins.push(outcome as LoadedPlugin);
  }
  return { plugins, broken };
}

/** The first of the others, the hub itself before all, that already has what a plugin would answer. */
function clash(loaded: LoadedPlugin, others: readonly LoadedPlugin[]): Error | undefined {
  for (const other of others) {
    const why = clashBetween(loaded, other);
    if (why) return new Error(`Cannot load plugin "${loaded.name}": ${why}`);
  }
  return undefined;
}

function foldersOf(root: string): string[] {
  if (!existsSync(root))
    throw new Error(`Cannot find the plugin folder "${root}" that HUB_PLUGINS names`);
  if (existsSync(`${root}/plugin.ts`))
    throw new Error(
      `HUB_PLUGINS names "${root}", which is a plugin itself: name the folder that it is in, "${dirname(resolve(root))}"`,
    );
  return [...new Bun.Glob("*/plugin.ts").scanSync({ cwd: root, followSymlinks: true })]
    .sort()
    .map((file) => `${root}/${file.slice(0, -"/plugin.ts".length)}`);
}
