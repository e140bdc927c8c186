import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import { formatNames } from "./encoding/request.ts";
import { compareNumbers, isMultiple } from "./json/number.ts";

const hub = await testHub(import.meta.dir);

// FIPS 180-4 and its predecessors: the digests of the text abc that their authors published.
test.each([
  ["md5", "900150983cd24fb0d6963f7d28e17f72"],
  ["sha1", "a9993e364706816aba3e25717850c26c9cd0d89d"],
  ["sha256", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ["sha3-256", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"],
])("the %s of abc matches its standard", async (algorithm, digest) => {
  const res = await hub.get(`/api/dev/hash/${algorithm}?text=abc`, { accept: "text/plain" });
  expect(await res.text()).toBe(digest);
});

/** Formats that encode and decode any bytes. */
const binary = ["hex", "binary", "base32", "base32hex", "crockford", "base45", "base58", "base85"];
/** Formats that encode and decode any text. */
const textual = formatNames.filter(
  (format) => !["punycode", "morse", "z85", "base62", "url"].includes(format),
);

test.each(binary)("bytes are the same after a round trip through %s", async (format) => {
  const bytes = fc.uint8Array({ maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(bytes, async (value) => {
      const hex = value.toHex();
      const { result } = await json(await hub.post(`/api/dev/encode/${format}`, { hex }));
      const back = await json(await hub.post(`/api/dev/decode/${format}`, { data: result }));
      expect(back.hex ?? new TextEncoder().encode(back.result).toHex()).toBe(hex);
    }),
    cases(20, 8),
  );
});

test.each(textual)("text is the same after a round trip through %s", async (format) => {
  const text = fc.string({ unit: "grapheme", maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(text, async (value) => {
      const { result } = await json(await hub.post(`/api/dev/encode/${format}`, { text: value }));
      const back = await json(await hub.post(`/api/dev/decode/${format}`, { data: result }));
      expect(back.result).toBe(value);
    }),
    cases(20, 8),
  );
});

test("compares numbers of any length by value, and finds multiples of their factors", async () => {
  const decimal = fc.tuple(
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
    fc.integer({ min: 0, max: 40 }),
  );
  const writeDecimal = ([digits, places]: [bigint, number]) => `${digits}e-${places}`;
  const scale = ([digits, places]: [bigint, number]) => digits * 10n ** BigInt(40 - places);
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      const order = scale(a) < scale(b) ? -1 : scale(a) > scale(b) ? 1 : 0;
      expect(Math.sign(compareNumbers(writeDecimal(a), writeDecimal(b))) + 0).toBe(order);
      if (b[0] !== 0n)
        expect(isMultiple(writeDecimal(a), writeDecimal(b))).toBe(scale(a) % scale(b) === 0n);
    }),
    cases(200),
  );
});
