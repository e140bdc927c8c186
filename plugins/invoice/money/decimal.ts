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

/** The sum of amounts, 0 for none. */
export function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), new Decimal(0));
}

/**
 * Splits an amount by weights, so that the parts add up to it: each is cut to the currency's digits,
 * and what is left goes, unit by unit, to those who lost most (the largest remainders).
 */
export function spread(amount: Decimal, weights: readonly Decimal[], digits: number): Decimal[] {
  const whole = sum(weights);
  if (amount.isZero() || whole.isZero()) return weights.map(() => new Decimal(0));
  const exact = weights.map((weight) => amount.times(weight).div(whole));
  const parts = exact.map((part) => part.toDecimalPlaces(digits, Decimal.ROUND_DOWN));
  const left = amount.minus(sum(parts));
  const unit = new Decimal(10).pow(-digits).times(left.isNegative() ? -1 : 1);
  const losers = exact
    .map((part, index) => ({ index, lost: part.minus(parts[index]!).times(unit) }))
    .sort((a, b) => b.lost.comparedTo(a.lost) || a.index - b.index);
  const units = left.div(unit).round().toNumber();
  for (let given = 0; given < units; given++) {
    const { index } = losers[given % losers.length]!;
    parts[index] = parts[index]!.plus(unit);
  }
  return parts;
}
