import type { Coin, CoinIndex } from "../catalogue/catalogue.ts";
import type { MarketDoors } from "../doors.ts";
import { noPrice, type ProviderResponse } from "../providers/ask.ts";
import { geckoMarkets } from "../providers/coingecko.ts";
import type { Market } from "../providers/market.ts";
import { believeMarkets } from "./suspect.ts";

/**
 * Fetches the markets of a coin together with those of its neighbours in the catalogue, with one call per currency, and
 * stores them for all endpoints. Throws `no_price` if only this coin has none.
 */
export async function fetchWithNeighbours(
  coin: Coin,
  codes: readonly string[],
  { index, doors }: { index: CoinIndex; doors: MarketDoors },
): Promise<ProviderResponse<Record<string, Market>>> {
  const coins = index.listNeighbours(coin);
  const ids = coins.map(({ id }) => id);
  const lists = await Promise.all(
    codes.map((code) => geckoMarkets({ vs: code, ids, per_page: 250 }, doors)),
  );
  const byCode = lists.map(({ value }) => new Map(value.map((market) => [market.id, market])));
  const value = coins.flatMap((one) => {
    const markets = codes.flatMap((code, position): [string, Market][] => {
      const market = byCode[position]?.get(one.id);
      return market ? [[code, market]] : [];
    });
    return markets.length === codes.length
      ? [{ coin: one, markets: Object.fromEntries(markets) }]
      : [];
  });
  const dated = {
    fetchedAt: Math.min(...lists.map(({ fetchedAt }) => fetchedAt)),
    stale: lists.some(({ stale }) => stale),
  };
  await believeMarkets({ value, ...dated, source: "coingecko", degraded: false }, doors);
  const own = value.find((one) => one.coin === coin);
  if (!own) throw noPrice();
  return { ...dated, value: own.markets };
}
