import { expect, test } from "bun:test";
import { findUrl, getText, getType, parseJsonLd } from "./json-ld.ts";

test("reads things one by one, also from lists and graphs", () => {
  const texts = ['{"@type":"A"}', '[{"@type":"B"},1]', '{"@graph":[{"@type":"C"},null]}'];
  expect(parseJsonLd(texts).map(getType)).toEqual(["A", "B", "C"]);
});

test("skips invalid blocks, and finds blocks hidden from old browsers", () => {
  expect(parseJsonLd(["{", "", "null", '"x"', '<!-- {"a":1} -->', '{"a":2};'])).toEqual([
    { a: 1 },
    { a: 2 },
  ]);
});

test("nothing in it sets a prototype", () => {
  const [thing] = parseJsonLd(['{"__proto__":{"a":1},"constructor":1,"b":{"__proto__":[]}}']);
  expect(JSON.stringify(thing)).toBe('{"b":{}}');
  expect((thing as { a?: unknown }).a).toBeUndefined();
});

test("limits depth, number and length", () => {
  const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
  const wide = JSON.stringify({ list: Array(10_000).fill({ a: 1 }) });
  const long = JSON.stringify({ a: "x".repeat(100_000) });
  for (const text of [deep, wide, long])
    expect(JSON.stringify(parseJsonLd([text])).length).toBeLessThan(40_000);
});

test("finds a name in strings, things and lists of them", () => {
  for (const value of ["Ada", { name: "Ada" }, [{ name: "Ada" }, "Bob"], { "@value": " Ada " }])
    expect(getText(value)).toBe("Ada");
  for (const value of [1, {}, [], null, ""]) expect(getText(value)).toBeUndefined();
});

test("finds a URL in strings, things and lists of them", () => {
  for (const value of ["/a", { url: "/a" }, [{ contentUrl: "/a" }], { "@id": "/a" }])
    expect(findUrl(value)).toBe("/a");
});
