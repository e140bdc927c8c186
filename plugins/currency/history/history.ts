import type { Finding } from "hub";
import type { RateSource } from "../banks/about.ts";
import { ecb } from "../ecb/about.ts";
import { shiftDay } from "../ecb/calendar.ts";
import type { RateDay } from "../ecb/day.ts";

/** First and last day on which a currency was quoted. */
export interface Quoted {
  first: string;
  last: string;
}

/** Currencies of a source, and the first day that the hub has downloaded. */
export interface LateStart {
  codes: { has(code: string): boolean };
  since: string;
  reason: string;
}

interface HistoryOptions {
  source?: RateSource;
  fetchedAt?: number | null;
  evidence?: readonly Finding<ReadonlySet<string>>[];
  lateStarts?: readonly LateStart[];
  /** The currencies with their first and last day, if they are known without reading all days. */
  quoted?: ReadonlyMap<string, Quoted>;
}

/** All rates by day. Immutable: `with` returns a new history. */
export class History {
  readonly source: RateSource;
  /** Time of the download in Unix milliseconds. Null if the rates come from a package. */
  readonly fetchedAt: number | null;
  /** Which currencies each source has. A source that was not asked can have others. */
  readonly evidence: readonly Finding<ReadonlySet<string>>[];
  /** Currencies whose earlier days the hub has not downloaded yet. */
  readonly #lateStarts: readonly LateStart[];
  readonly #days: readonly RateDay[];
  #quoted: ReadonlyMap<string, Quoted> | undefined;

  readonly oldest: RateDay;
  readonly newest: RateDay;

  /** Creates a history from days, oldest first. Throws if there are none. */
  constructor(
    days: readonly RateDay[],
    { source = ecb, fetchedAt = null, evidence = [], lateStarts = [], quoted }: HistoryOptions = {},
  ) {
    const [oldest] = days;
    const newest = days.at(-1);
    if (!oldest || !newest) throw new RangeError("A history has at least one day");
    this.oldest = oldest;
    this.newest = newest;
    this.#days = days;
    this.source = source;
    this.fetchedAt = fetchedAt;
    this.evidence = evidence;
    this.#lateStarts = lateStarts;
    this.#quoted = quoted;
  }

  get days(): readonly RateDay[] {
    return this.#days;
  }

  /** Returns the index of the first day on or after `date`, or the length if there is none. */
  indexFrom(date: string): number {
    let low = 0;
    let high = this.#days.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#days[middle]?.date ?? "") < date) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the index of the last day on or before `date`, or -1 if there is none. */
  indexUntil(date: string): number {
    return this.indexFrom(shiftDay(date, 1)) - 1;
  }

  /** Returns why a rate can be missing: the hub has not downloaded the days of a source. Default: any currency. */
  findLateStart(date: string, code?: string): string | undefined {
    return this.#lateStarts.find(
      ({ since, codes }) => date < since && (code === undefined || codes.has(code)),
    )?.reason;
  }

  /** Returns whether it has rates of a day. */
  has(date: string): boolean {
    return this.#days[this.indexFrom(date)]?.date === date;
  }

  /** All currencies that were ever quoted. */
  get quoted(): ReadonlyMap<string, Quoted> {
    this.#quoted ??= findQuoted(this.#days);
    return this.#quoted;
  }

  /** Returns a history with these days added or corrected. A rate that a feed lacks is kept. */
  with(days: readonly RateDay[]): History {
    const all = new Map(this.#days.map((day) => [day.date, day]));
    for (const { date, rates } of days)
      all.set(date, { date, rates: { ...all.get(date)?.rates, ...rates } });
    return new History(
      [...all.values()].sort((a, b) => (a.date < b.date ? -1 : 1)),
      { source: this.source, fetchedAt: this.fetchedAt },
    );
  }
}

/** Returns the currencies of days, with their first and last day. */
export function findQuoted(days: readonly RateDay[]): Map<string, Quoted> {
  const quoted = new Map<string, Quoted>();
  for (const { date, rates } of days)
    for (const code in rates) {
      const entry = quoted.get(code);
      if (entry) entry.last = date;
      else quoted.set(code, { first: date, last: date });
    }
  return quoted;
}
