import { readOnce } from "hub";
import type { MarketDoors } from "../doors.ts";

const dayMs = 86_400_000;
/** How many days back the last rate before a closed day is looked for: after more it tells nothing. */
const carryDays = 14;
/** TARGET is closed for four days at most, and the next rates are out on the evening of the fifth. */
const closedDays = 5;
/** Fixed for good by Regulation (EU) 2025/1409, so the bank quotes it no more. */
const fixed: Readonly<Record<string, number>> = { bgn: 1.95583 };

/** What a dollar was worth. */
export interface Rate {
  factor: number;
  /** The day that it was worth so. */
  date: string;
  /** Whether there must be a later day's, which is not here. */
  stale: boolean;
}

const open = readOnce(async (kept) => new FiatRates(await kept.text("eurofxref-hist.csv")));

/** The rates of the ECB, as the currency service keeps them. Throws `dataset_unavailable`. */
export async function fiatRates({ data }: Pick<MarketDoors, "data">): Promise<FiatRates> {
  return open(await data.get("currency/rates"));
}

/** What a dollar was worth in other money, by day. Reads a line of the table when it is needed. */
export class FiatRates {
  readonly #codes: readonly string[];
  /** The newest day first. */
  readonly #lines: readonly string[];

  constructor(csv: string) {
    const [head = "", ...lines] = csv.split("\n").filter(Boolean);
    this.#codes = head.toLowerCase().split(",");
    this.#lines = lines;
  }

  /** The currencies that the newest day has, with the euro and what is fixed to it. */
  get codes(): string[] {
    const newest = this.#line(0);
    const quoted = this.#codes.filter((code) => newest.has(code));
    return [...new Set(["eur", ...quoted, ...Object.keys(fixed)])].sort();
  }

  /** The day of the newest rates. */
  get date(): string {
    return this.#dayAt(0);
  }

  /** What a dollar was worth on the day of a moment, or the last one before that had rates. */
  perDollar(code: string, time: number): Rate | undefined {
    const day = dayOf(time);
    const oldest = dayOf(time - carryDays * dayMs);
    for (let index = this.#indexOf(day); index < this.#lines.length; index++) {
      const date = this.#dayAt(index);
      if (date < oldest) return undefined;
      const rates = this.#line(index);
      const dollar = rates.get("usd");
      const other = code === "eur" ? 1 : (rates.get(code) ?? fixed[code]);
      if (dollar && other)
        return { factor: other / dollar, date, stale: date < dayOf(time - closedDays * dayMs) };
    }
    return undefined;
  }

  /** Where the newest line that is not after a day stands. */
  #indexOf(day: string): number {
    let low = 0;
    let high = this.#lines.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#dayAt(middle) > day) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #dayAt(index: number): string {
    return (this.#lines[index] ?? "").slice(0, 10);
  }

  #line(index: number): Map<string, number> {
    const cells = (this.#lines[index] ?? "").split(",");
    const rates = this.#codes.map((code, place): [string, number] => [code, Number(cells[place])]);
    return new Map(rates.slice(1).filter(([, rate]) => rate > 0));
  }
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
