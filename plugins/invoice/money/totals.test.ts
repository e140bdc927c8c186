import { describe, expect, test } from "bun:test";
import { Decimal, spread } from "./decimal.ts";
import { type Sums, totalsOf } from "./totals.ts";

const plain: Sums = {
  items: [],
  prices_include_tax: false,
  discount: 0,
  discount_type: "percentage",
  shipping: 0,
  amount_paid: 0,
  cash_rounding: 0,
};

const euro = { digits: 2, rounding: "half_up" } as const;

function totals(sums: Partial<Sums>, precision: Parameters<typeof totalsOf>[1] = euro) {
  const { lines, groups, ...amounts } = totalsOf({ ...plain, ...sums }, precision);
  const flat = Object.entries(amounts).map(([name, value]) => [name, value.toNumber()]);
  return {
    ...(Object.fromEntries(flat) as Record<keyof typeof amounts, number>),
    lines: lines.map(({ net, tax, discount }) => [+net, +tax, +discount]),
    groups: groups.map(({ category, rate, base, tax }) => [category, rate, +base, +tax]),
  };
}

const item = (quantity: number, unit_price: number, rest: object = {}) => ({
  quantity,
  unit_price,
  ...rest,
});

// Each by hand: quantity times price, rounded; the tax of the sum, rounded.
test.each([
  ["one line", [[2, 10]], 8.5, { subtotal: 20, tax: 1.7, total: 21.7 }],
  ["a price with more decimals", [[3, 0.335]], 0, { subtotal: 1.01, total: 1.01 }],
  [
    "lines are rounded before they are summed",
    [
      [1, 0.005],
      [1, 0.005],
    ],
    0,
    { subtotal: 0.02 },
  ],
  [
    "no float's fault",
    [
      [3, 1.1],
      [1, 0.7],
    ],
    10,
    { subtotal: 4, tax: 0.4, total: 4.4 },
  ],
  [
    "goods sent back",
    [
      [2, 50],
      [-1, 50],
    ],
    20,
    { subtotal: 50, tax: 10, total: 60 },
  ],
  ["a credit alone", [[-1, 0.125]], 0, { subtotal: -0.13, total: -0.13 }],
  ["a large sum", [[999_999, 999_999.99]], 0, { subtotal: 999_998_990_000.01 }],
] as const)("totalsOf adds up: %s", (_, lines, tax_rate, expected) => {
  const items = lines.map(([quantity, price]) => item(quantity, price));
  expect(totals({ items, tax_rate })).toMatchObject(expected);
});

test.each([
  ["JPY", 0, [[3, 33.5]], 10, { subtotal: 101, tax: 10, total: 111 }],
  ["KWD", 3, [[1, 1.2345]], 5, { subtotal: 1.235, tax: 0.062, total: 1.297 }],
] as const)("totalsOf has the decimals of %s", (_, digits, lines, tax_rate, expected) => {
  const items = lines.map(([quantity, price]) => item(quantity, price));
  expect(totals({ items, tax_rate }, { digits, rounding: "half_up" })).toMatchObject(expected);
});

test.each([
  ["half_up", 0.13, -0.13],
  ["half_even", 0.12, -0.12],
] as const)("%s decides of a half", (rounding, up, down) => {
  const of = (price: number) =>
    totals({ items: [item(1, price)] }, { digits: 2, rounding }).subtotal;
  expect([of(0.125), of(-0.125)]).toEqual([up, down]);
});

describe("discounts", () => {
  test("of a line are taken before it is summed", () => {
    const items = [
      item(1, 9.99, { discount: 10 }),
      item(2, 5, { discount: 1.5, discount_type: "fixed" }),
    ];
    expect(totals({ items, tax_rate: 20 })).toMatchObject({
      lines: [
        [8.99, 1.8, 1],
        [8.5, 1.7, 1.5],
      ],
      subtotal: 17.49,
      tax: 3.5,
    });
  });

  test("of the whole are parted over the tax groups, and the parts add up", () => {
    const items = [1, 2, 3].map((rate) => item(1, 10, { tax_rate: rate }));
    const { groups, taxable } = totals({ items, discount: 10, discount_type: "fixed" });
    expect(groups.map(([, , base]) => base)).toEqual([6.66, 6.67, 6.67]);
    expect(taxable).toBe(20);
  });

  test("may not be more than there is", () => {
    const items = [item(1, 10)];
    expect(() => totals({ items, discount: 10.01, discount_type: "fixed" })).toThrow(
      "body.discount must be at most the amount it is taken off, 10: it is 10.01",
    );
    expect(() => totals({ items, discount: 101 })).toThrow("at most 100 per cent");
    expect(() => totals({ items: [item(1, 10, { discount: 101 })] })).toThrow("body.items.0");
  });
});

