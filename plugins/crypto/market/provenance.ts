import type { FromSource } from "./failover.ts";
import { isoOf } from "./numbers.ts";
import { type Quotes, ratesNote } from "./quotes.ts";

const minuteMs = 60_000;
/**
 * What is older is told to be stale, whoever gave it. A price is new every minute at CoinGecko and kept
 * for another one here; the whole market is summed up every ten minutes there.
 */
export const freshMs = { prices: 2 * minuteMs, global: 20 * minuteMs } as const;

interface Dated {
  /** The moment that the oldest of the numbers is of. */
  updatedAt: number;
  now: number;
  /** That of the newest, where they are of several. */
  newestAt?: number;
  /** How old numbers may be without being stale. */
  freshMs: number;
  /** What they are told in, where rates of the ECB may be part of them. */
  quotes?: Quotes;
}

const pages = {
  coingecko: { name: "CoinGecko", url: "https://www.coingecko.com" },
  coinpaprika: { name: "CoinPaprika", url: "https://coinpaprika.com" },
  "currency-api": {
    name: "a package with the prices of one day",
    url: "https://www.npmjs.com/package/@fawazahmed0/currency-api",
  },
};

/** Whose data an answer is made of, and how old that is. */
export function provenance(
  { source, stale, degraded }: Omit<FromSource<unknown>, "value" | "fetchedAt">,
  { updatedAt, newestAt = updatedAt, now, freshMs, quotes }: Dated,
) {
  const { name, url } = pages[source];
  const age = Math.max(0, now - updatedAt);
  const note = quotes && ratesNote(quotes, newestAt);
  return {
    ...note,
    source,
    source_url: url,
    as_of: isoOf(updatedAt),
    last_updated: isoOf(updatedAt),
    age_seconds: Math.floor(age / 1000),
    stale: stale || age > freshMs || note?.fiat_rates.stale === true,
    degraded,
    attribution: `Data by ${name}`,
  };
}

/** How long an answer may be kept: as the providers keep theirs. */
export const headers = { "cache-control": "private, max-age=30, stale-if-error=600" };
