import type { BankId } from "../rate-sources.ts";
import { isDay } from "./calendar.ts";

/** Rates of one day: units per euro, with the published digits. */
export interface RateDay {
  date: string;
  rates: Readonly<Record<string, string>>;
  /** Day whose law applies, if it is later: laws apply on days without rates, too. */
  lawDate?: string;
  /** Source of each rate, if they come from several sources. */
  origins?: Readonly<Record<string, Origin>>;
  /** The rates by source and day, the best first, if they come from several. A pair takes both from one of them. */
  tables?: readonly RateDay[];
}

/** Source of the rate of one currency. */
export interface Origin {
  source: BankId | "currency-api";
  date: string;
  /** Whether a newer rate is due, or the rate is a market rate from a package. */
  stale: boolean;
  /** Whether it is a market rate that no central bank published. */
  indicative: boolean;
  /** Currency between the euro and this one, if it isn't quoted in euros. */
  via: string | null;
}

/** First and last day on which a currency was quoted. */
export interface QuotedDays {
  first: string;
  last: string;
}

/** Rates of one day in any form. */
interface DatedRates<Rate> {
  date: string;
  rates: Readonly<Record<string, Rate>>;
}

/** Returns the currencies of days, with their first and last day. */
export function findQuoted(days: readonly DatedRates<unknown>[]): Map<string, QuotedDays> {
  const quoted = new Map<string, QuotedDays>();
  for (const { date, rates } of days)
    for (const code in rates) {
      const known = quoted.get(code);
      if (known) known.last = date;
      else quoted.set(code, { first: date, last: date });
    }
  return quoted;
}

/** Adds or corrects days. A rate that the later days lack is kept. Returns all days, oldest first. */
export function mergeDays<Rate>(
  known: readonly DatedRates<Rate>[],
  later: readonly DatedRates<Rate>[],
): DatedRates<Rate>[] {
  const all = new Map(known.map((day) => [day.date, day]));
  for (const { date, rates } of later)
    all.set(date, { date, rates: { ...all.get(date)?.rates, ...rates } });
  return [...all.values()].toSorted((one, other) => (one.date < other.date ? -1 : 1));
}

/** Returns the index of the first day on or after `date`, or the length if there is none. */
export function indexFrom(days: readonly { date: string }[], date: string): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle]?.date ?? "") < date) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Day of the ECB's first rates. */
export const firstDay = "1999-01-04";

/**
 * Parses a day of a feed. Skips values such as `N/A`, zero and NaN. Throws if the date is invalid or
 * after `last`: with a date far in the future, the hub would never download the days before it.
 */
export function rateDay(date: string, entries: Iterable<[string, string]>, last: string): RateDay {
  if (!isDay(date) || date < firstDay || date > last)
    throw new Error(`The feed has rates of "${date}": days must be from ${firstDay} to ${last}`);
  const rates: Record<string, string> = {};
  for (const [code, rate] of entries)
    if (/^[A-Z]{3}$/.test(code) && /^\d{1,9}(\.\d{1,10})?$/.test(rate) && Number(rate) > 0)
      rates[code] = rate;
  return { date, rates };
}

/** Sorts the days of a feed, oldest first. Throws if there are none, or two versions of a day. */
export function sortDays(days: readonly RateDay[]): RateDay[] {
  const ordered = days
    .filter(({ rates }) => Object.keys(rates).length > 0)
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  if (ordered.length === 0) throw new Error("The feed has no rates");
  return ordered.filter((day, index) => {
    const previous = ordered[index - 1];
    if (previous?.date !== day.date) return true;
    if (JSON.stringify(previous.rates) !== JSON.stringify(day.rates))
      throw new Error(`The feed has two versions of "${day.date}"`);
    return false;
  });
}
