import type { RateDay } from "../ecb/day.ts";
import type { Precision } from "../fields.ts";
import { Decimal, roundRate } from "../money/decimal.ts";
import { type Rate, rateBetween, roundOne, worth } from "../money/rate.ts";

/** The rate of a day, or the mean of some days. */
export interface Point {
  date: string;
  rate: Rate;
  mean?: Decimal;
}

/** The rates of a pair on the days on which it had one. */
export function pointsOf(base: string, symbol: string, days: readonly RateDay[]): Point[] {
  const points: Point[] = [];
  for (const day of days) {
    const rate = rateBetween(base, symbol, day);
    if (rate) points.push({ date: day.date, rate });
  }
  return points;
}

/** The mean of their rates, of all digits. */
export function meanOf(points: readonly Point[]): Decimal {
  return points.reduce((sum, { rate }) => sum.plus(worth(rate)), new Decimal(0)).div(points.length);
}

/** A point's rate as a number. */
export function roundPoint({ rate, mean }: Point, precision: Precision): number {
  return mean ? roundRate(mean, precision) : roundOne(rate, precision);
}
