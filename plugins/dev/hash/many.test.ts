import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { json, testHub } from "hub/testing";
import { algorithms } from "./hash.ts";

const hub = await testHub(`${import.meta.dir}/..`);

const md5 = "900150983cd24fb0d6963f7d28e17f72";
const sha1 = "a9993e364706816aba3e25717850c26c9cd0d89d";
const sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const sha256Base64 = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=";

async function hash(body: object) {
  return json(await hub.post("/api/dev/hash", body));
}

describe("POST hash", () => {
  test("returns the SHA-256 of a text by default, without a comparison", async () => {
    expect(await hash({ text: "abc" })).toEqual({
      success: true,
      hash: sha256,
      hashes: { sha256 },
      input_bytes: 3,
      matched: null,
      identified: [],
    });
  });

  test("hashes with every algorithm in one pass", async () => {
    const first = await hash({ text: "abc", algorithms: algorithms.slice(0, 20) });
    const rest = await hash({ text: "abc", algorithms: algorithms.slice(20) });
    expect(Object.keys({ ...first.hashes, ...rest.hashes })).toEqual([...algorithms]);
    expect(first.hashes).toMatchObject({ md5, sha1, sha256 });
  });

  test("accepts the same bytes in four ways", async () => {
    const form = new FormData();
    form.set("file", new File(["abc"], "abc.txt"));
    const bodies = [{ text: "abc" }, { hex: "616263" }, { data_base64: "YWJj" }, form];
    for (const body of bodies) expect((await hash(body)).hash).toBe(sha256);
  });

  test("accepts form fields together with a file", async () => {
    const form = new FormData();
    form.set("file", new File(["abc"], "abc.txt"));
    form.set("algorithms", "md5,sha1");
    form.set("expected", sha1);
    expect(await hash(form)).toMatchObject({
      hashes: { md5, sha1 },
      matched: { md5: false, sha1: true },
      identified: ["sha1"],
    });
  });

  test("accepts a raw body, binary or text", async () => {
    for (const type of ["application/octet-stream", "text/plain", "text/plain; charset=latin1"]) {
      const bytes = new Blob([Uint8Array.fromHex("efbbbf00ff0d0a")]);
      const res = await hub.post("/api/dev/hash", bytes, { "content-type": type });
      expect(await json(res)).toMatchObject({
        input_bytes: 7,
        hash: new Bun.CryptoHasher("sha256").update(await bytes.bytes()).digest("hex"),
      });
    }
  });

  test("accepts a file of 50 MB, but not one byte more", async () => {
    const max = hub.plugin.manifest.limits?.fileBytesMax ?? 0;
    const post = (size: number) =>
      hub.post("/api/dev/hash", new Blob([new Uint8Array(size)]), {
        "content-type": "application/octet-stream",
      });
    expect((await json(await post(max))).input_bytes).toBe(52_428_800);
    const res = await post(max + 1);
    expect(res.status).toBe(400);
    expect((await json(res)).detail).toBe(
      "body.file must have at most 52428800 bytes: it has 52428801",
    );
  });

  test("fails with 413 for a larger body", async () => {
    const res = await hub.post("/api/dev/hash", new Blob([new Uint8Array(52_428_800 + 65_537)]), {
      "content-type": "application/octet-stream",
    });
    expect(res.status).toBe(413);
  });

  test("fails with 415 for an unsupported content type", async () => {
    const res = await hub.post("/api/dev/hash", "<a/>", { "content-type": "application/xml" });
    expect(res.status).toBe(415);
  });

  test("returns the bare hash to clients that accept text", async () => {
    const plain = async (body: object) => {
      const res = await hub.post("/api/dev/hash", body, { accept: "text/plain" });
      return res.text();
    };
    const body = { text: "abc", algorithms: ["md5"], encoding: "base64" };
    expect(await plain(body)).toBe("kAFQmDzST7DWlj99KOF/cg==");
    expect(await plain({ ...body, algorithms: ["md5", "sha1"] })).toBe(
      "md5 kAFQmDzST7DWlj99KOF/cg==\nsha1 qZk+NkcGgWq6PiVxeFDCbJzQ2J0=",
    );
    expect(await plain({ text: "abc", expected: sha1 })).toBe("true");
    expect(await plain({ text: "abd", expected: sha1 })).toBe("false");
  });

  test.each([
    [
      {},
      "body must have one of text, hex, data_base64 and file: it has none. Or send the input as the whole body, with Content-Type: text/plain or application/octet-stream",
    ],
    [
      { text: "a", hex: "61" },
      "body must have one of text, hex, data_base64 and file: it has 2. Or send the input as the whole body, with Content-Type: text/plain or application/octet-stream",
    ],
    [{ text: "a", algorithms: [] }, "body.algorithms must have 1 to 20 items: it has 0"],
    [{ text: "a", algorithms: ["md5", "md5"] }, "body.algorithms must not contain duplicates"],
    [{ text: "a", expected: "" }, "body.expected must have 1 to 1024 characters: it has 0"],
    [
      { file: "abc" },
      "body.file must be a file in a form, as curl sends it with -F file=@FILE: it is a text",
    ],
  ])("rejects %j", async (body, detail) => {
    const res = await hub.post("/api/dev/hash", body);
    expect(res.status).toBe(400);
    expect((await json(res)).detail).toBe(detail);
  });
});

