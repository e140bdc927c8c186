import { expect, test } from "bun:test";
import { cleanText, cleanTexts } from "./clean.ts";

test.each([
  ["a\u202Eb\u2066c\u200Fd", "abcd"],
  ["line\r\nnext\u2028third", "line\nnext\nthird"],
  ["  tab\there \u0000", "tab here"],
  ["e\u0301", "é"],
  ["half \uD800", "half \uFFFD"],
])("prints %j as %j", (given, printed) => {
  expect(cleanText(given)).toBe(printed);
});

test("cleans a request recursively, except for the logo", () => {
  const request = { a: [{ b: " x\u200B" }], n: 1, logo_url: " x\u200B" };
  expect(cleanTexts(request)).toEqual({ a: [{ b: "x" }], n: 1, logo_url: " x\u200B" });
});
