import { asTable, readOnce } from "hub";
import type { MarketDoors } from "../doors.ts";

const dayMs = 86_400_000;
/** Maximum age in days of a rate. Older rates are too inaccurate. */
const carryDays = 14;
/** TARGET closes for at most four days, so the next rates are published on the fifth. */
const closedDays = 5;
/** Fixed by Regulation (EU) 2025/1409, so the ECB no longer quotes it. */
const fixed: Readonly<Record<string, number>> = asTable({ bgn: 1.95583 });

/** Value of a dollar in another currency. */
export interface Rate {
  factor: number;
  /** Day of the rate. */
  date: string;
  /** Whether newer rates must exist that the hub doesn't have. */
  stale: boolean;
}

const open = readOnce(async (stored) => new FiatRates(await stored.text("eurofxref-hist.csv")));

/** Returns the ECB rates of the currency service. Throws `dataset_unavailable`. */
export async function fiatRates({ data }: Pick<MarketDoors, "data">): Promise<FiatRates> {
  return open(await data.get("currency/rates"));
}

/** Dollar rates by day. Lines of the table are parsed on demand. */
export class FiatRates {
  readonly #codes: readonly string[];
  /** Newest day first. */
  readonly #lines: readonly string[];

  constructor(csv: string) {
    const [head = "", ...lines] = csv.split("\n").filter(Boolean);
    this.#codes = head.toLowerCase().split(",");
    this.#lines = lines;
  }

  /** Currencies of the newest day, the euro, and currencies fixed to it. */
  get codes(): string[] {
    const newest = this.#line(0);
    const quoted = this.#codes.filter((code) => newest.has(code));
    return [...new Set(["eur", ...quoted, ...Object.keys(fixed)])].sort();
  }

  /** Day of the newest rates. */
  get date(): string {
    return this.#dayAt(0);
  }

  /** Returns the rate on the day of a time, or on the last day before it with rates. */
  perDollar(code: string, time: number): Rate | undefined {
    const day = toIsoDay(time);
    const oldest = toIsoDay(time - carryDays * dayMs);
    for (let index = this.#findIndex(day); index < this.#lines.length; index++) {
      const date = this.#dayAt(index);
      if (date < oldest) return undefined;
      const rates = this.#line(index);
      const dollar = rates.get("usd");
      const other = code === "eur" ? 1 : (rates.get(code) ?? fixed[code]);
      if (dollar && other)
        return { factor: other / dollar, date, stale: date < toIsoDay(time - closedDays * dayMs) };
    }
    return undefined;
  }

  /** Returns the index of the newest line that is not after a day. */
  #findIndex(day: string): number {
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

function toIsoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
