import { oneOf, type Static, t } from "hub";
import type { Coin, CoinIndex } from "../catalogue/catalogue.ts";
import { readIndex } from "../catalogue/read-index.ts";
import type { MarketDoors } from "../doors.ts";
import { freshMs, provenance } from "../market/provenance.ts";
import crypto from "../plugin.ts";
import { geckoTrending } from "../providers/coingecko.ts";
import { type FromSource, queryWithFailover } from "../providers/failover.ts";
import { requireMarket } from "../providers/market.ts";
import { type ListedCoin, largest, listMarkets } from "./markets.ts";
import { fetchMarkets } from "./several.ts";

export const trendingQuery = t.Object({
  kind: oneOf(["searched", "gainers", "losers", "new", "volume"], {
    default: "searched",
    description: "Kind of trend",
  }),
  limit: t.Integer({
    minimum: 1,
    maximum: 25,
    default: 7,
    description: "Maximum number of results",
  }),
  min_market_cap_usd: t.Number({
    minimum: 0,
    default: 1_000_000,
    description:
      "Minimum market capitalization in dollars. Coins whose capitalization is unknown are only in lists of searches",
  }),
});

type TrendingQuery = Static<typeof trendingQuery>;

const methods = {
  searched: { method: "most_searched_at_coingecko", window: "24h" },
  gainers: { method: "largest_250_by_change", window: "24h" },
  losers: { method: "largest_250_by_change", window: "24h" },
  volume: { method: "largest_250_by_volume", window: "24h" },
  new: { method: "new_at_coinpaprika", window: "as listed" },
} as const;

/** Returns trending coins by searches, price change, volume or age. */
export async function trending(query: TrendingQuery, doors: MarketDoors) {
  const { kind, limit, min_market_cap_usd } = query;
  const index = await readIndex(doors);
  const result = await listGainers(kind, { index, doors });
  const listed = result.value
    .filter(({ market: { market_cap } }) =>
      market_cap === null ? kind === "searched" : market_cap >= min_market_cap_usd,
    )
    .slice(0, limit);
  const times = listed.map(({ market }) => market.updatedAt);
  return {
    kind,
    ...methods[kind],
    coins: listed.map(({ coin, market }) => ({
      id: coin.id,
      symbol: coin.symbol,
      name: coin.name,
      rank: market.rank,
      current_price_usd: market.price,
      market_cap_usd: market.market_cap,
      volume_24h_usd: market.volume_24h,
      price_change_pct_24h: market.changes["24h"] ?? null,
    })),
    suspect: result.suspect.filter((id) => listed.some(({ coin }) => coin.id === id)),
    ...provenance(result, { times, now: doors.clock(), freshMs: freshMs.prices }),
  };
}

type TrendContext = { index: CoinIndex; doors: MarketDoors };

interface TrendResult extends FromSource<ListedCoin[]> {
  /** Ids of coins with a withheld price. */
  suspect: string[];
}

async function listGainers(
  kind: TrendingQuery["kind"],
  { index, doors }: TrendContext,
): Promise<TrendResult> {
  if (kind === "searched") return listSearched({ index, doors });
  if (kind === "new") return listNew({ index, doors });
  const result = await listMarkets(
    { vs: "usd", order: "market_cap_desc", page: 1, per_page: largest, sparkline: false, index },
    { doors, keep: "largest" },
  );
  const change = ({ market }: ListedCoin) => market.changes["24h"] ?? null;
  const volume = ({ market }: ListedCoin) => market.volume_24h;
  const key = kind === "volume" ? volume : change;
  const method = kind === "losers" ? 1 : -1;
  const ordered = result.value
    .flatMap((one) => {
      const size = key(one);
      return size === null ? [] : [{ one, size }];
    })
    .toSorted((a, b) => method * (a.size - b.size));
  return { ...result, value: ordered.map(({ one }) => one) };
}

/** Lists the most searched coins at CoinGecko. Throws if it fails: requests to this hub are of its accounts only. */
async function listSearched({ index, doors }: TrendContext): Promise<TrendResult> {
  const ids = await queryWithFailover(
    { coingecko: () => geckoTrending(doors), coinpaprika: undefined },
    { doors, keep: "searched" },
  );
  const coins = ids.value.flatMap((id) => index.id(id.toLowerCase()) ?? []);
  const result = await withMarkets(coins, { index, doors });
  return { ...result, stale: result.stale || ids.stale };
}

async function listNew({ index, doors }: TrendContext): Promise<TrendResult> {
  const coins = index.catalogue.coins.filter(({ isNew }) => isNew).slice(0, largest);
  const { sources, fetchedAt } = index.catalogue;
  if (!sources.includes("coinpaprika"))
    throw crypto.error(
      "dataset_unavailable",
      "The list of new coins is not available: api.coinpaprika.com, or its replacement in HUB_UPSTREAMS, failed at the last update of the catalogue",
    );
  if (coins.length === 0)
    return {
      value: [],
      source: "coinpaprika",
      fetchedAt,
      stale: false,
      degraded: false,
      suspect: [],
    };
  return withMarkets(coins, { index, doors });
}

/** Fetches markets and keeps the order of the coins. */
async function withMarkets(coins: readonly Coin[], context: TrendContext): Promise<TrendResult> {
  const result = await fetchMarkets(coins, { vs: ["usd"], ...context });
  const positions = new Map(coins.map((coin, position) => [coin, position]));
  const getPosition = ({ coin }: { coin: Coin }) => positions.get(coin) ?? coins.length;
  const value = result.value
    .toSorted((a, b) => getPosition(a) - getPosition(b))
    .map(({ coin, markets }) => ({ coin, market: requireMarket(markets, "usd") }));
  return { ...result, value };
}
