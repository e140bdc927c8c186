import { Decimal as Any } from "decimal.js";
import type { Precision } from "../fields.ts";
import currency from "../plugin.ts";

const amountMax = "1000000000000000";

/**
 * Numbers of 40 digits: an amount has up to 24, a rate 15, so that their product is exact. A quotient
 * is cut there, long before its one rounding. That cannot make a tie of what was none: a quotient by
 * a number of seven digits, as rates have, differs from every tie in its first 30.
 */
export const Decimal = Any.clone({
  precision: 40,
  rounding: Any.ROUND_HALF_EVEN,
  toExpNeg: -30,
  toExpPos: 40,
});
export type Decimal = Any;

/**
 * A rate as a number: to so many places, or as many as rates of its size usually have. `full` is
 * the nearest that a double can be.
 */
export function roundRate(rate: Decimal, precision: Precision): number {
  const size = rate.toNumber();
  return precision === "full" ? size : rate.toDecimalPlaces(placesFor(size, precision)).toNumber();
}

/** How many places a rate of about this size has. */
export function placesFor(size: number, precision: Exclude<Precision, "full">): number {
  if (precision !== "auto") return Number(precision);
  if (size > 5000) return 0;
  if (size > 80) return 2;
  if (size > 20) return 3;
  if (size > 1) return 4;
  // Never fewer than three digits that say something, however small the unit.
  return size > 0.0001 || size === 0 ? 5 : Math.max(6, 2 - Math.floor(Math.log10(size)));
}

/** Reads an amount of money with every digit it has. Throws `invalid_input`. */
export function readAmount(text: string): Decimal {
  const isPlain = /^\d{1,16}(\.\d{1,8})?$/.test(text);
  if (isPlain && new Decimal(text).lte(amountMax)) return new Decimal(text);
  throw currency.error(
    "invalid_input",
    `query.amount must be a number from 0 to ${amountMax} with at most 8 decimals, such as 12.50: it is "${text}"`,
    { at: "query.amount" },
  );
}
