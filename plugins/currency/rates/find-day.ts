import { closedOn, isDay, shiftDay, today } from "../ecb/calendar.ts";
import { firstDay, type RateDay } from "../ecb/day.ts";
import type { History } from "../history/history.ts";
import { isOn } from "../money/rate.ts";
import currency from "../plugin.ts";

/** Why an answer's rates are another day's than asked for. */
export type Reason = "weekend" | "target_holiday" | "not_yet_published" | "no_rate";

/** Where to look when a day has no rates. */
export type Fallback = "previous" | "next" | "none";

/** Holds a day of a request to the calendar. Throws `invalid_input` and `date_out_of_range`. */
export function checkDay(date: string, { at, now }: { at: string; now: number }): string {
  if (!isDay(date))
    throw currency.error("invalid_input", `${at} must be a day as 2026-01-30: it is "${date}"`, {
      at,
    });
  if (date < firstDay || date > today(now))
    throw currency.error(
      "date_out_of_range",
      `${at} must be from ${firstDay} to ${today(now)}: it is "${date}"`,
      { at },
    );
  return date;
}

/**
 * The nearest day on which all of these currencies had a rate, so that a rate is never made of two
 * days. Throws `no_rate_in_window` where there is none within two weeks.
 */
export function findDay(
  history: History,
  requested: string,
  { codes, fallback = "previous" }: { codes: readonly string[]; fallback?: Fallback },
): RateDay {
  const { carryDaysMax } = currency.limits;
  const step = fallback === "next" ? 1 : -1;
  const reach = fallback === "none" ? 0 : carryDaysMax;
  const end = shiftDay(requested, step * reach);
  const { days } = history;
  let index = step > 0 ? history.indexFrom(requested) : history.indexUntil(requested);
  for (; days[index]; index += step) {
    const day = days[index]!;
    if (step > 0 ? day.date > end : day.date < end) break;
    if (codes.every((code) => isOn(code, day))) return day;
  }
  const where = reach === 0 ? "" : ` or ${reach} days ${step > 0 ? "after" : "before"} it`;
  throw currency.error(
    "no_rate_in_window",
    `There is no rate of ${codes.join(", ")} on ${requested}${where}: the rates here are from ${history.oldest.date} to ${history.newest.date}`,
  );
}

/** Why the rates are not those of the requested day; null where they are. */
export function reasonFor(requested: string, found: string, history: History): Reason | null {
  if (found === requested) return null;
  const closed = closedOn(requested);
  if (closed) return closed;
  if (requested > history.newest.date) return "not_yet_published";
  // Before 2002 TARGET had further holidays, which show by the lack of all rates.
  const isPublished = history.days[history.indexUntil(requested)]?.date === requested;
  return isPublished ? "no_rate" : "target_holiday";
}
