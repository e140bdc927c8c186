import { existsSync, readFileSync, realpathSync } from "node:fs";
import { extname } from "node:path";

const loaders = {
  ".ts": "ts",
  ".mts": "ts",
  ".cts": "ts",
  ".js": "js",
  ".mjs": "js",
  ".cjs": "js",
} as const;

/**
 * Makes modules of a folder that are imported from now on load their code from a copy of it. Their paths
 * don't change, so they share state with the modules that were imported before.
 */
export function readFromCopy(folder: string, copy: string): void {
  const origin = realpathSync(folder);
  const filter = new RegExp(`^${RegExp.escape(origin)}/(?!(?:.*/)?node_modules/).*\\.[cm]?[jt]s$`);
  Bun.plugin({
    name: `copy of ${origin}`,
    setup: (build) =>
      void build.onLoad({ filter }, ({ path }) => {
        const copied = copy + path.slice(origin.length);
        return {
          // Files that aren't part of the plugin were not copied.
          contents: readFileSync(existsSync(copied) ? copied : path, "utf8"),
          loader: loaders[extname(path) as keyof typeof loaders],
        };
      }),
  });
}
