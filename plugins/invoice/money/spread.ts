import { Decimal } from "./decimal.ts";

/**
 * Parts an amount by weights, so that the parts add up to it: each is cut to the currency's digits,
 * and what is left goes, unit by unit, to those who lost most (the largest remainders).
 */
export function spread(amount: Decimal, weights: readonly Decimal[], digits: number): Decimal[] {
  const sum = weights.reduce((total, weight) => total.plus(weight), new Decimal(0));
  if (amount.isZero() || sum.isZero()) return weights.map(() => new Decimal(0));
  const exact = weights.map((weight) => amount.times(weight).div(sum));
  const parts = exact.map((part) => part.toDecimalPlaces(digits, Decimal.ROUND_DOWN));
  const left = parts.reduce((rest, part) => rest.minus(part), amount);
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
