import { expect, test } from "bun:test";
import { Decimal } from "./decimal.ts";
import { addTax, buildTaxGroups, getTaxDivisor } from "./tax.ts";

const euro = { digits: 2, rounding: "half_up" } as const;
const d = (value: number) => new Decimal(value);

test("groups lines with the same tax, in order of first occurrence", () => {
  const line = (category: "S" | "Z" | "E", rate: number, amount: number) => ({
    category,
    rate,
    taxes: [],
    amount: d(amount),
  });
  const lines = [
    line("S", 19, 1),
    line("E", 0, 2),
    line("S", 7, 4),
    line("Z", 0, 8),
    line("S", 19, 16),
  ];
  expect(
    buildTaxGroups(lines).map(({ category, rate, amount }) => [category, rate, +amount]),
  ).toEqual([
    ["S", 19, 17],
    ["E", 0, 2],
    ["S", 7, 4],
    ["Z", 0, 8],
  ]);
});

test.each([
  [false, 100, 10, 5, 19, [95, 18.05]],
  [true, 119, 0, 0, 19, [100, 19]],
  [true, 100, 10, 5, 19, [79.83, 15.17]],
  [false, -10, 0, 0, 7, [-10, -0.7]],
  [true, 10, 0, 0, 0, [10, 0]],
] as const)(
  "a group with included tax %p, of %d less %d and %d of shipping at %d per cent",
  (isIncluded, amount, discount, charge, rate, expected) => {
    const group = {
      category: "S" as const,
      rate,
      taxes: [],
      amount: d(amount),
      discount: d(discount),
      charge: d(charge),
    };
    const { base, tax } = addTax(group, isIncluded, euro);
    expect([+base, +tax]).toEqual([...expected]);
  },
);

test("adds a decimal rate to 100 as a decimal, not as a float", () => {
  // As a float, 100 + 2.058 is 102.05799999999999.
  expect(getTaxDivisor(2.058, true).toFixed()).toBe("102.058");
  expect(getTaxDivisor(2.058, false).toFixed()).toBe("100");
});
