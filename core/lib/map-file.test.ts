import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { mapFile } from "./map-file.ts";

const folder = mkdtempSync(`${tmpdir()}/map-file-`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function createFile(name: string, bytes: Uint8Array): string {
  const path = `${folder}/${name}`;
  writeFileSync(path, bytes, { mode: 0o444 });
  return path;
}

const listMappings = () => readFileSync("/proc/self/maps", "utf8");

test("maps a file that nobody may write", () => {
  const bytes = crypto.getRandomValues(new Uint8Array(60_000));
  const mapped = mapFile(createFile("read-only", bytes));
  expect(mapped.equals(bytes)).toBe(true);
  mapped.fill(0);
  expect(mapFile(`${folder}/read-only`).equals(bytes)).toBe(true);
});

test.if(process.platform === "linux")(
  "maps instead of reading, and unmaps unused files",
  async () => {
    const path = createFile("mapped", new Uint8Array(100_000));
    const use = () => {
      const mapped = mapFile(path);
      expect(listMappings()).toContain(path);
      return mapped[0];
    };
    use();
    for (let round = 0; round < 100 && listMappings().includes(path); round++) {
      Bun.gc(true);
      await Bun.sleep(1);
    }
    expect(listMappings()).not.toContain(path);
  },
);

test("keeps the content of a file that is replaced", () => {
  const path = createFile("replaced", Buffer.from("before"));
  const mapped = mapFile(path);
  renameSync(createFile("newer", Buffer.from("after!")), path);
  expect(mapped.toString()).toBe("before");
});

test("returns nothing for an empty file, and fails for a folder and a missing file", () => {
  expect(mapFile(createFile("empty", new Uint8Array())).length).toBe(0);
  expect(() => mapFile(folder)).toThrow("EISDIR");
  expect(() => mapFile(`${folder}/missing`)).toThrow("ENOENT");
});
