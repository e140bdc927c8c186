import type { Finding } from "hub";
import { shiftDay } from "../ecb/calendar.ts";
import { findQuoted, indexFrom, mergeDays, type QuotedDays, type RateDay } from "../ecb/day.ts";
import { type Bank, ecb } from "../rate-sources.ts";

/** Currencies of a source, and the first day that the hub has downloaded. */
export interface LateStart {
  codes: { has(code: string): boolean };
  since: string;
  reason: string;
}

interface HistoryOptions {
  source?: Bank;
  fetchedAt?: number | null;
  evidence?: readonly Finding<ReadonlySet<string>>[];
  lateStarts?: readonly LateStart[];
  /** The currencies with their first and last day, if they are known without reading all days. */
  quoted?: ReadonlyMap<string, QuotedDays>;
}

/** All rates by day. Immutable: `with` returns a new history. */
export class History {
  readonly source: Bank;
  /** Time of the download in Unix milliseconds. Null if the rates come from a package. */
  readonly fetchedAt: number | null;
  /** Which currencies each source has. A source that was not asked can have others. */
  readonly evidence: readonly Finding<ReadonlySet<string>>[];
  /** Currencies whose earlier days the hub has not downloaded yet. */
  readonly #lateStarts: readonly LateStart[];
  readonly #days: readonly RateDay[];
  #quoted: ReadonlyMap<string, QuotedDays> | undefined;

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
    return indexFrom(this.#days, date);
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
  get quoted(): ReadonlyMap<string, QuotedDays> {
    this.#quoted ??= findQuoted(this.#days);
    return this.#quoted;
  }

  /** Returns a history with these days added or corrected. A rate that a feed lacks is kept. */
  with(days: readonly RateDay[]): History {
    const { source, fetchedAt } = this;
    return new History(mergeDays(this.#days, days), { source, fetchedAt });
  }
}
