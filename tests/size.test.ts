import { expect, test } from "bun:test";
import { lstatSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findKept, findName, readRules } from "../scripts/prune.ts";

const root = join(import.meta.dir, "..");

/**
 * The most code lines of a folder: neither blank nor comment, without tests and fixtures. A raise needs a
 * comment that names the endpoint or the promise that the lines are for. After a deletion,
 * `WRITE_BUDGETS=1 bun test tests/size.test.ts` writes the present counts.
 */
const budgets: Readonly<Record<string, number>> = {
  admin: 771,
  bin: 665,
  core: 227,
  "core/accounts": 5245,
  "core/app": 1104,
  "core/contract": 1146,
  "core/host": 12922,
  "core/lib": 8159,
  "core/platform": 6933,
  "core/server": 4044,
  "core/site": 12051,
  "plugins/ai": 14811,
  "plugins/crypto": 4734,
  "plugins/currency": 4314,
  "plugins/dev": 25052,
  "plugins/email": 2464,
  "plugins/image": 15993,
  "plugins/invoice": 8401,
  "plugins/ip-geo": 2596,
  "plugins/pdf": 30570,
  "plugins/qr": 5957,
  "plugins/screenshot": 3484,
  "plugins/tts": 9918,
  "plugins/url": 5563,
  routes: 2185,
  scripts: 2610,
  // The trial of the official rules for invoices against Saxon.
  "scripts/lab": 13094,
};

test("no folder has more code lines than its budget", () => {
  const lines = countFolders();
  if (process.env.WRITE_BUDGETS) writeBudgets(lines);
  const over = Object.entries(lines).filter(([folder, count]) => count > (budgets[folder] ?? 0));
  expect(process.env.WRITE_BUDGETS ? [] : over).toEqual([]);
});

function countFolders(): Record<string, number> {
  const skipped = /\.test\.|\.fixture\.|(^|\/)fixtures?[./]|(^|\/)testing\/|\.d\.ts$|node_modules/;
  const code = ["{bin,core,plugins,scripts}/**/*.{ts,js,mjs}", "{admin,routes}/**/*.ts"];
  const lines: Record<string, number> = {};
  for (const [index, pattern] of code.entries())
    for (const path of new Bun.Glob(pattern).scanSync({ cwd: root, dot: index === 1 })) {
      if (skipped.test(path)) continue;
      const [room = "", folder = "", file] = path.split("/");
      const isLab = path.startsWith("scripts/lab/");
      const isSplit = file !== undefined && (room === "core" || room === "plugins");
      const name = isLab || isSplit ? `${room}/${folder}` : room;
      lines[name] = (lines[name] ?? 0) + countLines(readFileSync(join(root, path), "utf8"));
    }
  return lines;
}

function countLines(code: string): number {
  let count = 0;
  let isComment = false;
  for (const line of code.split("\n").map((line) => line.trim())) {
    const starts = line.startsWith("/*");
    if (!isComment && !starts && !line.startsWith("//") && line !== "") count++;
    if (isComment || starts) isComment = !line.includes("*/");
  }
  return count;
}

/** Writes counts into the table above. Comments stay. */
function writeBudgets(lines: Readonly<Record<string, number>>): void {
  const table = readFileSync(import.meta.path, "utf8").replace(
    /^( {2}"?([a-z/-]+)"?: )\d+,/gm,
    (_, start: string, name: string) => `${start}${lines[name] ?? 0},`,
  );
  writeFileSync(import.meta.path, table);
}

/** The most megabytes of packages on the disk: installed for production, and in the image. */
const installedMax = 900;
const imageMax = 480;

test("packages take at most 900 MB in an installation for production, and 480 MB in the image", () => {
  const rules = readRules(root);
  const sizes = { installed: 0, image: 0 };
  for (const home of listProductionPackages()) {
    const name = findName(/\.bun\/([^/]+)/.exec(home)?.[1] ?? "");
    const isInstalled = findKept(name, rules, { keepsTypes: true });
    const isInImage = findKept(name, rules);
    for (const path of new Bun.Glob("**").scanSync({ cwd: home, dot: true })) {
      const size = Math.ceil(lstatSync(join(home, path)).size / 4096) * 4096;
      if (isInstalled(path)) sizes.installed += size;
      if (isInImage(path) && !builtAway.test(`${name}/${path}`)) sizes.image += size;
    }
  }
  expect(sizes.image).toBeGreaterThan(0);
  expect(sizes.installed / 2 ** 20).toBeLessThan(installedMax - foldersMb);
  expect(sizes.image / 2 ** 20).toBeLessThan(imageMax - foldersMb);
});

/** Files that the Dockerfile removes: Debian's Chromium and packed lists replace them. */
const builtAway = /^@sparticuz\/chromium\/bin\/|^@ip-location-db\/asn\/.*\.csv$/;
/** An upper estimate of the space of folders and links. */
const foldersMb = 20;

/** Returns the folders of all packages that the product depends on, also through others. */
function listProductionPackages(): Set<string> {
  const found = new Set<string>();
  const add = (folder: string, name: string) => {
    try {
      found.add(realpathSync(join(folder, name)));
    } catch {
      // An optional package for another platform.
    }
  };
  for (const workspace of [
    "core",
    ...new Bun.Glob("plugins/*").scanSync({ cwd: root, onlyFiles: false }),
  ]) {
    const manifest = readManifest(join(root, workspace));
    for (const name of manifest) add(join(root, workspace, "node_modules"), name);
  }
  for (const home of found)
    if (home.includes("/.bun/"))
      for (const name of readManifest(home))
        add(home.replace(/(\/\.bun\/[^/]+\/node_modules)\/.*/, "$1"), name);
  return new Set([...found].filter((home) => home.includes("/.bun/")));
}

/** Returns the names of the packages that a package needs or may use. */
function readManifest(home: string): string[] {
  const manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
}
