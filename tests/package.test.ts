import { expect, test } from "bun:test";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { isFullDepth } from "hub/testing";

const root = resolve(import.meta.dir, "..");
const described = await Bun.file(`${root}/package.json`).json();
const { engines, version } = described;

/** Lists the files of the package with npm, because Bun would omit its own lock file. */
async function packed(folder = root): Promise<string[]> {
  const list = isFullDepth ? undefined : findLibrary();
  // The part of npm's tree that the library requires.
  const tree = { path: folder, package: described, isProjectRoot: true, edgesOut: new Map() };
  return list ? list(tree) : listByCommand(folder);
}

/** Lists the files with the command, which also compresses all of them. */
async function listByCommand(folder: string): Promise<string[]> {
  const [{ files }] = await Bun.$`npm pack --dry-run --json --ignore-scripts`
    .cwd(folder)
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

const files = await packed();

test("the package contains the program and its documentation, but no tests and no generated files", () => {
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

test("the programs of the package import no file that the package omits", async () => {
  const present = new Set(files);
  const omitted: string[] = [];
  for (const file of files.filter((name) => /\.m?ts$/.test(name) && !name.endsWith(".d.ts"))) {
    const code = await Bun.file(`${root}/${file}`).text();
    for (const { path } of new Bun.Transpiler({ loader: "ts" }).scanImports(code))
      if (path.startsWith(".") && !present.has(join(dirname(file), path)))
        omitted.push(`${file}: ${path}`);
  }
  expect(omitted).toEqual([]);
});

test("the package contains the services of the repository, and no plugin that its user wrote", async () => {
  const readme = await Bun.file(`${root}/README.md`).text();
  const services = Array.from(readme.matchAll(/\| `\/api\/([\w-]+)` \|/g), ([, name]) => name);
  const listed = described.files.filter((line: string) => /^plugins(\/|$)/.test(line));
  expect(listed).toEqual(services.sort().map((name) => `plugins/${name}`));
  const folder = mkdtempSync(`${tmpdir()}/utilhub-pack-`);
  await Bun.write(`${folder}/package.json`, Bun.file(`${root}/package.json`));
  for (const name of ["qr", "my-own"]) await Bun.write(`${folder}/plugins/${name}/plugin.ts`, "");
  const own = await packed(folder);
  rmSync(folder, { recursive: true });
  expect(own.filter((file) => file.startsWith("plugins/"))).toEqual(["plugins/qr/plugin.ts"]);
});

test("the README names the current Bun version and package", async () => {
  const readme = await Bun.file(`${root}/README.md`).text();
  expect(new Set(readme.match(/bun@[\d.]+/g))).toEqual(new Set([`bun@${engines.bun}`]));
  expect(new Set(readme.match(/utilhub-[\d.]+(?=\.tgz)/g))).toEqual(
    new Set([`utilhub-${version}`]),
  );
});
