import type { RateDay } from "../ecb/day.ts";
import type { Decimal } from "../money/decimal.ts";
import { type Rate, rateBetween, worth } from "../money/rate.ts";

/** The rate of a day. */
export interface Point {
  date: string;
  value: Decimal;
  rate: Rate;
}

/** The rates of a pair on the days on which it had one. */
export function pointsOf(base: string, symbol: string, days: readonly RateDay[]): Point[] {
  return days.flatMap((day) => {
    const rate = rateBetween(base, symbol, day);
    return rate ? [{ date: day.date, value: worth(rate), rate }] : [];
  });
}
