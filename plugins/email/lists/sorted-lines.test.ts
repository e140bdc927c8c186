import { expect, test } from "bun:test";
import { SortedLines } from "./sorted-lines.ts";

test("has each of its lines and no others", () => {
  const lines = ["a", "ab", "abc", "b", "ba", "z"];
  const sorted = new SortedLines(lines.join("\n"));
  expect(lines.filter((line) => sorted.has(line))).toEqual(lines);
  expect(["", "aa", "abcd", "bb", "zz", "a\nab"].filter((line) => sorted.has(line))).toEqual([]);
});

test("can have a single line", () => {
  expect([new SortedLines("a").has("a"), new SortedLines("a").has("b")]).toEqual([true, false]);
});

test("finds every domain of the package", async () => {
  const { blacklist } = await import("mailchecker");
  const domains = [...blacklist()];
  const sorted = new SortedLines(domains.join("\n"));
  expect(domains.filter((domain) => !sorted.has(domain))).toEqual([]);
});
