import { expect, test } from "bun:test";
import { findOccurrences } from "./places.ts";

test.each([
  ["Anna", "Anna and Joanna, anna", [0, 17]],
  ["new york", "In New York. NEW YORKERS", [3]],
  ["東京", "今日は東京です", [3]],
  ["İ", "an İ here", [3]],
  ["", "nothing", []],
])("finds %s in %p as a word at %p", (phrase, text, starts) => {
  expect(findOccurrences(phrase, text).map(({ start }) => start)).toEqual(starts);
});
