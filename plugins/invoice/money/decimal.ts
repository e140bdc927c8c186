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

export const zero = new Decimal(0);

/** The sum of amounts, 0 for none. */
export function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), zero);
}

/**
 * Splits an amount over items by their weights, so that the parts add up to it: each part is cut to
 * the currency's digits, and what is left goes, unit by unit, to those who lost most by that (the
 * largest remainders), to the first of equals.
 */
export function spread<Item>(
  amount: Decimal,
  items: readonly Item[],
  { weigh, digits }: { weigh(item: Item): Decimal; digits: number },
): { item: Item; part: Decimal }[] {
  const whole = sum(items.map(weigh));
  if (amount.isZero() || whole.isZero()) return items.map((item) => ({ item, part: zero }));
  const shares = items.map((item) => {
    const exact = amount.times(weigh(item)).div(whole);
    const part = exact.toDecimalPlaces(digits, Decimal.ROUND_DOWN);
    return { item, part, lost: exact.minus(part) };
  });
  const left = amount.minus(sum(shares.map(({ part }) => part)));
  const sign = left.isNegative() ? -1 : 1;
  const unit = new Decimal(10).pow(-digits).times(sign);
  const ranked = shares.toSorted((a, b) => b.lost.comparedTo(a.lost) * sign);
  const units = left.div(unit).round().toNumber();
  // Each part has lost less than a unit, so there are fewer units than parts.
  for (const share of ranked.slice(0, units)) share.part = share.part.plus(unit);
  return shares.map(({ item, part }) => ({ item, part }));
}
