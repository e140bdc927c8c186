import { expect, test } from "bun:test";
import { zipSync } from "fflate";
import { json, testHub } from "hub/testing";
import { packTar } from "modern-tar";

const hub = await testHub(`${import.meta.dir}/..`);
const files = { "a.txt": "first", "b/c.txt": "second", "ü.txt": "" };
const encoded = Object.fromEntries(
  Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)]),
);
const tar = await packTar(
  Object.entries(files).map(([name, body]) => ({
    header: { name, size: Buffer.byteLength(body), mtime: new Date(1_700_000_000_000) },
    body,
  })),
);
const archives = { zip: zipSync(encoded), tar, "tar.gz": Bun.gzipSync(tar) };

const ask = (archive: Uint8Array, more: object = {}) =>
  hub.post("/api/dev/archive", { data_base64: archive.toBase64(), ...more });

test.each(Object.entries(archives))(
  "the files of a %s are listed and read",
  async (format, archive) => {
    const answer = await json(await ask(archive));
    expect([answer.format, answer.count, answer.data_base64]).toEqual([format, 3, null]);
    expect(answer.entries.map(({ path }: { path: string }) => path)).toEqual(Object.keys(files));
    expect(answer.entries.map(({ bytes }: { bytes: number }) => bytes)).toEqual([5, 6, 0]);
    for (const [path, text] of Object.entries(files)) {
      const { data_base64 } = await json(await ask(archive, { path }));
      expect(Buffer.from(data_base64, "base64").toString()).toBe(text);
    }
    expect((await ask(archive, { path: "missing" })).status).toBe(400);
  },
);

test("damaged archives and other files are refused", async () => {
  for (const bytes of [
    archives.zip.slice(0, 40),
    archives["tar.gz"].slice(0, 40),
    tar.slice(0, 600),
    new TextEncoder().encode("hello"),
  ])
    expect(await json(await ask(bytes))).toMatchObject({ code: "syntax_error" });
});

test("a file that is too large after decompression is refused", async () => {
  const bomb = zipSync({ "a.txt": new Uint8Array(12_000_000) });
  expect((await ask(bomb, { path: "a.txt" })).status).toBe(422);
  expect((await json(await ask(bomb))).entries[0].bytes).toBe(12_000_000);
});

test.each([
  ["application/zip", archives.zip],
  ["application/gzip", archives["tar.gz"]],
  ["application/x-tar", tar],
])("an archive may be the whole body, as %s", async (type, archive) => {
  const answer = await hub.post("/api/dev/archive", new Blob([archive]), { "content-type": type });
  expect((await json(answer)).count).toBe(3);
});
