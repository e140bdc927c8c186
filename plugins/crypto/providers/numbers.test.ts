import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { plainNumber, rounder } from "./numbers.ts";

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
