import { expect, test } from "bun:test";
import { isEqualInConstantTime } from "./constant-time.ts";

test.each([
  ["", "", true],
  ["secret", "secret", true],
  ["secret", "secreT", false],
  ["secret", "secrets", false],
  ["secret", "", false],
  // As many characters, and more bytes.
  ["e", "\u00e9", false],
])("compares %p with %p", (one, other, isEqual) => {
  expect(isEqualInConstantTime(one, other)).toBe(isEqual);
  expect(isEqualInConstantTime(other, one)).toBe(isEqual);
});
