import { Decimal as Any } from "decimal.js";
import { refuse } from "../refuse.ts";

/** Number of decimals of a rate: the usual number for its size, all digits of a double, or a number. */
export type Precision = "auto" | "full" | `${number}`;

const amountMax = "1000000000000000";

/**
 * Decimals with 40 digits. An amount has up to 24 and a rate 15, so their product is exact. A quotient is
 * truncated long after the digit that is rounded. This can't create a tie: a quotient by a number of
 * seven digits, as in rates, differs from every tie in its first 30 digits.
 */
export const Decimal = Any.clone({
  precision: 40,
  rounding: Any.ROUND_HALF_EVEN,
  toExpNeg: -30,
  toExpPos: 40,
});
export type Decimal = Any;

/**
 * Rounds a rate to a number of decimals, or to the usual number for its size. `full` returns the nearest
 * double.
 */
export function roundRate(rate: Decimal, precision: Precision): number {
  const size = rate.toNumber();
  return precision === "full" ? size : rate.toDecimalPlaces(placesFor(size, precision)).toNumber();
}

/** Returns the usual number of decimals for a rate of this size. */
export function placesFor(size: number, precision: Exclude<Precision, "full">): number {
  if (precision !== "auto") return Number(precision);
  const usual = size > 5000 ? 0 : size > 20 ? 2 : size > 1 ? 4 : 5;
  if (size === 0) return usual;
  // Decimals alone would round small units to one digit: 1 won is 0.00058824 euros.
  return Math.max(usual, significantDigits - 1 - Math.floor(Math.log10(size)));
}

/** Minimum number of significant digits of a rate. */
const significantDigits = 5;

/** Parses an amount without losing digits. Throws `invalid_input`. */
export function readAmount(text: string): Decimal {
  const isPlain = /^\d{1,16}(\.\d{1,8})?$/.test(text);
  if (isPlain && new Decimal(text).lte(amountMax)) return new Decimal(text);
  refuse(
    "query.amount",
    `must be a number from 0 to ${amountMax} with at most 8 decimals, such as 12.50: it is "${text}"`,
  );
}
