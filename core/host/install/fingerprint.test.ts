import { afterAll, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { changesBetween, computeFolderFingerprint } from "./fingerprint.ts";

const root = mkdtempSync(`${tmpdir()}/utilhub-fingerprint-`);
let dir = "";
let count = 0;
beforeEach(() => {
  dir = `${root}/${count++}/sample`;
  mkdirSync(`${dir}/node_modules/x`, { recursive: true });
  writeFileSync(`${dir}/plugin.ts`, "a");
  writeFileSync(`${dir}/node_modules/x/index.js`, "b");
});
afterAll(() => rmSync(root, { recursive: true }));

test("equal folders have equal hashes, and each change of a file changes the hash", async () => {
  const before = await computeFolderFingerprint(dir);
  expect(await computeFolderFingerprint(dir)).toEqual(before);
  expect(changesBetween(before, before)).toEqual([]);
  writeFileSync(`${dir}/plugin.ts`, "c");
  writeFileSync(`${dir}/more.ts`, "");
  expect(changesBetween(before, await computeFolderFingerprint(dir))).toEqual([
    "added: more.ts",
    "changed: plugin.ts",
  ]);
  rmSync(`${dir}/plugin.ts`);
  expect(changesBetween(before, await computeFolderFingerprint(dir))).toContain(
    "removed: plugin.ts",
  );
});

test("bytes that move between adjacent files change the hash", async () => {
  const before = await computeFolderFingerprint(dir);
  rmSync(`${dir}/node_modules/x/index.js`);
  writeFileSync(`${dir}/node_modules/x/index.j`, "sb");
  expect(changesBetween(before, await computeFolderFingerprint(dir))).toEqual([
    "changed: its packages",
  ]);
});

test("a link within the folder is allowed, and its target changes the hash", async () => {
  symlinkSync("x/index.js", `${dir}/node_modules/y`);
  const before = await computeFolderFingerprint(dir);
  rmSync(`${dir}/node_modules/y`);
  symlinkSync("./x/index.js", `${dir}/node_modules/y`);
  expect((await computeFolderFingerprint(dir)).hash).not.toBe(before.hash);
});

test.each(["/etc/passwd", "../../x", "..", ".", "/no/such/file"])(
  "rejects a link to %s",
  async (target) => {
    symlinkSync(target, `${dir}/link`);
    await expect(computeFolderFingerprint(dir)).rejects.toThrow(
      'The link "link" leads out of the folder',
    );
  },
);

test("rejects a link that leads outside through another link", async () => {
  mkdirSync(`${dir}/a/b/c`, { recursive: true });
  symlinkSync("../../../node_modules", `${dir}/a/b/c/up`);
  // Textually it is a/x, but it leads above the folder.
  symlinkSync("up/../..", `${dir}/a/b/c/out`);
  await expect(computeFolderFingerprint(dir)).rejects.toThrow('The link "a/b/c/out" leads out');
});

test("rejects entries that are neither a file nor a folder", async () => {
  Bun.spawnSync(["mkfifo", `${dir}/pipe`]);
  await expect(computeFolderFingerprint(dir)).rejects.toThrow(
    '"pipe" is neither a file nor a folder',
  );
});
