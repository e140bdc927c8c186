import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
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
const other = "node_modules/.bun/other@2.0.0/node_modules/other";
const packages = {
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
  [`${other}/index.d.ts`]: "",
  [`${other}/index.d.mts`]: "",
  [`${other}/lib/a.js.map`]: "",
};

test("keeps only the listed files of a package and its licence, and removes source maps and type declarations everywhere", () =>
  withPackages(packages, async (folder, prune) => {
    await prune();
    expect(read(folder)).toEqual([
      "@a/big/LICENSE",
      "@a/big/data/a.json",
      "@a/big/index.js",
      "@a/big/package.json",
      "other/.hidden",
      "other/index.js",
    ]);
  }));

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
