import { HubError, type Static } from "hub";
import {
  calendarSince,
  daysBetween,
  findClosure,
  isDay,
  lastDayOut,
  shiftDay,
  today,
} from "../ecb/calendar.ts";
import { firstDay, type RateDay } from "../ecb/day.ts";
import { applyLaw, isFixedByLaw, isOn } from "../money/rate.ts";
import currency from "../plugin.ts";
import { refuse } from "../refuse.ts";
import type { DayQuery, dated } from "../request.ts";
import type { History } from "./history.ts";
import { isByBank } from "./provenance.ts";

/** First day of the euro. Its conversion rates apply three days before the ECB's first rates. */
const firstLegalDay = "1999-01-01";

/** Reasons why the rates are not those of the requested day. */
export type Reason = NonNullable<Static<typeof dated.reason>>;

/**
 * Validates a day. It can be before the first rates if the law had fixed those of all currencies. Throws `invalid_input`
 * or `date_out_of_range`.
 */
export function checkDay(
  date: string,
  { at, codes, now }: { at: string; codes?: readonly string[]; now: number },
): string {
  if (!isDay(date)) refuse(at, `must be a day such as 2026-01-30: it is "${date}"`);
  const first = codes && isFixedByLaw(codes, date) ? firstLegalDay : firstDay;
  if (date < first || date > today(now))
    throw currency.error(
      "date_out_of_range",
      `${at} must be from ${first} to ${today(now)}: it is "${date}"`,
      { at },
    );
  return date;
}

/**
 * Finds the nearest day on which all of these currencies had a rate, so that no rate combines two
 * days. Laws of `lawDate` apply. Throws `no_rate_in_window` if there is none within two weeks.
 */
export function findDay(
  history: History,
  requested: string,
  options: DayOptions & { now: number },
): RateDay {
  const { codes, fallback } = options;
  const day = searchDay(history, requested, options);
  if (day) return day;
  refuseUnread(history, { codes, date: requested });
  refuseLacking(history, requested, options);
  const { carryDaysMax } = currency.limits;
  const window =
    fallback === "none"
      ? ""
      : ` or in the ${carryDaysMax} days ${fallback === "next" ? "after" : "before"} it`;
  const alone = codes.filter(
    (code) => !searchDay(history, requested, { ...options, codes: [code] }),
  );
  const lacking = alone.length > 0 ? alone : codes;
  throw currency.error(
    "no_rate_in_window",
    `No rate for ${lacking.join(", ")} on ${requested}${window}: this hub has rates from ${history.oldest.date} to ${history.newest.date}`,
  );
}

/** Throws `dataset_unavailable` if a source can have the rates of a day that the hub has not downloaded. */
export function refuseUnread(
  history: History,
  { codes, date }: { codes: readonly string[]; date: string },
): void {
  for (const code of codes) {
    const reason = history.findLateStart(date, code);
    if (reason)
      throw new HubError(
        "dataset_unavailable",
        `Cannot find a rate of "${code}" on ${date}: ${reason}`,
      );
  }
}

/**
 * Throws `dataset_unavailable` if currencies that are still quoted can have rates on a day after the newest one that
 * the hub has not downloaded.
 */
function refuseLacking(
  history: History,
  requested: string,
  { codes, fallback, lawDate = requested, now }: DayOptions & { now: number },
): void {
  const { newest } = history;
  const isQuoted = codes.every((code) => isOn(code, applyLaw(newest, lawDate)));
  if (requested <= newest.date || isByBank(history) || !isQuoted) return;
  const step = fallback === "next" ? 1 : -1;
  const count = fallback === "none" ? 1 : currency.limits.carryDaysMax + 1;
  const days = Array.from({ length: count }, (_, index) => shiftDay(requested, step * index));
  if (days.some((day) => isLacking(day, { history, now })))
    throw new HubError(
      "dataset_unavailable",
      `Cannot find a rate on ${requested}: this hub has not downloaded the rates after ${newest.date} yet`,
    );
}

interface DayOptions {
  codes: readonly string[];
  fallback?: DayQuery["fallback"];
  /** Day whose law applies. Default: the requested day. */
  lawDate?: string;
}

/** Finds a day like `findDay`, or returns undefined. */
export function searchDay(
  history: History,
  requested: string,
  { codes, fallback = "previous", lawDate = requested }: DayOptions,
): RateDay | undefined {
  const step = fallback === "next" ? 1 : -1;
  const maxDistance = fallback === "none" ? 0 : currency.limits.carryDaysMax;
  const end = shiftDay(requested, step * maxDistance);
  const { days } = history;
  let index = step > 0 ? history.indexFrom(requested) : history.indexUntil(requested);
  for (let published = days[index]; published; published = days[index]) {
    index += step;
    if (step > 0 ? published.date > end : published.date < end) break;
    const day = applyLaw(published, lawDate);
    if (codes.every((code) => isOn(code, day))) return day;
  }
  return undefined;
}

/** Returns why the rates are not those of the requested day, or null if they are. */
export function reasonFor(
  requested: string,
  found: string,
  { history, now }: { history: History; now: number },
): Reason | null {
  if (found === requested) return null;
  if (isByBank(history)) return reasonAtBank(requested, history);
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

/** Returns why a bank has no rates of a day, without a calendar of its holidays. */
function reasonAtBank(requested: string, history: History): Reason {
  if (findClosure(requested) === "weekend") return "weekend";
  if (requested <= history.newest.date) return "no_rate";
  return isOverdue(requested, history) ? "not_fetched" : "not_yet_published";
}

/** Number of days by which weekends and holidays can delay the rates of a bank. */
const delayDaysMax = 5;

/** Returns whether a bank must have published rates by a day that the hub doesn't have. */
export function isOverdue(day: string, { newest }: History): boolean {
  return daysBetween(newest.date, day) > delayDaysMax;
}

/**
 * Returns whether rates newer than a day are due: the hub has not downloaded them, or the newest day lacks one of the
 * requested currencies.
 */
export function isOutdated(
  reason: Reason | null,
  { requested, history }: { requested: string; history: History },
): boolean {
  return reason === "not_fetched" || (reason === "no_rate" && requested >= history.newest.date);
}

/** Rates further off than this were not found by looking for the nearest day. */
const reachMax = currency.limits.carryDaysMax;

/** Returns whether the ECB must have published rates of a day that the hub doesn't have. */
export function isLacking(
  day: string,
  { history, now }: { history: History; now: number },
): boolean {
  const isOut = lastDayOut(day, now) === day;
  return isOut && day >= calendarSince && !history.has(day);
}
