import type { RateDay } from "../ecb/day.ts";
import { Decimal, type Precision, roundRate } from "../money/decimal.ts";
import { type Rate, rateBetween, roundOne, worth } from "../money/rate.ts";

/** Rate of a day, or the mean of several days. */
export interface RatePoint {
  date: string;
  rate: Rate;
  /** Day with the rates, for days that repeat them. */
  day: RateDay;
  mean?: Decimal;
}

/** Returns the rates of a pair on the days that have one. */
export function listPoints(base: string, symbol: string, days: readonly RateDay[]): RatePoint[] {
  const points: RatePoint[] = [];
  for (const day of days) {
    const rate = rateBetween(base, symbol, day);
    if (rate) points.push({ date: day.date, rate, day });
  }
  return points;
}

/** Returns the exact mean of the rates. */
export function computeMean(points: readonly RatePoint[]): Decimal {
  return points.reduce((sum, { rate }) => sum.plus(worth(rate)), new Decimal(0)).div(points.length);
}

/** Returns the rounded rate of a point. */
export function roundPoint({ rate, mean }: RatePoint, precision: Precision): number {
  return mean ? roundRate(mean, precision) : roundOne(rate, precision);
}
