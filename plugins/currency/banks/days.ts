import type { DatasetVersion } from "hub";
import { daysBetween, shiftDay } from "../ecb/calendar.ts";
import { findQuoted, indexFrom, mergeDays, type QuotedDays } from "../ecb/day.ts";
import { type BankDay, type BankDays, daysFile } from "./table.ts";

/** First and last day of a request. */
export interface DayRange {
  from: string;
  to: string;
}

/** Reads the days of a range. Days without rates are left out. */
type ReadDays = (range: DayRange) => Promise<readonly BankDay[]>;

/** Banks correct rates within a few days. */
const correctedDays = 7;

/** Reads the stored days of a bank. */
export async function readBankDays(version: DatasetVersion): Promise<BankDays | undefined> {
  if (!(daysFile in version.paths)) return undefined;
  return JSON.parse(await version.text(daysFile));
}

/**
 * Downloads the newest days, and then earlier ones in ranges of `step` days, at most `requestsMax` of them. If a
 * request fails, the days that were downloaded before it are returned with the stored ones.
 */
export async function downloadDays(
  stored: BankDays | undefined,
  { first, today, step, requestsMax, read }: DownloadOptions,
): Promise<{ days: BankDays | undefined; error?: unknown }> {
  let known = stored;
  try {
    for (const range of listRanges(stored, { first, today, step }).slice(0, requestsMax))
      known = addDays(known, { ...range, days: await read(range) });
  } catch (error) {
    return { days: known, error };
  }
  return { days: known };
}

export interface DownloadOptions {
  /** First day that the bank has. */
  first: string;
  today: string;
  /** Number of days that the bank returns at once. */
  step: number;
  requestsMax: number;
  read: ReadDays;
}

/** Returns the ranges that the hub doesn't have: first those after the stored days, then those before them. */
function listRanges(
  stored: BankDays | undefined,
  { first, today, step }: Pick<DownloadOptions, "first" | "today" | "step">,
): DayRange[] {
  const ranges: DayRange[] = [];
  // From the newest rates on, because a clock that ran ahead requested days without any.
  const newest = stored?.days.at(-1)?.date;
  const start = newest ? shiftDay(newest, -correctedDays) : later(first, shiftDay(today, 1 - step));
  for (let from = start; from <= today; from = shiftDay(from, step)) {
    const end = shiftDay(from, step - 1);
    ranges.push({ from, to: end < today ? end : today });
  }
  for (let to = shiftDay(stored?.since ?? start, -1); to >= first; to = shiftDay(to, -step)) {
    const from = shiftDay(to, 1 - step);
    ranges.push({ from: later(first, from), to });
  }
  return ranges;
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

/** Adds the days of an adjacent range. A rate that a later download lacks is kept. */
function addDays(
  known: BankDays | undefined,
  { from, to, days }: DayRange & { days: readonly BankDay[] },
): BankDays {
  return {
    since: known && known.since < from ? known.since : from,
    days: mergeDays(
      known?.days ?? [],
      days.filter(({ date }) => date >= from && date <= to),
    ),
  };
}

/** A rate changes by less than this factor between two publications, unless it is another unit or currency. */
const jumpMax = 5;

/** Rates of a bank for lookups by day and currency. */
export class BankHistory {
  readonly days: readonly BankDay[];
  /** First day that the hub has downloaded. */
  readonly since: string;
  /** First and last day with a rate of each currency. */
  readonly quoted: ReadonlyMap<string, QuotedDays>;

  /** Creates a history of these currencies. Days without the euro are left out: they can't be converted. */
  constructor({ days, since }: Pick<BankDays, "days" | "since">, codes: ReadonlySet<string>) {
    this.days = dropJumps(days, codes);
    this.since = since;
    this.quoted = findQuoted(this.days);
  }

  /** Returns the rates of a day with the day of each. With `carryDays`, they can be some days older. */
  ratesOn(date: string, { carryDays }: { carryDays: number }): Map<string, DatedRate> {
    const found = new Map<string, DatedRate>();
    for (let at = indexFrom(this.days, shiftDay(date, 1)) - 1; at >= 0; at--) {
      const day = this.days[at];
      const euro = day?.rates.EUR;
      if (!day || euro === undefined || daysBetween(day.date, date) > carryDays) break;
      for (const [code, unit] of Object.entries(day.rates))
        if (!found.has(code)) found.set(code, { date: day.date, unit, euro });
    }
    return found;
  }
}

/** Value of a unit and of the euro in the bank's currency, on one day. */
interface DatedRate {
  date: string;
  unit: number;
  euro: number;
}

/**
 * Leaves out other currencies, and rates that differ by more than five times from the next one. Such a jump is a mistake
 * in the number of units, or the code belonged to an older currency, as that of Afghanistan did until 2002. A day whose
 * euro jumps is left out.
 */
function dropJumps(days: readonly BankDay[], codes: ReadonlySet<string>): BankDay[] {
  const newestFirst = days.toReversed();
  const later = findAnchors(newestFirst);
  const isUsable = (code: string, value: number) => {
    const ratio = value / (later.get(code) ?? value);
    if (ratio > jumpMax || ratio < 1 / jumpMax) return false;
    later.set(code, value);
    return true;
  };
  const kept = newestFirst.flatMap(({ date, rates }): BankDay[] => {
    const { EUR: euro, ...others } = rates;
    if (euro === undefined || !isUsable("EUR", euro)) return [];
    const usable = Object.entries(others).filter(
      ([code, unit]) => codes.has(code) && isUsable(code, unit / euro),
    );
    return [{ date, rates: { EUR: euro, ...Object.fromEntries(usable) } }];
  });
  return kept.toReversed();
}

const anchorDays = 5;

/** Returns the median of the newest values of each currency, because the newest one can be a mistake. */
function findAnchors(newestFirst: readonly BankDay[]): Map<string, number> {
  const values = new Map<string, number[]>();
  for (const { rates } of newestFirst)
    for (const [code, unit] of Object.entries(rates)) {
      const known = values.get(code) ?? [];
      values.set(code, known);
      if (known.length < anchorDays)
        known.push(code === "EUR" ? unit : unit / (rates.EUR ?? Number.NaN));
    }
  return new Map(
    [...values].map(([code, known]) => {
      const usable = known.filter((value) => value > 0).toSorted((one, other) => one - other);
      return [code, usable[usable.length >> 1] ?? Number.NaN];
    }),
  );
}
