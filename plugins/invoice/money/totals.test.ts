import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { Decimal, spread, sum } from "./decimal.ts";
import { computeTotals, type Sums } from "./totals.ts";

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

function totals(sums: Partial<Sums>, precision: Parameters<typeof computeTotals>[1] = euro) {
  const { lines, groups, taxes, withheld, ...amounts } = computeTotals(
    { ...plain, ...sums },
    precision,
  );
  const flat = Object.entries(amounts).map(([name, value]) => [name, value.toNumber()]);
  return {
    ...(Object.fromEntries(flat) as Record<keyof typeof amounts, number>),
    lines: lines.map(({ net, tax, discount }) => [+net, +tax, +discount]),
    taxes: taxes.map(({ name, rate, base, tax }) => [name, rate, +base, +tax]),
    withheld: withheld.map(({ name, base, amount }) => [name, +base, +amount]),
    groups: groups.map(({ category, rate, base, tax }) => [category, rate, +base, +tax]),
  };
}

const item = (quantity: number, unit_price: number, rest: object = {}) => ({
  quantity,
  unit_price,
  ...rest,
});

// Calculated by hand: quantity times price, rounded; the tax of the sum, rounded.
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
] as const)("totals add up: %s", (_, lines, tax_rate, expected) => {
  const items = lines.map(([quantity, price]) => item(quantity, price));
  expect(totals({ items, tax_rate })).toMatchObject(expected);
});

test.each([
  ["JPY", 0, [[3, 33.5]], 10, { subtotal: 101, tax: 10, total: 111 }],
  ["KWD", 3, [[1, 1.2345]], 5, { subtotal: 1.235, tax: 0.062, total: 1.297 }],
] as const)("totals have the decimals of %s", (_, digits, lines, tax_rate, expected) => {
  const items = lines.map(([quantity, price]) => item(quantity, price));
  expect(totals({ items, tax_rate }, { digits, rounding: "half_up" })).toMatchObject(expected);
});

test.each([
  ["half_up", 0.13, -0.13],
  ["half_even", 0.12, -0.12],
] as const)("rounds ties by %s", (rounding, up, down) => {
  const of = (price: number) =>
    totals({ items: [item(1, price)] }, { digits: 2, rounding }).subtotal;
  expect([of(0.125), of(-0.125)]).toEqual([up, down]);
});

