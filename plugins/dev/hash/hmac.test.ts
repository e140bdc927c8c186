import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { json, testHub } from "hub/testing";
import { hmacAlgorithms } from "./hmac-options.ts";

const hub = await testHub(`${import.meta.dir}/..`);

async function hmac(body: object) {
  return json(await hub.post("/api/dev/hmac", body));
}

describe("hmac", () => {
  // RFC 4231, cases 1, 2, 3 and 6; RFC 2202, MD5's and SHA-1's case 2.
  test.each([
    [
      { text: "Hi There", key: "0b".repeat(20), key_encoding: "hex" },
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    ],
    [
      { text: "what do ya want for nothing?", key: "Jefe" },
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ],
    [
      { hex: "dd".repeat(50), key: "qqqqqqqqqqqqqqqqqqqqqqqqqqo=", key_encoding: "base64" },
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
    ],
    [
      {
        text: "Test Using Larger Than Block-Size Key - Hash Key First",
        key: "aa".repeat(131),
        key_encoding: "hex",
        algorithm: "sha224",
      },
      "95e9a0db962095adaebe9b2d6f0dbce2d499f112f2d2b7273fa6870e",
    ],
    [
      { text: "what do ya want for nothing?", key: "Jefe", algorithm: "md5" },
      "750c783e6ab0b503eaa86e310a5db738",
    ],
    [
      { text: "what do ya want for nothing?", key: "Jefe", algorithm: "sha1" },
      "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79",
    ],
  ])("matches the RFCs for %j", async (body, expected) => {
    expect((await hmac(body)).hmac).toBe(expected);
  });

  test.each(hmacAlgorithms.filter((name) => !name.startsWith("blake")))(
    "matches node:crypto for %s, also with an empty key",
    async (algorithm) => {
      for (const key of ["", "ключ"]) {
        const expected = createHmac(algorithm, key).update("日本").digest("base64url");
        const body = { text: "日本", key, algorithm, encoding: "base64url" };
        expect((await hmac(body)).hmac).toBe(expected);
      }
    },
  );

  // RFC 2104 by hand, with blocks of 128 bytes: there are no published vectors.
  test.each(["blake2b256", "blake2b512"] as const)(
    "computes %s as defined in RFC 2104",
    async (algorithm) => {
      const hash = (...parts: Uint8Array[]) =>
        new Bun.CryptoHasher(algorithm).update(Buffer.concat(parts)).digest();
      const key = Buffer.alloc(128);
      key.write("key");
      const inner = hash(
        key.map((byte) => byte ^ 0x36),
        Buffer.from("text"),
      );
      const expected = hash(
        key.map((byte) => byte ^ 0x5c),
        inner,
      ).toString("hex");
      expect((await hmac({ text: "text", key: "key", algorithm })).hmac).toBe(expected);
    },
  );

  test("verifies a signature in the format of webhooks", async () => {
    // GitHub's documentation, section Testing the webhook payload validation.
    const body = { text: "Hello, World!", key: "It's a Secret to Everybody" };
    const signature = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
    expect((await hmac({ ...body, expected: `sha256=${signature}` })).matches).toBe(true);
    expect((await hmac({ ...body, expected: signature.replace("7", "8") })).matches).toBe(false);
    expect((await hmac({ ...body, expected: `sha512=${signature}` })).matches).toBe(false);
    expect((await hmac(body)).matches).toBeNull();
  });

  test("returns the bare value to clients that accept text, without caching", async () => {
    const body = { text: "a", key: "b", encoding: "base64" };
    const res = await hub.post("/api/dev/hmac", body, { accept: "text/plain" });
    expect(await res.text()).toBe(createHmac("sha256", "b").update("a").digest("base64"));
    expect(res.headers.get("cache-control")).toBe("no-store");
  });

  test.each([
    ["hex", "abcdefghij", 6],
    ["hex", "abc", 2],
    ["base64", "c2VjcmV0c2VjcmU", 15],
    ["utf8", "se\ud800", 2],
  ])("doesn't reveal a key that isn't valid %s", async (key_encoding, key, position) => {
    const body = JSON.stringify({ text: "a", key, key_encoding });
    const answer = await (await hub.post("/api/dev/hmac", body)).text();
    expect(JSON.parse(answer)).toMatchObject({
      status: 400,
      detail: `body.key must be ${key_encoding}: the first error is at position ${position}`,
    });
    expect(answer).not.toContain(key.slice(0, 3).toWellFormed());
  });

  test("rejects a key in the URL, and checksums as the hash", async () => {
    expect((await hub.post("/api/dev/hmac?key=a", { text: "a" })).status).toBe(400);
    const res = await hub.post("/api/dev/hmac", { text: "a", key: "b", algorithm: "crc32" });
    expect((await json(res)).errors[0].location).toBe("body.algorithm");
  });

  test.each([
    [{}, "none"],
    [{ text: "a", hex: "61" }, "2"],
  ])("names the fields of the input that it accepts: %j", async (body, given) => {
    const answer = await json(await hub.post("/api/dev/hmac", { ...body, key: "b" }));
    expect(answer.detail).toBe(
      `body must have one of text, hex, data_base64 and file: it has ${given}`,
    );
  });

  test("reads a large file as a stream", async () => {
    const content = Buffer.alloc(2_000_001, "0123456789abcdefgh\n");
    const form = new FormData();
    form.append("file", new File([content], "a.bin"));
    form.append("key", "Jefe");
    const answer = await json(await hub.post("/api/dev/hmac", form));
    expect(answer.hmac).toBe(createHmac("sha256", "Jefe").update(content).digest("hex"));
  });
});

test.each(["0xdeadbeef", "de:ad:be:ef", "DE AD BE EF", "\\xde\\xad\\xbe\\xef"])(
  "hmac reads the hexadecimal key %s as other endpoints do",
  async (key) => {
    const plain = await hmac({ text: "x", key: "deadbeef", key_encoding: "hex" });
    expect((await hmac({ text: "x", key, key_encoding: "hex" })).hex).toBe(plain.hex);
  },
);