describe("recognizes an expected hash", () => {
  test.each([
    sha256,
    sha256.toUpperCase(),
    `0x${sha256}`,
    ` ${sha256}  abc.txt\n`,
    `${sha256} *abc.txt`,
    `sha256:${sha256}`,
    `SHA256=${sha256}`,
    `sha256-${sha256Base64}`,
    sha256Base64,
    sha256Base64.replace("=", ""),
    sha256Base64.replaceAll("+", "-").replaceAll("/", "_").replace("=", ""),
    `sha-256=:${sha256Base64}:`,
    `SHA256 (abc (1) = 2.txt) = ${sha256}`,
    `SHA2-256(stdin)= ${sha256}`,
    `\\${sha256}  a\\\\b.txt`,
    sha256.toUpperCase().replace(/..(?!$)/g, "$&:"),
    `sha256 Fingerprint=${sha256.toUpperCase().replace(/..(?!$)/g, "$&:")}`,
  ])("as %j", async (expected) => {
    const { matched, identified } = await hash({ text: "abc", expected });
    expect(matched).toEqual({ sha256: true });
    expect(identified).toEqual(["sha256"]);
  });

  test("also with an algorithm that wasn't requested", async () => {
    const { matched, identified } = await hash({ text: "abc", expected: sha1 });
    expect(matched).toEqual({ sha256: false, sha1: true });
    expect(identified).toEqual(["sha1"]);
  });

  test("but not under another algorithm's name", async () => {
    const { matched, identified } = await hash({ text: "abc", expected: `sha3-256:${sha256}` });
    expect(matched).toEqual({ sha256: false });
    expect(identified).toEqual(["sha3-256"]);
  });

  test("by its format, if it belongs to another input", async () => {
    const { matched, identified } = await hash({ text: "xyz", expected: sha256 });
    expect(matched).toEqual({ sha256: false });
    expect(identified).toEqual([
      "sha256",
      "sha512-256",
      "sha3-256",
      "shake256",
      "blake2b256",
      "blake2s256",
      "blake3",
      "sm3",
    ]);
  });

  test.each([
    ["$2y$10$abcdefghijklmnopqrstuv", "bcrypt"],
    ["$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA", "argon2id"],
    ["$6$salt$hash", "sha512-crypt"],
  ])("as a password hash: %s", async (expected, algorithm) => {
    expect((await hash({ text: "a", expected })).identified).toEqual([algorithm]);
  });

  test.each(["no hash at all", "zz", "()=", "sha256:", "--"])("but not in %j", async (expected) => {
    const { matched, identified } = await hash({ text: "abc", expected });
    expect({ matched, identified }).toEqual({ matched: { sha256: false }, identified: [] });
  });
});

describe("POST hash with a file name", () => {
  const write = async (body: object) =>
    (await hub.post("/api/dev/hash", { text: "abc", ...body }, { accept: "text/plain" })).text();

  test("returns the lines of a checksum file", async () => {
    expect(await write({ name: "a b.txt" })).toBe(`${sha256}  a b.txt\n`);
    expect(await write({ name: "a", algorithms: ["md5", "SHA-256"] })).toBe(
      `MD5 (a) = ${md5}\nSHA256 (a) = ${sha256}\n`,
    );
    expect(await write({ name: "a\\b\nc" })).toBe(`\\${sha256}  a\\\\b\\nc\n`);
  });

  test("returns lines that expected accepts", async () => {
    const expected = (await write({ name: "a", algorithms: ["sha1", "sha512-256"] })).split("\n");
    for (const line of expected.filter(Boolean)) {
      const { matched } = await hash({ text: "abc", algorithms: ["md5"], expected: line });
      expect(Object.values(matched)).toContain(true);
    }
  });

  test.skipIf(!Bun.which("sha256sum"))("returns lines that sha256sum checks", async () => {
    const dir = mkdtempSync(`${tmpdir()}/utilhub-checksums-`);
    try {
      const name = "a\\b\nc.txt";
      await Bun.write(`${dir}/${name}`, "abc");
      await Bun.write(`${dir}/sums`, await write({ name }));
      const { exitCode } = Bun.spawnSync(["sha256sum", "-c", "sums"], { cwd: dir });
      expect(exitCode).toBe(0);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});