describe("discounts", () => {
  test("of a line are deducted before it is added up", () => {
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

  test("of the whole are distributed over the tax groups, and the parts add up", () => {
    const items = [1, 2, 3].map((rate) => item(1, 10, { tax_rate: rate }));
    const { groups, taxable } = totals({ items, discount: 10, discount_type: "fixed" });
    expect(groups.map(([, , base]) => base)).toEqual([6.66, 6.67, 6.67]);
    expect(taxable).toBe(20);
  });

  test("can't exceed the amount", () => {
    const items = [item(1, 10)];
    expect(() => totals({ items, discount: 10.01, discount_type: "fixed" })).toThrow(
      "body.discount must be at most the amount it applies to, 10: it is 10.01",
    );
    expect(() => totals({ items, discount: 101 })).toThrow("at most 100 percent");
    expect(() => totals({ items: [item(1, 10, { discount: 101 })] })).toThrow("body.items.0");
  });
});

describe("taxes", () => {
  test("are calculated per rate and rounded once", () => {
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

  test("are deducted from prices that include them, and don't change the total", () => {
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

  test("have no rate in a category without one, and a rate in the standard category", () => {
    expect(() => totals({ items: [item(1, 1, { tax_category: "AE", tax_rate: 19 })] })).toThrow(
      "body.items.0.tax_rate must be 0 in tax category AE: it is 19",
    );
    expect(() => totals({ items: [item(1, 1, { tax_category: "S" })] })).toThrow("above 0");
  });
});

test("shipping is taxed like the goods, or at its own rate", () => {
  const items = [item(1, 100)];
  expect(totals({ items, tax_rate: 10, shipping: 5 })).toMatchObject({ taxable: 105, tax: 10.5 });
  const own = totals({ items, tax_rate: 10, shipping: 5, shipping_tax_rate: 0 });
  expect(own).toMatchObject({ taxable: 105, tax: 10, total: 115 });
});

test("shipping follows the rates of the lines", () => {
  const own = (tax_rate: number, price = 100) => item(1, price, { tax_rate });
  const computeGroups = (sums: Partial<Sums>) => totals({ shipping: 10, ...sums }).groups;
  expect(computeGroups({ items: [own(19)] })).toEqual([["S", 19, 110, 20.9]]);
  expect(computeGroups({ items: [own(19)], tax_rate: 0 })).toEqual([["S", 19, 110, 20.9]]);
  expect(computeGroups({ items: [own(19, 300), own(7)] })).toEqual([
    ["S", 19, 307.5, 58.43],
    ["S", 7, 102.5, 7.18],
  ]);
  expect(computeGroups({ items: [own(19, 0)] })).toEqual([["S", 19, 10, 1.9]]);
  expect(computeGroups({ items: [own(19, 50), own(7, -50)] })).toEqual([
    ["S", 19, 55, 10.45],
    ["S", 7, -45, -3.15],
  ]);
  // No line has the document's rate: an invoice outside the scope of tax must not get one.
  const items = [item(1, 100, { tax_category: "O" })];
  expect(computeGroups({ items, tax_rate: 19 })).toEqual([["O", 0, 110, 0]]);
  expect(computeGroups({ items: [own(7), item(1, 1)], tax_rate: 19 })).toEqual([
    ["S", 7, 100, 7],
    ["S", 19, 11, 2.09],
  ]);
});

test("rounds cash to its coins, and reports the rounding separately", () => {
  const sums = { items: [item(1, 10.02)], cash_rounding: 0.05, amount_paid: 4 };
  expect(totals(sums)).toMatchObject({ total: 10.02, roundingAmount: -0.02, balance: 6 });
});

test("prices optional lines without adding them up", () => {
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
])("spread distributes %d by %p", (amount, weights, expected) => {
  const weigh = (weight: number) => new Decimal(weight);
  const parts = spread(new Decimal(amount), weights, { weigh, digits: 2 });
  expect(parts.map(({ part }) => part.toFixed(2))).toEqual(expected);
});

test("totals report an invalid line by its position, even if another one is equal", () => {
  const bad = item(1, 1, { discount: 101 });
  expect(() => totals({ items: [item(1, 1), bad, bad] })).toThrow("body.items.1.discount");
});

test("rounds the paid amount like the currency, and deducts it from the rounded total", () => {
  expect(totals({ items: [item(1, 10)], amount_paid: 3.333 })).toMatchObject({ balance: 6.67 });
  expect(totals({ items: [item(1, 10)], amount_paid: 12 })).toMatchObject({ balance: -2 });
});

test("shipping at a rate of no line has its own group", () => {
  const items = [item(1, 100, { tax_rate: 7 })];
  const groups = (shipping_tax_rate: number) =>
    totals({ items, shipping: 10, shipping_tax_rate }).groups;
  expect(groups(19)).toEqual([
    ["S", 7, 100, 7],
    ["S", 19, 10, 1.9],
  ]);
  expect(groups(0)).toEqual([
    ["S", 7, 100, 7],
    ["Z", 0, 10, 0],
  ]);
  expect(groups(7)).toEqual([["S", 7, 110, 7.7]]);
  expect(groups(0.5)[1]).toEqual(["S", 0.5, 10, 0.05]);
  // An exempt line has the rate 0 too: alone, it determines the rate of shipping; among others, not.
  const exempt = item(1, 50, { tax_category: "E" as const });
  expect(totals({ items: [exempt], shipping: 10, shipping_tax_rate: 0 }).groups).toEqual([
    ["E", 0, 60, 0],
  ]);
  const mixed = { items: [exempt, ...items], shipping: 10, shipping_tax_rate: 0 };
  expect(totals(mixed).groups).toContainEqual(["Z", 0, 10, 0]);
  const freeOfTax = item(1, 5, { tax_rate: 0 });
  expect(totals({ items: [exempt, freeOfTax], shipping: 10, shipping_tax_rate: 0 }).groups).toEqual(
    [
      ["E", 0, 50, 0],
      ["Z", 0, 15, 0],
    ],
  );
});

test("without shipping there is no group, and free lines get no share of shipping if others are priced", () => {
  const own = (unit_price: number, tax_rate: number) => item(1, unit_price, { tax_rate });
  const items = [own(100, 7), own(0, 19)];
  expect(totals({ items, shipping_tax_rate: 5 }).groups).toHaveLength(2);
  expect(totals({ items, shipping: 10 }).groups).toEqual([
    ["S", 7, 110, 7.7],
    ["S", 19, 0, 0],
  ]);
  expect(totals({ items: [own(0, 7), own(0, 19)], shipping: 10 }).groups).toEqual([
    ["S", 7, 5, 0.35],
    ["S", 19, 5, 0.95],
  ]);
});

test("taxes lines with the same rate in two categories separately", () => {
  const items = [item(1, 10), item(1, 20, { tax_category: "E" as const })];
  expect(totals({ items }).groups).toEqual([
    ["Z", 0, 10, 0],
    ["E", 0, 20, 0],
  ]);
});

test("deducts included tax from each line, also from an optional one", () => {
  const items = [
    item(1, 1.19, { tax_rate: 19 }),
    item(1, 1.19, { tax_rate: 19 }),
    item(1, 119, { tax_rate: 19, optional: true }),
  ];
  expect(totals({ items, prices_include_tax: true })).toMatchObject({
    lines: [
      [1, 0.19, 0],
      [1, 0.19, 0],
      [100, 19, 0],
    ],
    total: 2.38,
  });
});

const hundredths = (max: number) => fc.nat({ max }).map((cents) => cents / 100);
const someSums = fc.record({
  items: fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 20 }),
      unit_price: fc.nat({ max: 100_000 }).map((n) => n / 1000),
      tax_rate: fc.constantFrom(0, 5, 7.7, 19),
    }),
    { minLength: 1, maxLength: 9 },
  ),
  discount: fc.nat({ max: 100 }),
  shipping: hundredths(5000),
  amount_paid: hundredths(9999),
  cash_rounding: fc.constantFrom(0, 0.05, 1),
  prices_include_tax: fc.boolean(),
});

test("amounts are always consistent with each other", () => {
  fc.assert(
    fc.property(someSums, (sums) => {
      const result = computeTotals({ ...plain, ...sums }, euro);
      const { groups, taxable, tax, total, roundingAmount, paid, balance } = result;
      const same = (one: Decimal, other: Decimal) => expect(one.toFixed()).toBe(other.toFixed());
      same(sum(groups.map(({ base }) => base)), taxable);
      same(sum(groups.map((group) => group.tax)), tax);
      same(taxable.plus(tax), total);
      same(total.plus(roundingAmount).minus(paid), balance);
      const whole = result.subtotal.minus(result.discount).plus(result.shipping);
      same(sums.prices_include_tax ? total : taxable, whole);
      for (const { net, tax, amount } of result.lines)
        same(sums.prices_include_tax ? net.plus(tax) : net, amount);
      if (sums.cash_rounding > 0)
        expect(total.plus(roundingAmount).mod(sums.cash_rounding).isZero()).toBe(true);
    }),
    cases(300),
  );
});

test("the tax of lines adds up to that of their rate if nothing else has that rate", () => {
  fc.assert(
    fc.property(someSums, ({ items, prices_include_tax }) => {
      const { lines, tax } = computeTotals({ ...plain, items, prices_include_tax }, euro);
      expect(sum(lines.map((line) => line.tax)).toFixed()).toBe(tax.toFixed());
    }),
    cases(200),
  );
});

const canada = [
  { name: "GST", rate: 5, compound: false },
  { name: "QST", rate: 9.975, compound: false },
];

describe("several taxes on a line", () => {
  test("are each rounded and add up: GST and QST in Canada", () => {
    const sums = totals({ items: [item(1, 99.99)], taxes: canada });
    expect(sums).toMatchObject({
      taxes: [
        ["GST", 5, 99.99, 5],
        ["QST", 9.975, 99.99, 9.97],
      ],
      groups: [["S", 14.975, 99.99, 14.97]],
      tax: 14.97,
      total: 114.96,
      lines: [[99.99, 14.97, 0]],
    });
  });

  test("are split from prices that include them", () => {
    const sums = totals({ items: [item(1, 114.98)], taxes: canada, prices_include_tax: true });
    expect(sums).toMatchObject({
      taxable: 100,
      tax: 14.98,
      total: 114.98,
      taxes: [
        ["GST", 5, 100, 5],
        ["QST", 9.975, 100, 9.98],
      ],
    });
  });

  test("may be charged on each other", () => {
    const taxes = [
      { name: "A", rate: 10, compound: false },
      { name: "B", rate: 10, compound: true },
    ];
    expect(totals({ items: [item(1, 100)], taxes }).taxes).toEqual([
      ["A", 10, 100, 10],
      ["B", 10, 100, 11],
    ]);
  });

  test("are added up by name and rate over lines with other taxes", () => {
    const india = [
      { name: "CGST", rate: 9, compound: false },
      { name: "SGST", rate: 9, compound: false },
    ];
    const igst = [{ name: "IGST", rate: 18, compound: false }];
    const items = [
      item(1, 100, { taxes: india }),
      item(1, 50, { taxes: igst }),
      item(1, 10, { tax_rate: 5 }),
      item(2, 25, { taxes: india }),
    ];
    expect(totals({ items, discount: 10 })).toMatchObject({
      taxes: [
        ["CGST", 9, 135, 12.15],
        ["SGST", 9, 135, 12.15],
        ["IGST", 18, 45, 8.1],
      ],
      tax: 32.85,
      total: 221.85,
    });
  });

  test("exclude other taxes on the line or the document", () => {
    expect(() => totals({ items: [item(1, 1, { taxes: canada, tax_rate: 5 })] })).toThrow("taxes");
    expect(() => totals({ items: [item(1, 1)], taxes: canada, tax_rate: 5 })).toThrow("taxes");
  });

  test("always add up to the total tax", () => {
    const rate = fc.integer({ min: 0, max: 30_000 }).map((n) => n / 1000);
    const list = fc.array(
      fc.record({ name: fc.constantFrom("A", "B", "C"), rate, compound: fc.boolean() }),
      { minLength: 1, maxLength: 5 },
    );
    const line = fc
      .record({ price: fc.integer({ min: -100_000, max: 100_000 }), taxes: list })
      .map(({ price, taxes }) => item(1, price / 100, { taxes }));
    const lines = fc.array(line, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(lines, fc.boolean(), (items, prices_include_tax) => {
        const { taxes, tax, taxable, total, subtotal } = computeTotals(
          { ...plain, items, prices_include_tax },
          euro,
        );
        expect(sum(taxes.map((one) => one.tax)).equals(tax)).toBe(true);
        expect(taxable.plus(tax).equals(total)).toBe(true);
        expect((prices_include_tax ? total : taxable).equals(subtotal)).toBe(true);
      }),
      cases(200),
    );
  });
});

describe("withholding", () => {
  const tax = { on: "net" as const, share: 100 };

  test("reduces the amount due: IRPF in Spain", () => {
    const withholding = [{ ...tax, name: "IRPF", rate: 15 }];
    const sums = totals({ items: [item(1, 1000)], tax_rate: 21, withholding, amount_paid: 60 });
    expect(sums).toMatchObject({
      total: 1210,
      withheld: [["IRPF", 1000, 150]],
      balance: 1000,
    });
  });

  test("is at most the amount that it is on, in sum", () => {
    const items = [item(1, 100)];
    const half = { ...tax, name: "A", rate: 50 };
    const whole = totals({ items, tax_rate: 21, withholding: [half, half] });
    expect(whole.balance).toBe(21);
    for (const withholding of [
      [half, { ...half, rate: 50.01 }],
      [half, { ...tax, name: "B", rate: 100, share: 60 }],
    ])
      expect(() => totals({ items, tax_rate: 21, withholding })).toThrow(
        "body.withholding must be at most 100 percent of the taxable amount",
      );
    expect(() =>
      totals({ items, withholding: [60, 60].map((rate) => ({ ...half, rate, on: "tax" })) }),
    ).toThrow("100 percent of the tax: it is 120");
  });

  test("is on a share of the amount, or on the tax", () => {
    const withholding = [
      { ...tax, name: "Ritenuta", rate: 23, share: 50 },
      { ...tax, name: "IVA", rate: 66.67, on: "tax" as const },
    ];
    expect(totals({ items: [item(1, 99.99)], tax_rate: 16, withholding }).withheld).toEqual([
      ["Ritenuta", 50, 11.5],
      ["IVA", 16, 10.67],
    ]);
  });
});
