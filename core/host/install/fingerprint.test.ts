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

test("equal folders have equal hashes, and each change of a file shows", async () => {
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

test("what moves from one file's end to the next one's beginning shows", async () => {
  const before = await computeFolderFingerprint(dir);
  rmSync(`${dir}/node_modules/x/index.js`);
  writeFileSync(`${dir}/node_modules/x/index.j`, "sb");
  expect(changesBetween(before, await computeFolderFingerprint(dir))).toEqual([
    "changed: its packages",
  ]);
});

test("a link within it is taken, and shows where it leads", async () => {
  symlinkSync("x/index.js", `${dir}/node_modules/y`);
  const before = await computeFolderFingerprint(dir);
  rmSync(`${dir}/node_modules/y`);
  symlinkSync("./x/index.js", `${dir}/node_modules/y`);
  expect((await computeFolderFingerprint(dir)).hash).not.toBe(before.hash);
});

test.each(["/etc/passwd", "../../x", "..", ".", "/no/such/file"])(
  "a link to %s is refused",
  async (target) => {
    symlinkSync(target, `${dir}/link`);
    await expect(computeFolderFingerprint(dir)).rejects.toThrow(
      'The link "link" leads out of the folder',
    );
  },
);

test("a link that leads out by another link is refused", async () => {
  mkdirSync(`${dir}/a/b/c`, { recursive: true });
  symlinkSync("../../../node_modules", `${dir}/a/b/c/up`);
  // Textually it is a/x, but it leads above the folder.
  symlinkSync("up/../..", `${dir}/a/b/c/out`);
  await expect(computeFolderFingerprint(dir)).rejects.toThrow('The link "a/b/c/out" leads out');
});

test("what is neither a file nor a folder is refused", async () => {
  Bun.spawnSync(["mkfifo", `${dir}/pipe`]);
  await expect(computeFolderFingerprint(dir)).rejects.toThrow(
    '"pipe" is neither a file nor a folder',
  );
});
