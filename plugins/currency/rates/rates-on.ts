import { shiftDay, today } from "../ecb/calendar.ts";
import type { RateDay } from "../ecb/day.ts";
import { requireCode, requireCodes } from "../history/codes.ts";
import { checkDay, findDay, isOutdated, reasonFor, searchDay } from "../history/find-day.ts";
import type { History } from "../history/history.ts";
import { legalProvenance, provenance } from "../history/provenance.ts";
import { readAmount } from "../money/decimal.ts";
import {
  currentOn,
  isFixedByLaw,
  isOn,
  requireRate,
  roundOne,
  roundValue,
  selectTable,
  worth,
} from "../money/rate.ts";
import { findOrigin } from "../money/steps.ts";
import currency from "../plugin.ts";
import type { DayQuery, RatesQuery } from "../request.ts";

export interface RatesAsked
  extends Omit<RatesQuery, "sources">,
    Partial<Pick<DayQuery, "fallback">> {
  /** Default: today. */
  date?: string;
}

/** Returns the rates of one day. */
export function ratesOn(
  query: Omit<RatesAsked, "format">,
  { history, now }: { history: History; now: number },
) {
  const amount = readAmount(query.amount);
  const base = requireCode(query.base, { history, at: "query.base" });
  const symbols = requireCodes(query.symbols ?? [], { history, at: "query.symbols" });
  const wanted = [base, ...symbols];
  const hasSymbols = symbols.length > 0;
  const requested = query.date
    ? checkDay(query.date, { at: "path.date", now, ...(hasSymbols && { codes: wanted }) })
    : today(now);
  const isByLaw = hasSymbols && isFixedByLaw(wanted, requested);
  // The latest rates, however old. `stale` reports whether newer ones are due.
  const from = query.date ?? history.newest.date;
  const day = isByLaw
    ? { date: requested, rates: {} }
    : findDay(history, from, { ...query, codes: wanted, lawDate: requested, now });
  const carried = hasSymbols ? [] : listCarried(base, { day, history });
  const codes = hasSymbols ? symbols : currentOn(day).filter((code) => code !== base);
  const published = codes.map((code): [string, RateDay] => [code, day]);
  const rates = [...published, ...carried].map(([code, on]): [string, number] => {
    const rate = requireRate(base, code, on);
    const value = amount.eq(1)
      ? roundOne(rate, query.precision)
      : roundValue(worth(rate, amount), rate, query.precision);
    return [code, value];
  });
  const reason = reasonFor(requested, day.date, { history, now });
  const origins = listOrigins(base, codes, day);
  const isLacking =
    isOutdated(reason, { requested, history }) ||
    carried.length > 0 ||
    (!hasSymbols && history.findLateStart(day.date) !== undefined) ||
    Object.values(origins).some(({ stale }) => stale);
  return {
    base,
    amount: amount.toNumber(),
    date: day.date,
    requested_date: requested,
    reason,
    rates: Object.fromEntries(rates),
    carried: Object.fromEntries(carried.map(([code, { date }]) => [code, date])),
    ...(day.origins && { origins }),
    ...(isByLaw ? legalProvenance : provenance({ isLacking }, { history, now })),
  };
}

/** Returns the origins of the rates, each with its source and day that also has the base. */
function listOrigins(base: string, codes: readonly string[], day: RateDay) {
  return Object.fromEntries(
    [base, ...codes].flatMap((code) => {
      const origin = findOrigin(code, code === base ? day : selectTable(base, code, day));
      return origin ? [[code, origin] as const] : [];
    }),
  );
}

/**
 * Returns the currencies that the newest day lacks although they were quoted within two weeks, each with the last day
 * on which it and the base had rates. Earlier days are final, so a gap in them means that there was no rate.
 */
function listCarried(
  base: string,
  { day, history }: { day: RateDay; history: History },
): [string, RateDay][] {
  if (day.date !== history.newest.date) return [];
  const start = shiftDay(day.date, -currency.limits.carryDaysMax);
  const lacking = [...history.quoted].filter(
    ([code, { last }]) => code !== base && last >= start && !isOn(code, day),
  );
  return lacking.flatMap(([code]): [string, RateDay][] => {
    const last = searchDay(history, day.date, { codes: [base, code] });
    return last ? [[code, last]] : [];
  });
}

/** Returns the result as table rows. */
export function rateRows(answer: ReturnType<typeof ratesOn>) {
  const { date, base, amount, rates, carried, origins } = answer;
  return Object.entries(rates).map(([symbol, rate]) => {
    const row = { date: carried[symbol] ?? date, base, amount, symbol, rate };
    if (!origins) return row;
    const { source = "ecb", date: rate_date = date, indicative = false } = origins[symbol] ?? {};
    return { ...row, source, rate_date, indicative };
  });
}
