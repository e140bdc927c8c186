import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { shareProgram } from "../../testing/test-browser.ts";
import { buildEnvironment, findProgram } from "./program.ts";

const folder = mkdtempSync(join(tmpdir(), "utilhub-program-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** Simulates a system without a browser and its libraries. */
const bare = { among: [], lacks: async () => true };
const hasPackage = process.platform === "linux" && process.arch === "x64";

/** Creates a package like the browser's, with a script as its program. */
async function makePackage(): Promise<string> {
  const bin = join(folder, "package/bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(folder, "package/package.json"), '{ "version": "1.2.3" }');
  writeFileSync(join(bin, "chromium.br"), brotliCompressSync("#!/bin/sh\necho runs\n"));
  const archive = new Bun.Archive({ "lib/libnspr4.so": "a library" });
  writeFileSync(join(bin, "al2023.tar.br"), brotliCompressSync(await archive.bytes()));
  return join(bin, "chromium.br");
}

test("the package's program and libraries are unpacked once for concurrent callers", async () => {
  const own = join(folder, "small");
  const asked = { ...bare, folder: own, packed: await makePackage() };
  const [first, other] = await Promise.all([
    findProgram(undefined, asked),
    findProgram(undefined, asked),
  ]);
  if (!first?.libraries) throw new Error("No libraries were unpacked");
  expect(first).toEqual({
    path: join(own, "headless-shell-1.2.3"),
    shell: true,
    libraries: join(own, "libraries-1.2.3"),
  });
  expect(other).toEqual(first);
  expect(readdirSync(own).sort()).toEqual([basename(first.path), basename(first.libraries)]);
  expect(readdirSync(first.libraries)).toEqual(["libnspr4.so"]);
  expect(await Bun.spawn([first.path]).stdout.text()).toBe("runs\n");
});

test.skipIf(!hasPackage)(
  "a system without them gets the package's browser and libraries",
  async () => {
    const own = join(folder, "real");
    // Unpacking the program takes seconds, and the other tests have covered it.
    shareProgram(own);
    const found = await findProgram(undefined, { ...bare, folder: own });
    if (!found?.libraries) throw new Error("No libraries were unpacked");
    expect(readdirSync(own).sort()).toEqual(
      ["fonts", basename(found.path), basename(found.libraries)].sort(),
    );
    const env = { ...buildEnvironment(found), LD_TRACE_LOADED_OBJECTS: "1" };
    const loaded = await Bun.spawn([found.path], { env }).stdout.text();
    expect(loaded).not.toContain("not found");
    for (const name of ["libnss3.so", "libnssutil3.so", "libnspr4.so", "libexpat.so.1"])
      expect(loaded).toContain(`${name} => ${found.libraries}/${name}`);
  },
);

test("a system that has them keeps its own", async () => {
  const own = join(folder, "kept");
  const packed = await makePackage();
  const asked = { ...bare, folder: own, packed, lacks: async () => false };
  const program = await findProgram(undefined, asked);
  expect(program).toEqual({ path: expect.stringContaining(own), shell: true });
  expect(program && buildEnvironment(program)).toBe(process.env);
});

test("a configured program is used unchanged, or none", async () => {
  const there = await findProgram("/bin/sh", { ...bare, folder });
  expect(there).toEqual({ path: "/bin/sh", shell: false });
  expect(await findProgram("/nowhere/chrome", { ...bare, folder })).toBeUndefined();
});
