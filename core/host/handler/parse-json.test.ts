import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "../../testing/cases.ts";
import { depthMax, JsonScan, parseJson } from "./parse-json.ts";

/** Counts lists, objects, list items and field names with their values. */
function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const items = Object.values(value);
  const own = 1 + Math.max(0, items.length - 1) + (Array.isArray(value) ? 0 : items.length);
  return items.reduce<number>((sum, item) => sum + countValues(item), own);
}

const short = fc.string({ unit: fc.constantFrom("[", "{", ",", ":", '"', "\\", "é", "a") });
const long = fc.tuple(short, fc.nat(3000), short);
const text = fc.oneof(
  short,
  long.map(([start, length, end]) => start + "a".repeat(length) + end),
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer(),
    fc.array(tie("json"), { maxLength: 4 }),
    fc.dictionary(text, tie("json"), { maxKeys: 4 }),
  ),
}));

test("the values of JSON are counted, however it is split into chunks", () => {
  fc.assert(
    fc.property(json, fc.array(fc.nat(5000)), (value, cuts) => {
      const bytes = Buffer.from(JSON.stringify(value));
      const scan = new JsonScan(Number.POSITIVE_INFINITY);
      const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
      for (const [index, start] of places.entries())
        scan.read(bytes.subarray(start, places[index + 1]));
      expect(scan.values).toBe(countValues(value));
    }),
    cases(300),
  );
});

test("JSON is refused from the first value beyond the maximum on", () => {
  const read = (count: number) => new JsonScan(100).read(Buffer.from(`[${"0,".repeat(count)}0]`));
  expect([read(99), read(100)]).toEqual([undefined, "values"]);
});

test("JSON is parsed up to the maximum depth and number of values", () => {
  const nest = (levels: number) => Buffer.from("[".repeat(levels) + "]".repeat(levels));
  expect(parseJson(nest(depthMax), 1000)).toBeArray();
  expect(() => parseJson(nest(depthMax + 1), 1000)).toThrow("nested deeper than 64 levels");
  expect(() => parseJson(nest(11), 10)).toThrow("The body must have at most 10 JSON values");
});
