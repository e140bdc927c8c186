import { expect, test } from "bun:test";
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
])("%j is read as a browser reads it", (search) => {
  expect(queryPairs(search)).toEqual([...new URLSearchParams(search)]);
});