describe("taxes", () => {
  test("are those of each rate, rounded once", () => {
    const items = [
      item(1, 0.1, { tax_rate: 7 }),
      item(1, 0.1, { tax_rate: 7 }),
      item(1, 10, { tax_rate: 19 }),
      item(1, 5, { tax_category: "E" as const }),
    ];
    expect(totals({ items }).groups).toEqual([
      ["S", 7, 0.2, 0.01],
      ["S", 19, 10, 1.9],
      ["E", 0, 5, 0],
    ]);
  });

  test("of lines add up to those of their group", () => {
    const items = Array.from({ length: 3 }, () => item(1, 0.33));
    const { lines, tax } = totals({ items, tax_rate: 20 });
    expect(lines.map(([, share]) => share)).toEqual([0.07, 0.07, 0.06]);
    expect(tax).toBe(0.2);
  });

  test("come out of prices that include them, and leave the total as it was", () => {
    const items = [item(1, 119, { tax_rate: 19 }), item(3, 0.99, { tax_rate: 7 })];
    expect(totals({ items, prices_include_tax: true })).toMatchObject({
      subtotal: 121.97,
      groups: [
        ["S", 19, 100, 19],
        ["S", 7, 2.78, 0.19],
      ],
      total: 121.97,
    });
  });

  test("have no rate in a category without one, and a rate in the standard one", () => {
    expect(() => totals({ items: [item(1, 1, { tax_category: "AE", tax_rate: 19 })] })).toThrow(
      "body.items.0.tax_rate must be 0 in tax category AE: it is 19",
    );
    expect(() => totals({ items: [item(1, 1, { tax_category: "S" })] })).toThrow("above 0");
  });
});

test("carriage is taxed as the goods are, or by a rate of its own", () => {
  const items = [item(1, 100)];
  expect(totals({ items, tax_rate: 10, shipping: 5 })).toMatchObject({ taxable: 105, tax: 10.5 });
  const own = totals({ items, tax_rate: 10, shipping: 5, shipping_tax_rate: 0 });
  expect(own).toMatchObject({ taxable: 105, tax: 10, total: 115 });
});

test("carriage follows the rates that the lines have of their own", () => {
  const own = (tax_rate: number, price = 100) => item(1, price, { tax_rate });
  const charged = (sums: Partial<Sums>) => totals({ shipping: 10, ...sums }).groups;
  expect(charged({ items: [own(19)] })).toEqual([["S", 19, 110, 20.9]]);
  expect(charged({ items: [own(19)], tax_rate: 0 })).toEqual([["S", 19, 110, 20.9]]);
  expect(charged({ items: [own(19, 300), own(7)] })).toEqual([
    ["S", 19, 307.5, 58.43],
    ["S", 7, 102.5, 7.18],
  ]);
  expect(charged({ items: [own(19, 0)] })).toEqual([["S", 19, 10, 1.9]]);
  expect(charged({ items: [own(19, 50), own(7, -50)] })).toEqual([
    ["S", 19, 55, 10.45],
    ["S", 7, -45, -3.15],
  ]);
  // Nothing has the document's rate: an invoice of what is outside of tax stays one.
  const items = [item(1, 100, { tax_category: "O" })];
  expect(charged({ items, tax_rate: 19 })).toEqual([["O", 0, 110, 0]]);
  expect(charged({ items: [own(7), item(1, 1)], tax_rate: 19 })).toEqual([
    ["S", 7, 100, 7],
    ["S", 19, 11, 2.09],
  ]);
});

test("cash is rounded to its coins, and the rounding is told apart", () => {
  const sums = { items: [item(1, 10.02)], cash_rounding: 0.05, amount_paid: 4 };
  expect(totals(sums)).toMatchObject({ total: 10.02, roundingAmount: -0.02, balance: 6 });
});

test("what is optional is priced and not summed", () => {
  const items = [item(1, 10), item(1, 90, { optional: true })];
  expect(totals({ items, tax_rate: 10 })).toMatchObject({
    lines: [
      [10, 1, 0],
      [90, 9, 0],
    ],
    total: 11,
  });
});

test.each([
  [10, [1, 1, 1], ["3.34", "3.33", "3.33"]],
  [-10, [1, 1, 1], ["-3.34", "-3.33", "-3.33"]],
  [0.01, [1, 2], ["0.00", "0.01"]],
  [5, [30, -10], ["7.50", "-2.50"]],
  [5, [0, 0], ["0.00", "0.00"]],
])("spread parts %d by %p", (amount, weights, expected) => {
  const weigh = (weight: number) => new Decimal(weight);
  const parts = spread(new Decimal(amount), weights, { weigh, digits: 2 });
  expect(parts.map(({ part }) => part.toFixed(2))).toEqual(expected);
});

test("amounts always agree with each other, whatever they are", () => {
  let seed = 7;
  const dice = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 300; round++) {
    const items = Array.from({ length: 1 + dice(9) }, () =>
      item(1 + dice(20), dice(100_000) / 1000, { tax_rate: [0, 5, 7.7, 19][dice(4)]! }),
    );
    const result = totalsOf(
      {
        ...plain,
        items,
        discount: dice(101),
        shipping: dice(50),
        prices_include_tax: round % 2 > 0,
      },
      euro,
    );
    const bases = result.groups.reduce((all, { base }) => all.plus(base), new Decimal(0));
    expect(bases.toFixed()).toBe(result.taxable.toFixed());
    const whole = result.subtotal.minus(result.discount).plus(result.shipping);
    expect((round % 2 > 0 ? result.total : result.taxable).toFixed()).toBe(whole.toFixed());
  }
});
