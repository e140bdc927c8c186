import { daysBetween, lastDayOut, shiftDay, today } from "../ecb/calendar.ts";
import type { RateDay } from "../ecb/day.ts";
import { requireCode, requireCodes } from "../history/codes.ts";
import { checkDay, isOverdue, refuseUnread } from "../history/find-day.ts";
import type { History } from "../history/history.ts";
import { isByBank } from "../history/provenance.ts";
import { currentOn, isOn } from "../money/rate.ts";
import currency from "../plugin.ts";
import { refuse } from "../refuse.ts";
import type { MovesQuery, Period } from "../request.ts";

interface RangeQuery extends Pick<MovesQuery, "base" | "symbols" | "start_date" | "end_date"> {
  /** Period of each rate. */
  group?: Period;
}

/** Days of a range with rates, and the requested currencies. */
export interface ResolvedRange {
  base: string;
  symbols: string[];
  start: string;
  end: string;
  /**
   * Starts with the last day on or before the start, so that a weekend has rates too. The first period is whole.
   */
  days: readonly RateDay[];
}

/** Looks up a range. Throws if it is invalid, too long or without rates. */
export function resolveRange(
  query: RangeQuery,
  { history, now }: { history: History; now: number },
): ResolvedRange {
  const start = checkDay(query.start_date, { at: "query.start_date", now });
  const end = checkDay(query.end_date ?? today(now), { at: "query.end_date", now });
  if (end < start)
    refuse("query.end_date", `must not be before query.start_date, ${start}: it is "${end}"`);
  const base = requireCode(query.base, { history, at: "query.base" });
  const requestedCodes = requireCodes(query.symbols ?? [], { history, at: "query.symbols" });
  if (requestedCodes.length === 0)
    checkSize(daysBetween(start, end) + 1, countQuoted(history, { start, end, base }));
  const { group = "day" } = query;
  const days =
    group === "day"
      ? selectDays(history, { start, end, base })
      : sliceDays(history, { start: getPeriodStart(start, group), end });
  const symbols =
    requestedCodes.length > 0 ? requestedCodes : listQuoted(days).filter((code) => code !== base);
  checkSize(daysBetween(start, end) + 1, symbols.length);
  if (!days.some((day) => symbols.some((code) => isOn(base, day) && isOn(code, day)))) {
    refuseUnread(history, { codes: [base, ...symbols], date: start });
    throw currency.error(
      "no_rate_in_window",
      `No rate from ${base} to ${symbols.join(", ")} between ${start} and ${end}: this hub has rates from ${history.oldest.date} to ${history.newest.date}`,
    );
  }
  return { base, symbols, start, end, days };
}

/** Returns whether rates before the end of a range are due that the hub doesn't have. */
export function isCut(end: string, { history, now }: { history: History; now: number }): boolean {
  if (isByBank(history)) return isOverdue(end < today(now) ? end : today(now), history);
  return lastDayOut(end, now) > history.newest.date;
}

function selectDays(
  history: History,
  { start, end, base }: { start: string; end: string; base: string },
): RateDay[] {
  const days = sliceDays(history, { start, end });
  const previous = history.days[history.indexUntil(start)];
  const isClosed = days[0]?.date !== start;
  const isNear = previous && daysBetween(previous.date, start) <= currency.limits.carryDaysMax;
  return isClosed && isNear && isOn(base, previous) ? [previous, ...days] : days;
}

function sliceDays(history: History, { start, end }: { start: string; end: string }) {
  return history.days.slice(history.indexFrom(start), history.indexUntil(end) + 1);
}

const monthsByPeriod = { month: 1, quarter: 3, year: 12 };

/** Returns the first day of the period of a date: for a week, its Monday. */
export function getPeriodStart(date: string, group: Period): string {
  if (group === "day") return date;
  // 1998-12-28 was a Monday, and is before every rate.
  if (group === "week") return shiftDay(date, -(daysBetween("1998-12-28", date) % 7));
  const months = monthsByPeriod[group];
  const month = Math.floor((Number(date.slice(5, 7)) - 1) / months) * months + 1;
  return `${date.slice(0, 5)}${String(month).padStart(2, "0")}-01`;
}

function listQuoted(days: readonly RateDay[]): string[] {
  return [...new Set(days.flatMap(currentOn))].sort();
}

/** Counts the currencies that were quoted before, in and after a range, without reading its days. */
function countQuoted(
  { quoted }: History,
  { start, end, base }: { start: string; end: string; base: string },
): number {
  return [...quoted].filter(
    ([code, { first, last }]) => code !== base && first <= start && last >= end,
  ).length;
}

function checkSize(days: number, symbols: number): void {
  const { seriesPointsMax } = currency.limits;
  if (days * symbols <= seriesPointsMax) return;
  throw currency.error(
    "range_too_long",
    `The range must have at most ${seriesPointsMax} rates, days times currencies: it has ${days} times ${symbols}`,
  );
}
