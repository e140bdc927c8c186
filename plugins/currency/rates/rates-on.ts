import { today } from "../ecb/calendar.ts";
import type { History } from "../history/history.ts";
import { requireCode, requireCodes } from "../money/codes.ts";
import { readAmount } from "../money/decimal.ts";
import { currentOn, requireRate, roundOne, roundValue, worth } from "../money/rate.ts";
import type { DayQuery, RatesQuery } from "../request.ts";
import { checkDay, findDay, reasonFor } from "./find-day.ts";
import { provenance } from "./provenance.ts";

export interface RatesAsked extends RatesQuery, Partial<Pick<DayQuery, "fallback">> {
  /** Default: today. */
  date?: string;
}

/** Returns the rates of one day. */
export function ratesOn(
  query: Omit<RatesAsked, "format">,
  { history, now }: { history: History; now: number },
) {
  const amount = readAmount(query.amount);
  const requested = query.date ? checkDay(query.date, { at: "path.date", now }) : today(now);
  const base = requireCode(query.base, { history, at: "query.base" });
  const symbols = requireCodes(query.symbols ?? [], { history, at: "query.symbols" });
  // The latest rates, however old. `stale` reports whether newer ones are due.
  const from = query.date ?? history.newest.date;
  const day = findDay(history, from, { ...query, codes: [base, ...symbols] });
  const codes = symbols.length > 0 ? symbols : currentOn(day).filter((code) => code !== base);
  const isOne = amount.eq(1);
  const rates = codes.map((code): [string, number] => {
    const rate = requireRate(base, code, day);
    const value = isOne
      ? roundOne(rate, query.precision)
      : roundValue(worth(rate, amount), rate, query.precision);
    return [code, value];
  });
  const reason = reasonFor(requested, day.date, { history, now });
  return {
    base,
    amount: amount.toNumber(),
    date: day.date,
    requested_date: requested,
    reason,
    rates: Object.fromEntries(rates),
    ...provenance({ isLacking: reason === "not_fetched" }, { history, now }),
  };
}

/** Returns the result as table rows. */
export function rateRows({ date, base, amount, rates }: ReturnType<typeof ratesOn>) {
  return Object.entries(rates).map(([symbol, rate]) => ({ date, base, amount, symbol, rate }));
}
