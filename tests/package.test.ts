import { expect, test } from "bun:test";
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { isFullDepth } from "hub/testing";

const root = resolve(import.meta.dir, "..");
const described = await Bun.file(`${root}/package.json`).json();
const { engines, version } = described;

/** Lists the files of the package with npm, because Bun would omit its own lock file. */
async function packed(): Promise<string[]> {
  const list = isFullDepth ? undefined : findLibrary();
  // The part of npm's tree that the library requires.
  const tree = { path: root, package: described, isProjectRoot: true, edgesOut: new Map() };
  return list ? list(tree) : listByCommand();
}

/** Lists the files with the command, which also compresses all of them. */
async function listByCommand(): Promise<string[]> {
  const [{ files }] = await Bun.$`npm pack --dry-run --json --ignore-scripts`
    .cwd(root)
    .quiet()
    .json();
  return files.map(({ path }: { path: string }) => path);
}

/** Returns npm's library that lists package files, if npm is installed with its dependencies. */
function findLibrary(): ((tree: object) => Promise<string[]>) | undefined {
  const program = Bun.which("npm");
  try {
    return program === null ? undefined : createRequire(realpathSync(program))("npm-packlist");
  } catch {
    return undefined;
  }
}

test("the package contains the program and its documentation, but no tests and no generated files", async () => {
  const files = await packed();
  const needed = [
    "package.json",
    "bun.lock",
    "bunfig.toml",
    "LICENSE",
    "NOTICE",
    "bin/utilhub.mjs",
    "bin/run-own.mjs",
    "core/main.ts",
    "core/package.json",
    "core/site/docs/browser/style.css",
    "plugins/qr/plugin.ts",
    "plugins/qr/package.json",
    "routes/.well-known/api-catalog.get.ts",
    "scripts/keys.ts",
    "scripts/plugin.ts",
  ];
  expect(needed.filter((file) => !files.includes(file))).toEqual([]);
  const odd = /\.test\.ts$|(^|\/)fixtures\/|^tests\/|^data\/|\/data\/|node_modules|^\.(?!well)/;
  expect(files.filter((file) => odd.test(file))).toEqual([]);
});

test("the README names the current Bun version and package", async () => {
  const readme = await Bun.file(`${root}/README.md`).text();
  expect(new Set(readme.match(/bun@[\d.]+/g))).toEqual(new Set([`bun@${engines.bun}`]));
  expect(new Set(readme.match(/utilhub-[\d.]+(?=\.tgz)/g))).toEqual(
    new Set([`utilhub-${version}`]),
  );
});
