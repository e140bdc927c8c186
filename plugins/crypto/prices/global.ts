import type { MarketDoors } from "../doors.ts";
import { freshMs, provenance } from "../market/provenance.ts";
import { getBaseCurrency, mustFactorAt, readQuotes } from "../market/quotes.ts";
import crypto from "../plugin.ts";
import { geckoGlobal } from "../providers/coingecko.ts";
import { paprikaGlobal } from "../providers/coinpaprika.ts";
import { queryWithFailover } from "../providers/failover.ts";
import { toIsoTime } from "../providers/numbers.ts";

/** Returns global market data. CoinPaprika has it only in dollars. */
export async function readGlobal(currencies: readonly string[], doors: MarketDoors) {
  const quotes = await readQuotes(currencies, doors);
  const inDollars = quotes.bases.every((code) => code === "usd");
  const result = await queryWithFailover<Awaited<ReturnType<typeof geckoGlobal>>["value"]>(
    {
      coingecko: () => geckoGlobal(doors),
      coinpaprika: inDollars ? () => paprikaGlobal(doors) : undefined,
    },
    { doors, keep: "global" },
  );
  const { total_market_cap, total_volume, updatedAt, ...rest } = result.value;
  const missing = quotes.bases.find((code) => !(code in total_market_cap && code in total_volume));
  if (missing !== undefined)
    throw crypto.error(
      "upstream_unavailable",
      `${result.source} currently has no global market data in "${missing}"`,
    );
  const pickAmounts = (amounts: Record<string, number>) =>
    Object.fromEntries(
      quotes.codes.map((code) => [
        code,
        (amounts[getBaseCurrency(code, quotes)] ?? 0) * mustFactorAt(code, quotes, updatedAt),
      ]),
    );
  return {
    ...rest,
    total_market_cap: pickAmounts(total_market_cap),
    total_volume: pickAmounts(total_volume),
    updated_at: toIsoTime(updatedAt),
    ...provenance(result, {
      times: [updatedAt],
      now: doors.clock(),
      freshMs: freshMs.global,
      quotes,
    }),
  };
}
