import { describe, expect, test } from "bun:test";
import { Decimal, placesFor, readAmount, roundRate } from "./decimal.ts";

test.each([
  [50001, 0],
  [5001, 1],
  [5000, 2],
  [81, 3],
  [80, 3],
  [21, 3],
  [20, 4],
  [1.5, 4],
  [1, 5],
  [0.5, 5],
  [0.05, 6],
  [0.00058824, 8],
  [0, 5],
])("a rate of %d has %d decimals", (size, places) => {
  expect(placesFor(size, "auto")).toBe(places);
});

test("a requested number of decimals takes precedence, and full keeps all", () => {
  expect(placesFor(12345, "7")).toBe(7);
  const rate = new Decimal("1.23456789012345678");
  expect([roundRate(rate, "2"), roundRate(rate, "full")]).toEqual([1.23, rate.toNumber()]);
});

describe("an amount", () => {
  test.each(["0", "1", "12.50", "0.00000001", "1000000000000000", "0001"])("can be %s", (text) => {
    expect(readAmount(text).eq(new Decimal(text))).toBe(true);
  });

  test.each(["", "-1", "+1", "1e3", ".5", "1.", "1.123456789", "1000000000000000.1", "1,5", " 1"])(
    "can't be %j",
    (text) => {
      expect(() => readAmount(text)).toThrow(
        `query.amount must be a number from 0 to 1000000000000000 with at most 8 decimals, such as 12.50: it is "${text}"`,
      );
    },
  );
});
