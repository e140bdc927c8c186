import { ecb, type RateSource } from "../ecb/about.ts";
import { shiftDay } from "../ecb/calendar.ts";
import type { RateDay } from "../ecb/day.ts";

/** When each currency was first and last quoted. */
export interface Quoted {
  first: string;
  last: string;
}

/** All rates there are, by day. Never changes: what is added makes another one. */
export class History {
  readonly source: RateSource;
  /** When the hub read them, in milliseconds since 1970; null where they came with a package. */
  readonly fetchedAt: number | null;
  readonly #days: readonly RateDay[];
  #quoted: ReadonlyMap<string, Quoted> | undefined;

  readonly oldest: RateDay;
  readonly newest: RateDay;

  /** Takes days ordered from the oldest on. Throws where there are none. */
  constructor(
    days: readonly RateDay[],
    { source = ecb, fetchedAt = null }: { source?: RateSource; fetchedAt?: number | null } = {},
  ) {
    const [oldest] = days;
    const newest = days.at(-1);
    if (!oldest || !newest) throw new RangeError("A history has at least one day");
    this.oldest = oldest;
    this.newest = newest;
    this.#days = days;
    this.source = source;
    this.fetchedAt = fetchedAt;
  }

  get days(): readonly RateDay[] {
    return this.#days;
  }

  /** Where the first day from `date` on stands; behind the last where there is none. */
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

  /** Where the last day until `date` stands; -1 where there is none. */
  indexUntil(date: string): number {
    return this.indexFrom(shiftDay(date, 1)) - 1;
  }

  /** Whether it has rates of a day. */
  has(date: string): boolean {
    return this.#days[this.indexFrom(date)]?.date === date;
  }

  /** Every currency that was ever quoted. */
  get quoted(): ReadonlyMap<string, Quoted> {
    this.#quoted ??= findQuoted(this.#days);
    return this.#quoted;
  }

  /** With these days besides or in place of its own. */
  with(days: readonly RateDay[]): History {
    const all = new Map(this.#days.map((day) => [day.date, day]));
    for (const day of days) all.set(day.date, day);
    return new History(
      [...all.values()].sort((a, b) => (a.date < b.date ? -1 : 1)),
      this,
    );
  }
}

function findQuoted(days: readonly RateDay[]): Map<string, Quoted> {
  const quoted = new Map<string, Quoted>();
  for (const { date, rates } of days)
    for (const code in rates) {
      const known = quoted.get(code);
      if (known) known.last = date;
      else quoted.set(code, { first: date, last: date });
    }
  return quoted;
}
