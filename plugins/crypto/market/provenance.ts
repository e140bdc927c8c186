import type { FromSource } from "./failover.ts";
import { iso } from "./numbers.ts";

/** What is older is told to be stale, whoever gave it. */
const oldMs = 3_600_000;
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
  { updatedAt, now }: { updatedAt: number; now: number },
) {
  const { name, url } = pages[source];
  const age = Math.max(0, now - updatedAt);
  return {
    source,
    source_url: url,
    as_of: iso(updatedAt)!,
    last_updated: iso(updatedAt)!,
    age_seconds: Math.floor(age / 1000),
    stale: stale || age > oldMs,
    degraded,
    attribution: `Data by ${name}`,
  };
}

/** How long an answer may be kept: as the providers keep theirs. */
export const headers = { "cache-control": "private, max-age=30, stale-if-error=600" };
