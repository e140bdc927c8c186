import type { RateDay } from "../ecb/day.ts";
import { isOn } from "../money/rate.ts";

/** Days in a row on which the ECB published rates, and none of this currency. */
export interface Gap {
  symbol: string;
  from: string;
  to: string;
  reason: "not_quoted";
}

/** Where the series of some currencies are broken. */
export function gapsOf(symbols: readonly string[], days: readonly RateDay[]): Gap[] {
  return symbols.flatMap((symbol) => {
    const gaps: Gap[] = [];
    let open: Gap | undefined;
    for (const day of days) {
      if (isOn(symbol, day)) open = undefined;
      else if (open) open.to = day.date;
      else {
        open = { symbol, from: day.date, to: day.date, reason: "not_quoted" };
        gaps.push(open);
      }
    }
    return gaps;
  });
}
