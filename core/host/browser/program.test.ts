import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { environmentOf, findProgram } from "./program.ts";

const folder = mkdtempSync(join(tmpdir(), "utilhub-program-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** As on a system that has no browser and none of its libraries. */
const bare = { folder, among: [], lacks: async () => true };
const hasPackage = process.platform === "linux" && process.arch === "x64";

test.skipIf(!hasPackage)(
  "a system without them gets the package's browser and libraries, once for all who ask at once",
  async () => {
    const asks = [findProgram(undefined, bare), findProgram(undefined, bare)];
    const [first, other] = await Promise.all(asks);
    if (!first?.libraries) throw new Error("No libraries were unpacked");
    expect(other).toEqual(first);
    expect(readdirSync(folder).sort()).toEqual([basename(first.path), basename(first.libraries)]);
    const env = { ...environmentOf(first), LD_TRACE_LOADED_OBJECTS: "1" };
    const loaded = await Bun.spawn([first.path], { env }).stdout.text();
    expect(loaded).not.toContain("not found");
    for (const name of ["libnss3.so", "libnssutil3.so", "libnspr4.so", "libexpat.so.1"])
      expect(loaded).toContain(`${name} => ${first.libraries}/${name}`);
  },
);

test.skipIf(!hasPackage)("a system that has them keeps its own", async () => {
  const program = await findProgram(undefined, { ...bare, lacks: async () => false });
  expect(program).toEqual({ path: expect.stringContaining(folder), shell: true });
  expect(environmentOf(program!)).toBe(process.env);
});

test("a program that the operator names is taken as it is, or none", async () => {
  const there = await findProgram("/bin/sh", bare);
  expect(there).toEqual({ path: "/bin/sh", shell: false });
  expect(await findProgram("/nowhere/chrome", bare)).toBeUndefined();
});
