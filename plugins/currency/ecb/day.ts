import { isDay } from "./calendar.ts";

/** The rates of one day: units for one euro, in the digits that were published. */
export interface RateDay {
  date: string;
  rates: Record<string, string>;
}

/** The day of the ECB's first rates. */
export const firstDay = "1999-01-04";

/**
 * A day of a feed, without the values that are no rates: `N/A`, zero, NaN. Throws where the date is
 * none or after `last`: an upstream once published years ahead, and whoever took it never asked
 * for the days between.
 */
export function rateDay(date: string, given: Iterable<[string, string]>, last: string): RateDay {
  if (!isDay(date) || date < firstDay || date > last)
    throw new Error(`The feed has rates of "${date}": days must be from ${firstDay} to ${last}`);
  const rates: Record<string, string> = {};
  for (const [code, rate] of given)
    if (/^[A-Z]{3}$/.test(code) && /^\d{1,9}(\.\d{1,10})?$/.test(rate) && Number(rate) > 0)
      rates[code] = rate;
  return { date, rates };
}

/** The days of a feed from the oldest on. Throws where there are none, or one differs from itself. */
export function orderDays(days: readonly RateDay[]): RateDay[] {
  const ordered = days
    .filter(({ rates }) => Object.keys(rates).length > 0)
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  if (ordered.length === 0) throw new Error("The feed has no rates");
  return ordered.filter((day, index) => {
    const before = ordered[index - 1];
    if (before?.date !== day.date) return true;
    if (JSON.stringify(before.rates) !== JSON.stringify(day.rates))
      throw new Error(`The feed has two versions of "${day.date}"`);
    return false;
  });
}
