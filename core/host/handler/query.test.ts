import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "../../testing/mod.ts";
import { queryPairs } from "./input.ts";

test.each([
  "",
  "a=1",
  "a=1&b=2",
  "a=1&a=2",
  "a",
  "a=",
  "=1",
  "&&a=1&&",
  "a=b=c",
  "a=1+2%2B3",
  "a%20b=%C3%A9%F0%9F%98%80",
  "a=1?b=2",
  "a=1;b=2",
])("%j is parsed like in a browser", (search) => {
  expect(queryPairs(search)).toEqual([...new URLSearchParams(search)]);
});

test("any query is parsed like in browsers", () => {
  const part = fc.string({
    unit: fc.constantFrom("a", "=", "&", "+", "%20", "%C3%A9", "%2B", "?"),
  });
  fc.assert(
    fc.property(part, (search) => {
      expect(queryPairs(search)).toEqual([...new URLSearchParams(search.replace(/^\?/, "%3F"))]);
    }),
    cases(500),
  );
});
