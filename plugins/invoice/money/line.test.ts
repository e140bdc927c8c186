import { expect, test } from "bun:test";
import { Decimal } from "./decimal.ts";
import { discountOn, type LineInput, priceLine } from "./line.ts";

const precision = { digits: 2, rounding: "half_up" } as const;

function price(line: Partial<LineInput>, tax_rate?: number) {
  const item = { quantity: 1, unit_price: 10, ...line };
  return priceLine(item, {
    at: "body.items.3",
    defaults: { ...(tax_rate !== undefined && { tax_rate }) },
    precision,
  });
}

test("priceLine rounds quantity times price, and keeps both as given", () => {
  const { quantity, unitPrice, gross, amount, item } = price({ quantity: 3, unit_price: 0.335 });
  expect([quantity, unitPrice, gross, amount].map(Number)).toEqual([3, 0.335, 1.01, 1.01]);
  expect(item).toEqual({ quantity: 3, unit_price: 0.335 });
});

test.each([
  [{ discount: 33.3 }, 3.33],
  [{ discount: 100 }, 10],
  [{ discount: 10, discount_type: "fixed" }, 10],
  [{ discount: 0.126, discount_type: "amount" }, 0.13],
  [{ discount: 2, discount_type: "flat" }, 2],
  [{}, 0],
] as const)("a line of 10 with %j is reduced by %d", (line, off) => {
  const { discount, amount } = price(line);
  expect([discount, amount].map(Number)).toEqual([off, 10 - off]);
});

test.each([
  [{}, undefined, 0, "Z"],
  [{}, 19, 19, "S"],
  [{ tax_rate: 7 }, 19, 7, "S"],
  [{ tax_rate: 0 }, 19, 0, "Z"],
  [{ tax_rate: 0.5 }, undefined, 0.5, "S"],
  [{ tax_category: "S" }, 19, 19, "S"],
  [{ tax_category: "E" }, 19, 0, "E"],
  [{ tax_category: "AE", tax_rate: 0 }, 19, 0, "AE"],
] as const)(
  "a line with %j in a document with %p is taxed at %d in category %s",
  (line, usual, rate, category) => {
    expect(price(line, usual)).toMatchObject({ rate, category });
  },
);

test("a line is optional only if declared", () => {
  expect([{}, { optional: false }, { optional: true }].map((line) => price(line).optional)).toEqual(
    [false, false, true],
  );
});

test.each([
  [{ tax_category: "S" }, "body.items.3.tax_rate must be above 0 in tax category S: it is 0"],
  [
    { tax_category: "K", tax_rate: 19 },
    "body.items.3.tax_rate must be 0 in tax category K: it is 19",
  ],
  [{ discount: 100.5 }, "body.items.3.discount must be at most 100 percent: it is 100.5"],
  [
    { discount: 10.01, discount_type: "fixed" },
    "body.items.3.discount must be at most the amount it applies to, 10: it is 10.01",
  ],
] as const)("reports an invalid line with %j by its position", (line, message) => {
  const at = message.slice(0, message.indexOf(" "));
  expect(() => price(line)).toThrow(
    expect.objectContaining({
      code: "invalid_input",
      message,
      errors: [{ location: at, message }],
    }),
  );
});

test("deducts no fixed discount from returned goods, but a percentage", () => {
  const credit = new Decimal(-50);
  const on = (discount: number, discount_type: "fixed" | "percentage") =>
    discountOn(credit, { discount, discount_type, at: "body", precision });
  expect(on(0, "fixed").toNumber()).toBe(0);
  expect(on(10, "percentage").toNumber()).toBe(-5);
  expect(() => on(1, "fixed")).toThrow("at most the amount it applies to, 0: it is 1");
});
