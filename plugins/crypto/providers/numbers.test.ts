import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import {
  amount,
  change,
  fields,
  getNewest,
  isNothing,
  iso,
  list,
  moment,
  plainNumber,
  price,
  rank,
  rounder,
  text,
  texts,
} from "./numbers.ts";

test("a price without an exponent is the same number", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-300, max: 1e300, noNaN: true }), (value) => {
      const text = plainNumber(value);
      expect(text).toMatch(/^\d+(\.\d+)?$/);
      expect(Number(text)).toBe(value);
    }),
    cases(300),
  );
});

test("rounds an amount to the nearest value with these decimals", () => {
  const places = fc.integer({ min: 0, max: 18 });
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e12, noNaN: true }), places, (value, decimals) => {
      const rounded = rounder(String(decimals))(value);
      expect(Math.abs(rounded - value)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + value * 1e-15);
      expect(rounder(String(decimals))(rounded)).toBe(rounded);
      expect(rounder("full")(value)).toBe(value);
    }),
    cases(300),
  );
});

const strange = [undefined, null, "1", Number.NaN, Number.POSITIVE_INFINITY, true, {}, []];

describe("a value of a provider", () => {
  test("is a price only if it is a positive number", () => {
    expect([price(1e-12), price(3)]).toEqual([1e-12, 3]);
    for (const value of [...strange, 0, -1])
      expect(() => price(value), String(value)).toThrow(`Invalid price: ${value}`);
  });

  test("is an amount if it is positive, because providers write 0 for unknown ones", () => {
    expect([amount(2.5), amount(0), amount(-1), ...strange.map(amount)]).toEqual([
      ...[2.5, null, null],
      ...strange.map(() => null),
    ]);
  });

  test("is a change with any sign", () => {
    expect([change(-3), change(0), ...strange.map(change)]).toEqual([
      ...[-3, 0],
      ...strange.map(() => null),
    ]);
  });

  test("is a rank if it is a whole number from 1", () => {
    expect([rank(1), rank(0), rank(-1), rank(1.5), ...strange.map(rank)]).toEqual([
      ...[1, null, null, null],
      ...strange.map(() => null),
    ]);
  });

  test("is a text unless it is empty", () => {
    expect([text("a"), text(""), text(1), texts(["a", "", 2, "b"]), texts("a")]).toEqual([
      ...["a", null, null, ["a", "b"], null],
    ]);
  });

  test("is nothing if it is missing or 0", () => {
    expect([undefined, null, 0, 1, "", false].map(isNothing)).toEqual([
      ...[true, true, true, false, false, false],
    ]);
  });

  test("has fields if it is an object, and elements if it is a list", () => {
    expect([fields({ a: 1 }), fields(null), fields("a"), list([1])]).toEqual([
      { a: 1 },
      {},
      {},
      [1],
    ]);
    expect(() => list({})).toThrow("The response is not a list");
  });
});

describe("a time of a provider", () => {
  const now = Date.UTC(2026, 0, 1);
  const hour = 3_600_000;

  test("can be an hour ahead, but not more", () => {
    expect([moment(now + hour, now), moment("2026-01-01T00:00:00Z", now)]).toEqual([
      ...[now + hour, now],
    ]);
    for (const value of [now + hour + 1, 0, -1, Number.NaN, "soon", undefined])
      expect(() => moment(value, now), String(value)).toThrow(`Invalid time: ${value}`);
  });

  test("is written without milliseconds, and null if it is invalid", () => {
    expect([iso(now), iso("2026-01-01T00:00:00.5Z"), iso("soon"), iso(undefined)]).toEqual([
      ...["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.500Z", null, null],
    ]);
  });
});

test.each([
  [1e21, "1000000000000000000000"],
  [1.5e21, "1500000000000000000000"],
  [1e-7, "0.0000001"],
  [1.25e-9, "0.00000000125"],
  [12.5, "12.5"],
])("%d is written as %s", (value, written) => {
  expect(plainNumber(value)).toBe(written);
});

test("a missing amount stays missing after rounding", () => {
  expect([rounder("2")(null), rounder("full")(null)]).toEqual([null, null]);
});

test("the newest element of a series is the last one", () => {
  expect(getNewest([1, 2])).toBe(2);
  expect(() => getNewest([])).toThrow("A series has at least one point");
});
