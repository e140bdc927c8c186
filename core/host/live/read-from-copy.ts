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
 * Has the modules of a folder that are imported from now on read as they stand in a copy of it. They stay the
 * modules of the folder by their paths, and one with those that were imported before.
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
          // What is no part of the plugin was not copied.
          contents: readFileSync(existsSync(copied) ? copied : path, "utf8"),
          loader: loaders[extname(path) as keyof typeof loaders],
        };
      }),
  });
}
