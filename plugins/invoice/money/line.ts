import invoice from "../plugin.ts";
import type { CommonBody } from "../schema/bodies.ts";
import type { TaxCategory } from "../schema/fields.ts";
import { Decimal, type Precision, roundAmount, zero } from "./decimal.ts";

/** What a line says of its price. */
export type LineInput = Pick<
  CommonBody["items"][number],
  | "quantity"
  | "unit_price"
  | "discount"
  | "discount_type"
  | "tax_rate"
  | "tax_category"
  | "optional"
>;

/** A line with its amounts, in the prices of the document: with tax where they include it. */
export interface PricedLine<Item extends LineInput = LineInput> {
  item: Item;
  quantity: Decimal;
  unitPrice: Decimal;
  /** Quantity times price, rounded. */
  gross: Decimal;
  discount: Decimal;
  /** What the line adds to the sum. */
  amount: Decimal;
  rate: number;
  category: TaxCategory;
  optional: boolean;
}

/** Prices a line: quantity times price is rounded, and so is the discount taken off it. */
export function priceLine<Item extends LineInput>(
  item: Item,
  { at, tax_rate, precision }: { at: string; tax_rate: number | undefined; precision: Precision },
): PricedLine<Item> {
  const quantity = new Decimal(item.quantity);
  const unitPrice = new Decimal(item.unit_price);
  const gross = roundAmount(quantity.times(unitPrice), precision);
  const { discount: off = 0, discount_type = "percentage" } = item;
  const discount = discountOn(gross, { discount: off, discount_type, at, precision });
  const tax = resolveTax(item, { usual: tax_rate, at });
  const optional = item.optional === true;
  const amount = gross.minus(discount);
  return { item, quantity, unitPrice, gross, discount, amount, optional, ...tax };
}

/** EN 16931: only the standard category has a rate, and it has one above zero. */
function resolveTax(
  { tax_rate, tax_category }: LineInput,
  { usual, at }: { usual: number | undefined; at: string },
): { rate: number; category: TaxCategory } {
  if (tax_category === undefined || tax_category === "S") {
    const rate = tax_rate ?? usual ?? 0;
    if (rate > 0) return { rate, category: "S" };
    if (tax_category === undefined) return { rate, category: "Z" };
    throw invoice.error(
      "invalid_input",
      `${at}.tax_rate must be above 0 in tax category S: it is ${rate}`,
      { at: `${at}.tax_rate` },
    );
  }
  if (tax_rate === undefined || tax_rate === 0) return { rate: 0, category: tax_category };
  throw invoice.error(
    "invalid_input",
    `${at}.tax_rate must be 0 in tax category ${tax_category}: it is ${tax_rate}`,
    { at: `${at}.tax_rate` },
  );
}

interface Discount extends Pick<CommonBody, "discount" | "discount_type"> {
  /** What of the request has it, as `body.items.2`. */
  at: string;
  precision: Precision;
}

/** What is taken off an amount, rounded. Throws `invalid_input` where that is more than there is. */
export function discountOn(
  amount: Decimal,
  { discount, discount_type, at, precision }: Discount,
): Decimal {
  const isShare = discount_type === "percentage";
  const off = isShare ? amount.times(discount).div(100) : new Decimal(discount);
  const most = isShare ? new Decimal(100) : Decimal.max(amount, zero);
  if (most.gte(discount)) return roundAmount(off, precision);
  const what = isShare ? "100 per cent" : `the amount it is taken off, ${most}`;
  throw invoice.error(
    "invalid_input",
    `${at}.discount must be at most ${what}: it is ${discount}`,
    { at: `${at}.discount` },
  );
}
