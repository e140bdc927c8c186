import type { Static } from "hub";
import { calendarSince, findClosure, isDay, lastDayOut, shiftDay, today } from "../ecb/calendar.ts";
import { firstDay, type RateDay } from "../ecb/day.ts";
import type { History } from "../history/history.ts";
import { isOn } from "../money/rate.ts";
import currency from "../plugin.ts";
import type { DayQuery, dated } from "../request.ts";

/** Reasons why the rates are not those of the requested day. */
export type Reason = NonNullable<Static<typeof dated.reason>>;

/** Validates a day. Throws `invalid_input` or `date_out_of_range`. */
export function checkDay(date: string, { at, now }: { at: string; now: number }): string {
  if (!isDay(date))
    throw currency.error(
      "invalid_input",
      `${at} must be a day such as 2026-01-30: it is "${date}"`,
      {
        at,
      },
    );
  if (date < firstDay || date > today(now))
    throw currency.error(
      "date_out_of_range",
      `${at} must be from ${firstDay} to ${today(now)}: it is "${date}"`,
      { at },
    );
  return date;
}

/**
 * Finds the nearest day on which all of these currencies had a rate, so that no rate combines two
 * days. Throws `no_rate_in_window` if there is none within two weeks.
 */
export function findDay(
  history: History,
  requested: string,
  { codes, fallback = "previous" }: { codes: readonly string[]; fallback?: DayQuery["fallback"] },
): RateDay {
  const { carryDaysMax } = currency.limits;
  const step = fallback === "next" ? 1 : -1;
  const maxDistance = fallback === "none" ? 0 : carryDaysMax;
  const end = shiftDay(requested, step * maxDistance);
  const { days } = history;
  let index = step > 0 ? history.indexFrom(requested) : history.indexUntil(requested);
  for (let day = days[index]; day; day = days[index]) {
    index += step;
    if (step > 0 ? day.date > end : day.date < end) break;
    if (codes.every((code) => isOn(code, day))) return day;
  }
  const window =
    maxDistance === 0 ? "" : ` or in the ${maxDistance} days ${step > 0 ? "after" : "before"} it`;
  throw currency.error(
    "no_rate_in_window",
    `No rate for ${codes.join(", ")} on ${requested}${window}: this hub has rates from ${history.oldest.date} to ${history.newest.date}`,
  );
}

/** Returns why the rates are not those of the requested day, or null if they are. */
export function reasonFor(
  requested: string,
  found: string,
  { history, now }: { history: History; now: number },
): Reason | null {
  if (found === requested) return null;
  const step = found < requested ? -1 : 1;
  const skippedDays: string[] = [];
  for (
    let day = requested;
    day !== found && skippedDays.length <= reachMax;
    day = shiftDay(day, step)
  )
    skippedDays.push(day);
  if (skippedDays.some((day) => isLacking(day, { history, now }))) return "not_fetched";
  if (skippedDays.some((day) => history.has(day))) return "no_rate";
  const closed = findClosure(requested);
  if (closed) return closed;
  // Before 2002, TARGET had more holidays, which are recognised by missing rates.
  return requested < calendarSince ? "target_holiday" : "not_yet_published";
}

/** Rates further off than this were not found by looking for the nearest day. */
const reachMax = currency.limits.carryDaysMax;

/** Returns whether the ECB must have published rates of a day that the hub doesn't have. */
function isLacking(day: string, { history, now }: { history: History; now: number }): boolean {
  const isOut = lastDayOut(day, now) === day;
  return isOut && day >= calendarSince && !history.has(day);
}
