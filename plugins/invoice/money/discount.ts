import invoice from "../plugin.ts";
import { Decimal, type Precision, roundAmount } from "./decimal.ts";

interface Discount {
  discount: number;
  discount_type: "percentage" | "fixed";
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
  const most = isShare ? new Decimal(100) : Decimal.max(amount, 0);
  if (most.gte(discount)) return roundAmount(off, precision);
  const what = isShare ? "100 per cent" : `the amount it is taken off, ${most}`;
  throw invoice.error(
    "invalid_input",
    `${at}.discount must be at most ${what}: it is ${discount}`,
    { at: `${at}.discount` },
  );
}
