import { expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findKept, readRules } from "./prune.ts";

const read = (folder: string) =>
  Array.from(new Bun.Glob("node_modules/.bun/*/**").scanSync({ cwd: folder, dot: true }))
    .map((path) => path.split("/node_modules/")[1])
    .sort();

async function withPackages(
  files: Readonly<Record<string, string>>,
  look: (folder: string, prune: (option?: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "prune-"));
  try {
    for (const [path, text] of Object.entries(files)) await Bun.write(join(folder, path), text);
    await look(folder, async (option) => {
      const options = option === undefined ? [] : [option];
      await Bun.$`${process.execPath} ${import.meta.dir}/prune.ts ${options} ${folder}`.quiet();
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const big = "node_modules/.bun/@a+big@1.0.0/node_modules/@a/big";
const other = "node_modules/.bun/other@2.0.0/node_modules/other";
const packages = {
  "package.json": JSON.stringify({ devDependencies: { compiler: "1.0.0" } }),
  "core/package.json": JSON.stringify({
    keep: { "@a/*": ["data/*.json"] },
  }),
  "plugins/one/package.json": JSON.stringify({ keep: { "@a/big": ["*.js", "!all.js"] } }),
  "plugins/two/package.json": "{}",
  [`${big}/package.json`]: "{}",
  [`${big}/LICENSE`]: "",
  [`${big}/index.js`]: "",
  [`${big}/index.js.map`]: "",
  [`${big}/all.js`]: "",
  [`${big}/data/a.json`]: "",
  [`${big}/data/deep/b.json`]: "",
  [`${other}/index.js`]: "",
  [`${other}/.hidden`]: "",
  [`${other}/README.md`]: "",
  [`${other}/LICENSE.md`]: "",
  [`${other}/index.d.ts`]: "",
  [`${other}/index.d.mts`]: "",
  [`${other}/lib/a.js.map`]: "",
};

test("keeps only the listed files of a package and its licence, and removes source maps, types and documentation everywhere", () =>
  withPackages(packages, async (folder, prune) => {
    await prune();
    expect(read(folder)).toEqual([
      "@a/big/LICENSE",
      "@a/big/data/a.json",
      "@a/big/index.js",
      "@a/big/package.json",
      "other/.hidden",
      "other/LICENSE.md",
      "other/index.js",
    ]);
    expect(existsSync(join(folder, big, "data/deep"))).toBe(false);
  }));

test("an installation for production keeps types, and one for development all files", () =>
  withPackages(packages, async (folder, prune) => {
    mkdirSync(join(folder, "node_modules/compiler"));
    await prune("--installed");
    expect(read(folder)).toContain("@a/big/all.js");
    rmSync(join(folder, "node_modules/compiler"), { recursive: true });
    await prune("--installed");
    expect(read(folder)).not.toContain("@a/big/all.js");
    expect(read(folder)).toContain("other/index.d.ts");
  }));

test("packages for development restore what an installation for production removed", () =>
  withPackages(
    {
      "package.json": '{ "devDependencies": { "compiler": "file:./compiler" } }',
      "compiler/package.json": '{ "name": "compiler", "version": "1.0.0" }',
      "core/package.json": "{}",
    },
    async (folder, prune) => {
      await Bun.$`${process.execPath} install --silent`.cwd(folder).quiet();
      await Bun.write(join(folder, "node_modules/.pruned"), "");
      await Bun.write(join(folder, "node_modules/.bun/rest"), "");
      await prune("--installed");
      const packages = join(folder, "node_modules");
      expect(existsSync(join(packages, "compiler/package.json"))).toBe(true);
      expect(existsSync(join(packages, ".pruned")) || existsSync(join(packages, ".bun/rest"))).toBe(
        false,
      );
    },
  ));

test("a later version is pruned too", () =>
  withPackages(packages, async (folder, prune) => {
    await prune();
    const later = big.replace("1.0.0", "1.1.0");
    await Bun.write(join(folder, later, "all.js"), "");
    await prune();
    expect(await Bun.file(join(folder, later, "all.js")).exists()).toBe(false);
  }));

test("a folder without packages is left unchanged", () =>
  withPackages({ "core/package.json": "{}" }, async (folder, prune) => {
    await prune();
    expect(read(folder)).toEqual([]);
  }));

test("all modules that a hub can reach are kept", () => {
  const root = join(import.meta.dir, "..");
  const rules = readRules(root);
  const own = Array.from(new Bun.Glob("{core,plugins,routes,admin}/**/*.ts").scanSync(root))
    .filter((path) => !/\.test\.|fixture|core\/testing|node_modules|\.d\.ts$/.test(path))
    .map((path) => join(root, path));
  const removed = new Set<string>();
  const seen = new Set(own);
  for (const file of seen) {
    // Puppeteer loads it for Firefox only.
    if (!/\.[cm]?[jt]s$/.test(file) || file.includes("/puppeteer/bidi/")) continue;
    for (const { path, kind } of scanImports(file)) {
      const target = resolveImport(path, file, kind);
      const [, home = "", name = "", inner = ""] = packageFile.exec(target ?? "") ?? [];
      if (!target || inner === "") continue;
      const isKept = findKept(name, rules);
      // Bun resolves to the ES module of a package if its main file is missing.
      const { module = "" } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
      if (isKept(inner)) seen.add(target);
      else if (isKept(module)) seen.add(join(home, module));
      else removed.add(`${name}/${inner}`);
    }
  }
  expect(seen.size).toBeGreaterThan(own.length);
  expect([...removed]).toEqual([]);
});

const packageFile = /^(.*\/node_modules\/\.bun\/[^/]+\/node_modules\/((?:@[^/]+\/)?[^/]+))\/(.*)$/;
const loaders = {
  ts: new Bun.Transpiler({ loader: "ts" }),
  js: new Bun.Transpiler({ loader: "jsx" }),
};

function scanImports(file: string) {
  const transpiler = file.endsWith("ts") ? loaders.ts : loaders.js;
  try {
    return transpiler.scanImports(readFileSync(file, "utf8"));
  } catch {
    // Files for other tools, in syntaxes of their own.
    return [];
  }
}

/** Returns the path of a module, or undefined if it isn't installed: packages have optional ones. */
function resolveImport(path: string, file: string, kind: string): string | undefined {
  try {
    const isRequired = kind === "require-call";
    return isRequired ? createRequire(file).resolve(path) : Bun.resolveSync(path, dirname(file));
  } catch {
    return undefined;
  }
}
