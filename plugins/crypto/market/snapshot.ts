import type { Coin } from "../catalogue/catalogue.ts";
import { findPackagePrice } from "../catalogue/package-coins.ts";
import type { FromSource } from "../providers/failover.ts";
import { type Market, unknownMarket } from "../providers/market.ts";

/**
 * Returns the prices of one day from the package, or undefined if it lacks the coin. All other market
 * fields are null.
 */
export async function readSnapshot(
  coin: Coin,
  vs: readonly string[],
): Promise<FromSource<Record<string, Market>> | undefined> {
  const found = await findPackagePrice(coin);
  if (!found) return undefined;
  const { date, usd, coinsPerDollar } = found;
  const updatedAt = Date.parse(`${date}T00:00:00Z`);
  const markets = vs.map((code) => [
    code,
    {
      ...unknownMarket,
      id: coin.id,
      updatedAt,
      price: (code === "usd" ? 1 : (usd[code] ?? Number.NaN)) / coinsPerDollar,
    },
  ]);
  return {
    value: Object.fromEntries(markets),
    fetchedAt: updatedAt,
    source: "currency-api",
    stale: true,
    degraded: true,
  };
}
