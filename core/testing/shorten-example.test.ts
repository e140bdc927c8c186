import { expect, test } from "bun:test";
import fc from "fast-check";
import { exampleBytesMax, shortenExample } from "./shorten-example.ts";

const fitsAll = () => true;

test("a small example is unchanged", () => {
  const value = { success: true, items: [1, 2, 3], note: "short", nothing: null };
  expect(shortenExample(value, fitsAll)).toEqual(value);
});

test("long texts are truncated and marked, and long lists lose their end", () => {
  const value = { data: "x".repeat(10_000), items: Array.from({ length: 50 }, (_, at) => at) };
  expect(shortenExample(value, fitsAll)).toEqual({
    data: `${"x".repeat(299)}…`,
    items: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  });
});

test("a text is never cut within a character", () => {
  const value = `${"x".repeat(298)}😀${"x".repeat(100)}`;
  expect(shortenExample(value, fitsAll)).toBe(`${"x".repeat(298)}…`);
});

test("objects lose fields only if nothing else is enough", () => {
  const fields = Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [`f${at}`, "x".repeat(200)]),
  );
  expect(Object.keys(shortenExample(fields, fitsAll) as object)).toHaveLength(10);
});

test("an example that no longer fits its schema is shortened further, or dropped", () => {
  const value = Array.from({ length: 9 }, (_, at) => at);
  expect(shortenExample(value, (short) => (short as number[]).length < 5)).toEqual([0, 1, 2]);
  expect(shortenExample(value, () => false)).toBeUndefined();
});

test("no example is larger than its limit", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const short = shortenExample(value, fitsAll);
      if (short !== undefined)
        expect(Buffer.byteLength(JSON.stringify(short))).toBeLessThanOrEqual(exampleBytesMax);
    }),
  );
});
