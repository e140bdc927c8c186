import { existsSync } from "node:fs";
import { type BrokenPlugin, type LoadedPlugin, loadPlugin } from "./load.ts";

/**
 * Reads the plugin folders below each root. One that breaks the contract is left out, or fatal if
 * `strict`; so is one whose paths at the root begin like those of another or of the hub's `own` routes.
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
    const error = "error" in outcome ? outcome.error : clash(outcome, plugins, own);
    if (error && strict) throw error;
    if (error) broken.push({ name, dir: outcome.dir, reason: error.message });
    else plugins.push(outcome as LoadedPlugin);
  }
  return { plugins, broken };
}

/** Two that would answer the same path: the router lets the last one win with no word at all. */
function clash(
  { name, open }: LoadedPlugin,
  plugins: readonly LoadedPlugin[],
  own: LoadedPlugin | undefined,
): Error | undefined {
  const refusal = (why: string) => new Error(`Cannot load plugin "${name}": ${why}`);
  const twin = plugins.find((plugin) => plugin.name === name);
  if (twin) return refusal(`${twin.dir} already answers under its name`);
  const taken = [...(own?.routes ?? []), ...plugins.flatMap((plugin) => plugin.open)];
  for (const { folder, path } of open) {
    const other = taken.find((route) => firstOf(route.path) === firstOf(path));
    if (other)
      return refusal(`${folder} "${path}" begins like "${other.path}", which is another's`);
  }
  return undefined;
}

function firstOf(path: string): string | undefined {
  return path.split("/")[1];
}

function foldersOf(root: string): string[] {
  if (!existsSync(root))
    throw new Error(`Cannot find the plugin folder "${root}" that HUB_PLUGINS names`);
  return [...new Bun.Glob("*/plugin.ts").scanSync({ cwd: root, followSymlinks: true })]
    .sort()
    .map((file) => `${root}/${file.slice(0, -"/plugin.ts".length)}`);
}
