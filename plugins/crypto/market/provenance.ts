import type { FromSource } from "../providers/failover.ts";
import { toIsoTime } from "../providers/numbers.ts";
import { type Quotes, ratesNote } from "./quotes.ts";

const minuteMs = 60_000;
/**
 * Maximum age before data counts as stale. CoinGecko updates prices every minute, and the hub caches
 * them for another minute. CoinGecko updates global data every ten minutes.
 */
export const freshMs = { prices: 2 * minuteMs, global: 20 * minuteMs } as const;

interface DataAge {
  /** Times of the values. Default: the time of the response. */
  times: readonly number[];
  now: number;
  /** Maximum age before the data counts as stale. */
  freshMs: number;
  /** Currencies of the response, if ECB rates may be used. */
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

/** Returns the source and age of the data in a response. */
export function provenance(
  { source, stale, degraded, fetchedAt }: Omit<FromSource<unknown>, "value">,
  { times, now, freshMs, quotes }: DataAge,
) {
  const known = times.length > 0 ? times : [fetchedAt];
  const updatedAt = Math.min(...known);
  const { name, url } = pages[source];
  const age = Math.max(0, now - updatedAt);
  const note = quotes && ratesNote(quotes, Math.max(...known));
  return {
    ...note,
    source,
    source_url: url,
    as_of: toIsoTime(updatedAt),
    last_updated: toIsoTime(updatedAt),
    age_seconds: Math.floor(age / 1000),
    stale: stale || age > freshMs || note?.fiat_rates.stale === true,
    degraded,
    attribution: `Data by ${name}`,
  };
}

/** Cache policy, the same as at the providers. */
export const headers = { "cache-control": "private, max-age=30, stale-if-error=600" };
