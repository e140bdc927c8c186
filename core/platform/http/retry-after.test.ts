import { expect, test } from "bun:test";
import { retryAfterMs } from "./retry-after.ts";

const now = Date.UTC(2026, 0, 2, 3, 4, 5);

test.each([
  ["7", 7000],
  ["0", 0],
  ["Fri, 02 Jan 2026 03:04:15 GMT", 10_000],
  ["Fri, 02 Jan 2026 03:00:00 GMT", 0],
  ["99999999999", 3_600_000],
  ["soon", undefined],
  ["-5 minutes please", undefined],
  ["", undefined],
])("Retry-After: %s is %p milliseconds", (text, expected) => {
  expect(retryAfterMs(new Headers({ "retry-after": text }), now)).toBe(expected as never);
});

test("no wait without the header", () => {
  expect(retryAfterMs(new Headers(), now)).toBeUndefined();
});
