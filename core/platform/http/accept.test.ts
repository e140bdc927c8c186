import { describe, expect, test } from "bun:test";
import { preferCoding, prefersJson, prefersPage, preferType } from "./accept.ts";

const types = [
  "application/json;charset=utf-8",
  "text/plain; charset=utf-8",
  "text/csv",
  "image/png",
] as const;
const [json, text, csv, png] = types;

describe("of the available media types, a caller gets", () => {
  test.each([
    ["JSON where nothing is said", null, json],
    ["JSON where nothing is named", "", json],
    ["JSON for all types", "*/*", json],
    ["the only named type", "text/plain", text],
    ["the named type with the response's own parameters", "text/plain; charset=UTF-8", text],
    ["JSON before what is liked as much", "text/plain, application/json", json],
    ["a named type before a wildcard", "image/png, */*", png],
    ["the highest weight", "text/plain;q=0.5, text/csv;q=0.9, application/json;q=0.8", csv],
    ["the highest weight by a thousandth", "application/json;q=0.998, image/png;q=0.999", png],
    ["no type with weight 0", "text/plain;q=0, text/*;q=0.5", csv],
    ["another type than JSON if that has weight 0", "application/json;q=0, */*", text],
    ["the first type of a kind", "text/*", text],
    ["a kind before all types", "*/*;q=0.1, image/*;q=0.2", png],
    ["a type in capitals", "TEXT/PLAIN;Q=0.9, */*;Q=0.1", text],
    ["a type with unusual spaces", " text/csv\t; q=0.9 ,\t*/* ;q=0.1", csv],
    ["JSON where nothing fits", "audio/mpeg", json],
    ["JSON where all weigh nothing", "*/*;q=0", json],
    ["JSON for a parameter that nothing has", "text/plain;format=flowed", json],
    ["JSON for what a header must not say", 'json, /, */plain, text, text/plain/x, ;;q=,,"', json],
    ["the default weight instead of an invalid one", "text/csv;q=2, text/plain;q=x", text],
    ["nothing after an unclosed quote", 'image/png;q=0.1;a="b, text/plain', png],
    ["a weight without its leading zero", "text/csv;q=.2, image/png;q=.3", png],
    [
      "a type with parameters before its kind",
      "text/plain;q=0.1, text/plain;charset=utf-8;q=0.9, text/csv;q=0.5",
      text,
    ],
    ["a type before its kind", "text/*;q=0.2, text/csv;q=0.9, image/png;q=0.5", csv],
    ["its kind before all types, in any order", "image/*;q=0.9, */*;q=0.1, text/csv;q=0.5", png],
    ["the first of two equal types", "text/csv;q=0.1, text/csv;q=0.9, image/png;q=0.5", png],
    ["weight 1 for a higher weight", "text/csv;q=1, image/png;q=0.999", csv],
    ["no negative weight", "text/csv;q=-1, image/png;q=0.9", csv],
    [
      "the weights of RFC 9110's own example",
      "text/*;q=0.3, text/plain;q=0.7, text/plain;format=flowed, text/plain;format=fixed;q=0.4, */*;q=0.5",
      text,
    ],
    [
      "an image with a browser's Accept",
      "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
      png,
    ],
  ] as const)("%s", (_, accept, expected) => {
    expect(preferType(accept, types)).toBe(expected);
  });
});

test("of an overlong header only the start counts", () => {
  const filler = "a/b,".repeat(99);
  expect(preferType(`${filler}text/csv`, types)).toBe(csv);
  expect(preferType(`${filler}a/b,text/csv`, types)).toBe(json);
});

test("of two equally preferred types the first counts, even if the other is more specific later", () => {
  expect(
    preferType("text/csv, text/csv;header=present", ["text/csv", "text/csv;header=present"]),
  ).toBe("text/csv;header=present");
});

test("of two equally preferred codings the hub's first is chosen", () => {
  expect(preferCoding("gzip, br", ["br", "gzip"])).toBe("br");
  expect(preferCoding("gzip;q=0.5, br;q=0.5, identity;q=0.5", ["gzip", "br"])).toBe("gzip");
  expect(preferCoding("br;q=0.4, identity;q=0.5", ["br"])).toBeUndefined();
});

test("if a page is the default, JSON is returned only to callers who prefer it", () => {
  const asks = (accept: string) => prefersJson(new Request("http://hub/", { headers: { accept } }));
  expect(asks("application/json")).toBe(true);
  expect(asks("text/html, application/json")).toBe(false);
  expect(asks("*/*")).toBe(false);
});

test("a page is returned to callers who prefer it to JSON", () => {
  const asks = (accept: string) => prefersPage(new Request("http://hub/", { headers: { accept } }));
  expect(asks("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")).toBe(true);
  expect(asks("text/html;q=0.5, application/json")).toBe(false);
  expect(asks("application/json, text/html")).toBe(false);
  expect(asks("*/*")).toBe(false);
});
