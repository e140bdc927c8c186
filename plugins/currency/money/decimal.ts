import { Decimal as Any } from "decimal.js";

/**
 * Numbers of 50 digits, more than any product of an amount (24) and a rate (15) has. A quotient is
 * cut there, which its one rounding afterwards cannot tell: a quotient of two such numbers that is
 * no tie is further from one than the 50th digit.
 */
export const Decimal = Any.clone({
  precision: 50,
  rounding: Any.ROUND_HALF_EVEN,
  toExpNeg: -30,
  toExpPos: 50,
});
export type Decimal = Any;

/** How precise a rate is answered. */
export type Precision = "auto" | "full" | `${number}`;

/**
 * A rate as a number: to so many places, or as many as rates of its size usually have. `full` is
 * the nearest that a double can be.
 */
export function roundRate(rate: Decimal, precision: Precision): number {
  if (precision === "full") return rate.toNumber();
  const places = precision === "auto" ? usualPlaces(rate) : Number(precision);
  return rate.toDecimalPlaces(places).toNumber();
}

function usualPlaces(rate: Decimal): number {
  if (rate.gt(5000)) return 0;
  if (rate.gt(80)) return 2;
  if (rate.gt(20)) return 3;
  if (rate.gt(1)) return 4;
  // Never fewer than three digits that say something, however small the unit.
  return rate.gt("0.0001") ? 5 : Math.max(6, 2 - rate.e);
}
