import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { Decimal, roundAmount, roundToStep, spread, sum } from "./decimal.ts";

const d = (value: number | string) => new Decimal(value);

test.each([
  ["0.005", 2, "half_up", "0.01"],
  ["0.005", 2, "half_even", "0"],
  ["0.015", 2, "half_even", "0.02"],
  ["-0.005", 2, "half_up", "-0.01"],
  ["1.0049999999999999999999999", 2, "half_up", "1"],
  ["99.5", 0, "half_up", "100"],
  ["1.23456", 3, "half_even", "1.235"],
  // As a float of three decimals this is 1.0049999999999999.
  ["1.005", 2, "half_up", "1.01"],
] as const)("%s is rounded to %i decimals %s: %s", (value, digits, rounding, expected) => {
  expect(roundAmount(d(value), { digits, rounding }).toFixed()).toBe(expected);
});

test("an amount rounded to zero has no sign, which would be printed", () => {
  const rounded = roundAmount(d("-0.001"), { digits: 2, rounding: "half_up" });
  expect(Object.is(rounded.toNumber(), 0)).toBe(true);
  expect(Object.is(roundToStep(d("-0.01"), d("0.05"), "half_up").toNumber(), 0)).toBe(true);
});

test.each([
  ["10.02", "0.05", "half_up", "10"],
  ["10.03", "0.05", "half_up", "10.05"],
  ["10.025", "0.05", "half_up", "10.05"],
  ["10.025", "0.05", "half_even", "10"],
  ["-10.025", "0.05", "half_up", "-10.05"],
  ["17", "10", "half_up", "20"],
  ["10.02", "0", "half_up", "10.02"],
] as const)("cash of %s in steps of %s, %s, is %s", (value, step, rounding, expected) => {
  expect(roundToStep(d(value), d(step), rounding).toFixed()).toBe(expected);
});

test("the sum of nothing is zero, and sums of cents are exact", () => {
  expect(sum([]).toNumber()).toBe(0);
  expect(sum([d("0.1"), d("0.2"), d("-0.3")]).isZero()).toBe(true);
});

/** The largest remainder method in integers, for non-negative amounts and weights. */
function spreadWhole(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((total, weight) => total + weight, 0);
  if (whole === 0) return weights.map(() => 0);
  const parts = weights.map((weight) => Math.floor((amount * weight) / whole));
  const rest = weights.map((weight) => (amount * weight) % whole);
  const order = [...weights.keys()].sort((a, b) => (rest[b] ?? 0) - (rest[a] ?? 0) || a - b);
  const left = amount - parts.reduce((total, part) => total + part, 0);
  for (const index of order.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

const weigh = (weight: number) => d(weight);

test("distributes an amount or a credit by the largest remainder method", () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 1_000_000 }),
      fc.array(fc.nat({ max: 9999 }), { minLength: 1, maxLength: 12 }),
      fc.constantFrom(0, 2, 3),
      (units, weights, digits) => {
        const unit = d(10).pow(-digits);
        const of = (sign: number) =>
          spread(unit.times(units * sign), weights, { weigh, digits }).map(({ part }) =>
            part.div(unit).times(sign).plus(0).toNumber(),
          );
        const expected = spreadWhole(units, weights);
        expect(of(1)).toEqual(expected);
        expect(of(-1)).toEqual(expected);
      },
    ),
    cases(200),
  );
});

test("the parts add up and keep their order, also if some lines are returns", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -99_999, max: 99_999 }),
      fc.array(fc.integer({ min: -500, max: 9999 }), { minLength: 1, maxLength: 9 }),
      (cents, weights) => {
        fc.pre(weights.reduce((total, weight) => total + weight, 0) !== 0);
        const amount = d(cents).div(100);
        const parts = spread(amount, weights, { weigh, digits: 2 });
        expect(parts.map(({ item }) => item)).toEqual(weights);
        expect(sum(parts.map(({ part }) => part)).toFixed()).toBe(amount.toFixed());
      },
    ),
    cases(200),
  );
});
