import { expect, test } from "bun:test";
import { linkSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const read = (folder: string) =>
  Array.from(new Bun.Glob("node_modules/.bun/*/**").scanSync({ cwd: folder, dot: true }))
    .map((path) => path.split("/node_modules/")[1])
    .sort();

async function withPackages(
  files: Readonly<Record<string, string>>,
  look: (folder: string, prune: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "prune-"));
  try {
    for (const [path, text] of Object.entries(files)) await Bun.write(join(folder, path), text);
    await look(folder, async () => {
      await Bun.$`${process.execPath} ${import.meta.dir}/prune.ts ${folder}`.quiet();
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const big = "node_modules/.bun/@a+big@1.0.0/node_modules/@a/big";
const words =
  "/* The terms. */\nexport const words = { \"it's\": [1], 2: 'b\\\\' };\nexport const count = 2;";
const other = "node_modules/.bun/other@2.0.0/node_modules/other";
const shared = "node_modules/.bun/shared@1.0.0/node_modules/shared";
const packages = {
  "core/package.json": JSON.stringify({
    keep: { "@a/*": ["data/*.json"] },
    data: { other: ["lib/words.js"] },
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
  [`${other}/lib/a.js.map`]: "",
  [`${other}/lib/words.js`]: words,
};

test("of a package that says what is kept the rest is removed, its licence never, and source maps everywhere", () =>
  withPackages(packages, async (folder, prune) => {
    await prune();
    expect(read(folder)).toEqual([
      "@a/big/LICENSE",
      "@a/big/data/a.json",
      "@a/big/index.js",
      "@a/big/package.json",
      "other/.hidden",
      "other/index.js",
      "other/lib/words.js",
    ]);
  }));

test("data in a program is JSON then, of the same worth and below the same terms, and the cached file as it was", () =>
  withPackages(packages, async (folder, prune) => {
    const file = join(folder, other, "lib/words.js");
    linkSync(file, join(folder, "cached.js"));
    await prune();
    const text = await Bun.file(file).text();
    expect(text).toStartWith("/* The terms. */\n");
    expect(text).toContain("JSON.parse");
    expect({ ...(await import(file)) }).toEqual({ words: { "it's": [1], 2: "b\\" }, count: 2 });
    expect(await Bun.file(join(folder, "cached.js")).text()).toBe(words);
  }));

test("entries to be bundled need no other file of their package, share what they share, and stay in the cache as they were", () =>
  withPackages(
    {
      "core/package.json": JSON.stringify({ bundle: { shared: ["a.mjs", "deep/b.mjs"] } }),
      [`${shared}/package.json`]: "{}",
      [`${shared}/a.mjs`]: 'export { put } from "./lib/state.mjs";',
      [`${shared}/deep/b.mjs`]: 'export { get } from "../lib/state.mjs";',
      [`${shared}/lib/state.mjs`]:
        "let kept = 0; export const put = (n) => { kept = n; }; export const get = () => kept;",
    },
    async (folder, prune) => {
      linkSync(join(folder, shared, "a.mjs"), join(folder, "cached.mjs"));
      await prune();
      rmSync(join(folder, shared, "lib"), { recursive: true });
      // Another package has all gone over again, and what was bundled before bundled anew.
      await Bun.write(join(folder, other, "index.js"), "");
      await prune();
      const parts = new Bun.Glob("bundled-*").scanSync(join(folder, shared));
      expect(Array.from(parts)).toHaveLength(1);
      const { put } = await import(join(folder, shared, "a.mjs"));
      const { get } = await import(join(folder, shared, "deep/b.mjs"));
      put(7);
      expect(get()).toBe(7);
      expect(await Bun.file(join(folder, "cached.mjs")).text()).toContain("./lib/state.mjs");
    },
  ));

test("a version that comes later is pruned, too", () =>
  withPackages(packages, async (folder, prune) => {
    await prune();
    const later = big.replace("1.0.0", "1.1.0");
    await Bun.write(join(folder, later, "all.js"), "");
    await prune();
    expect(await Bun.file(join(folder, later, "all.js")).exists()).toBe(false);
  }));

test("a folder without packages is left alone", () =>
  withPackages({ "core/package.json": "{}" }, async (folder, prune) => {
    await prune();
    expect(read(folder)).toEqual([]);
  }));
