import { Decimal as Any } from "decimal.js";

/** Numbers of 60 digits: a quantity, a price and a rate of 15 digits each multiply exactly. */
export const Decimal = Any.clone({ precision: 60, toExpNeg: -30, toExpPos: 40 });
export type Decimal = Any;

/** What becomes of a half: away from zero, or to the even digit. */
export type Rounding = "half_up" | "half_even";

/** How the amounts of a document are rounded. */
export interface Precision {
  /** Decimals of the currency. */
  digits: number;
  rounding: Rounding;
}

/** Rounds an amount to what its currency can pay. */
export function roundAmount(value: Decimal, { digits, rounding }: Precision): Decimal {
  // Without the sign of a zero, which would be printed.
  return value.toDecimalPlaces(digits, modes[rounding]).plus(0);
}

/** The multiple of `step` that is nearest to an amount, as cash is paid: 0.05 in Switzerland. */
export function roundToStep(value: Decimal, step: Decimal, rounding: Rounding): Decimal {
  if (step.isZero()) return value;
  return value.div(step).toDecimalPlaces(0, modes[rounding]).times(step).plus(0);
}

const modes = { half_up: Any.ROUND_HALF_UP, half_even: Any.ROUND_HALF_EVEN } as const;
