import { afterAll, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { gzipSync } from "node:zlib";
import { packTar, type TarEntry } from "modern-tar";
import { packageMax, unpack } from "./unpack.ts";

const root = mkdtempSync(`${tmpdir()}/utilhub-unpack-`);
let dir = "";
let count = 0;
beforeEach(() => {
  dir = `${root}/${count++}/inside`;
});
afterAll(() => rmSync(root, { recursive: true }));

const file = (name: string, body = name): TarEntry => ({
  header: { name, type: "file", size: Buffer.byteLength(body) },
  body,
});

test("files are unpacked without their common folder, gzipped or not", async () => {
  const long = `package/${"a".repeat(90)}/${"b".repeat(90)}/${"é".repeat(40)}.ts`;
  const tar = await packTar([
    { header: { name: "package/", type: "directory", size: 0 } },
    file("package/plugin.ts"),
    file(long),
  ]);
  for (const archive of [tar, gzipSync(tar)]) {
    const there = `${dir}${archive.length}`;
    await unpack(archive, there);
    expect(readFileSync(`${there}/plugin.ts`, "utf8")).toBe("package/plugin.ts");
    expect(readFileSync(`${there}/${long.slice("package/".length)}`, "utf8")).toBe(long);
  }
});

test("files without a common folder keep their paths", async () => {
  await unpack(await packTar([file("./plugin.ts"), file("routes/a.get.ts")]), dir);
  expect(readdirSync(dir).sort()).toEqual(["plugin.ts", "routes"]);
});

test.each([
  "/etc/x",
  "../x",
  "a/../../x",
  "a/..",
  "a//b",
  "a/./b",
  "a\\..\\x",
  `${"a/".repeat(300)}x`,
])("rejects the path %p", async (name) => {
  const unpacking = packTar([file("plugin.ts"), file(name, "x")]).then((tar) => unpack(tar, dir));
  await expect(unpacking).rejects.toThrow("leads out of the archive");
  expect(readdirSync(root).filter((name) => name === "x")).toEqual([]);
});

test.each(["symlink", "link", "fifo", "character-device", "block-device"] as const)(
  "rejects a %s",
  async (type) => {
    const linkname = "/etc/passwd";
    const tar = await packTar([
      file("a/plugin.ts"),
      { header: { name: "a/x", type, size: 0, linkname } },
    ]);
    await expect(unpack(tar, dir)).rejects.toThrow("only files and folders are allowed");
  },
);

test("a file cannot be written through a link of the same name", async () => {
  const tar = await packTar([
    { header: { name: "x", type: "symlink", size: 0, linkname: "/tmp" } },
    file("x/y"),
  ]);
  await expect(unpack(tar, dir)).rejects.toThrow("it is a symlink");
});

test("rejects a duplicate file, and one at the path of a folder", async () => {
  await expect(unpack(await packTar([file("a"), file("./a")]), dir)).rejects.toThrow(
    "the archive contains it twice",
  );
  await expect(unpack(await packTar([file("b/a"), file("b/a/c")]), dir)).rejects.toThrow();
});

test("an oversized archive is rejected before it is unpacked", async () => {
  const bomb = gzipSync(new Uint8Array(packageMax.bytes + 1));
  expect(bomb.length).toBeLessThan(packageMax.bytes / 500);
  await expect(unpack(bomb, dir)).rejects.toThrow(`more than ${packageMax.bytes} bytes`);
  const files = Array.from({ length: packageMax.files + 1 }, (_, at) => file(`${at}`, ""));
  await expect(unpack(await packTar(files), dir)).rejects.toThrow(
    `more than ${packageMax.files} files`,
  );
});

test("rejects a damaged archive", async () => {
  const tar = await packTar([file("plugin.ts", "x".repeat(2000))]);
  for (const [archive, sentence] of [
    [gzipSync(tar).subarray(0, -20), "its compression is damaged"],
    [tar.subarray(0, 1000), "Cannot unpack the archive"],
    [Buffer.from("x".repeat(600)), "Cannot unpack the archive"],
  ] as const)
    await expect(unpack(archive, dir)).rejects.toThrow(sentence);
});
