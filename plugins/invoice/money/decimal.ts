import { Decimal as Any } from "decimal.js";

/** Numbers with 60 digits: a quantity, a price and a rate of 15 digits each multiply exactly. */
export const Decimal = Any.clone({ precision: 60, toExpNeg: -30, toExpPos: 40 });
export type Decimal = Any;

/** Rounding of halves: away from zero, or to the even digit. */
export type Rounding = "half_up" | "half_even";

/** Rounding options for the amounts of a document. */
export interface Precision {
  /** Number of decimals of the currency. */
  digits: number;
  rounding: Rounding;
}

/** Rounds an amount to the decimals of its currency. */
export function roundAmount(value: Decimal, { digits, rounding }: Precision): Decimal {
  // Drops the sign of zero, which would be printed.
  return value.toDecimalPlaces(digits, modes[rounding]).plus(0);
}

/** Rounds an amount to a multiple of `step`, such as 0.05 for cash in Switzerland. */
export function roundToStep(value: Decimal, step: Decimal, rounding: Rounding): Decimal {
  if (step.isZero()) return value;
  return value.div(step).toDecimalPlaces(0, modes[rounding]).times(step).plus(0);
}

const modes = { half_up: Any.ROUND_HALF_UP, half_even: Any.ROUND_HALF_EVEN } as const;

export const zero = new Decimal(0);

/** Returns the sum of amounts, or 0 for an empty list. */
export function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), zero);
}

/**
 * Splits an amount over items by weight, so that the parts add up to it. Each part is rounded down to the currency's
 * decimals. The remaining units go to the items with the largest remainders, the first of equals.
 */
export function spread<Item>(
  amount: Decimal,
  items: readonly Item[],
  { weigh, digits }: { weigh(item: Item): Decimal; digits: number },
): { item: Item; part: Decimal }[] {
  const totalWeight = sum(items.map(weigh));
  if (amount.isZero() || totalWeight.isZero()) return items.map((item) => ({ item, part: zero }));
  const shares = items.map((item) => {
    const exact = amount.times(weigh(item)).div(totalWeight);
    const part = exact.toDecimalPlaces(digits, Decimal.ROUND_DOWN);
    return { item, part, fraction: exact.minus(part) };
  });
  const remainder = amount.minus(sum(shares.map(({ part }) => part)));
  const sign = remainder.isNegative() ? -1 : 1;
  const unit = new Decimal(10).pow(-digits).times(sign);
  const byFraction = shares.toSorted((a, b) => b.fraction.comparedTo(a.fraction) * sign);
  const units = remainder.div(unit).round().toNumber();
  // Each part lost less than one unit, so there are fewer units than parts.
  for (const share of byFraction.slice(0, units)) share.part = share.part.plus(unit);
  return shares.map(({ item, part }) => ({ item, part }));
}
