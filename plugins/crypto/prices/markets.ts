import { asTable, oneOf, type Static, t } from "hub";
import type { Coin, CoinIndex } from "../catalogue/catalogue.ts";
import { unknown } from "../catalogue/find.ts";
import { readIndex } from "../catalogue/read-index.ts";
import type { MarketDoors } from "../doors.ts";
import { freshMs, provenance } from "../market/provenance.ts";
import { convertAll, getBaseCurrency, marketIn, readQuotes } from "../market/quotes.ts";
import { believeMarkets } from "../market/suspect.ts";
import { geckoMarkets } from "../providers/coingecko.ts";
import { paprikaMarkets } from "../providers/coinpaprika.ts";
import { type FromSource, queryWithFailover } from "../providers/failover.ts";
import { type Market, requireMarket, spans } from "../providers/market.ts";
import { orNothing } from "../providers/no-price.ts";
import { rounder, toIsoTime } from "../providers/numbers.ts";
import * as shared from "../request.ts";
import { readCoins } from "./several.ts";

export const marketsQuery = t.Object({
  vs: shared.vsOne,
  ids: shared.names("Coin ids"),
  symbols: shared.names(
    "Coin symbols",
    ". If several coins share a symbol, the highest-ranked one is used",
  ),
  category: t.Optional(
    t.String({
      pattern: "^[a-z0-9-]{1,64}$",
      errorMessage: "an id of lower-case letters, digits and hyphens, such as meme-token",
      description: "CoinGecko category id",
    }),
  ),
  order: oneOf(
    [
      "market_cap_desc",
      "market_cap_asc",
      "volume_desc",
      "volume_asc",
      "price_change_24h_desc",
      "price_change_24h_asc",
      "rank_asc",
      "rank_desc",
      "id_asc",
      "id_desc",
    ],
    { default: "market_cap_desc", description: "Sort order" },
  ),
  page: shared.page,
  per_page: t.Integer({
    minimum: 1,
    maximum: 250,
    default: 100,
    description: "Coins per page",
  }),
  sparkline: t.Boolean({
    default: false,
    description: "Whether to include the prices in the last 7 days",
  }),
  change: t.Array(oneOf(spans, { description: "A period" }), {
    maxItems: spans.length,
    default: ["24h"],
    description: "Periods for which to return the price change",
  }),
  precision: shared.precision,
});

type MarketsRequest = Static<typeof marketsQuery>;

/** Coin with its market in one currency. */
export interface ListedCoin {
  coin: Coin;
  market: Market;
}

/** Returns the sort order at CoinGecko, if it supports it. Otherwise, the hub sorts the 250 largest coins. */
function toGeckoOrder(order: MarketsRequest["order"]): string | undefined {
  if (order.startsWith("price_change")) return undefined;
  if (order === "rank_asc") return "market_cap_desc";
  return order === "rank_desc" ? "market_cap_asc" : order;
}

/** Returns a page of markets. */
export async function markets(request: MarketsRequest, doors: MarketDoors) {
  const quotes = await readQuotes([request.vs], doors);
  const [code = "usd"] = quotes.codes;
  const vs = getBaseCurrency(code, quotes);
  const index = await readIndex(doors);
  const isNamed = request.ids !== undefined || request.symbols !== undefined;
  const named = readCoins(index, request);
  if (isNamed && named.coins.length === 0)
    throw unknown(index, { message: `No coin found for ${named.missing.join(", ")}` });
  const coins = isNamed ? named.coins : undefined;
  const result = await listMarkets({ ...request, vs, coins, index }, { doors });
  const all = convertAll(result.value, { quotes, getTime: ({ market }) => market.updatedAt });
  const coinsOnPage = coins ? selectPage(all, request) : all;
  return {
    vs: code,
    page: request.page,
    per_page: request.per_page,
    coins: coinsOnPage.map(({ coin, market }) =>
      formatRow({ coin, market: marketIn(code, market, quotes) }, request),
    ),
    missing: [
      ...named.missing,
      ...named.coins.filter((coin) => !all.some((one) => one.coin === coin)).map(({ id }) => id),
    ],
    ambiguous: named.ambiguous,
    suspect: result.suspect,
    ...provenance(result, {
      times: coinsOnPage.map(({ market }) => market.updatedAt),
      now: doors.clock(),
      freshMs: freshMs.prices,
      quotes,
    }),
  };
}

interface MarketScope
  extends Pick<MarketsRequest, "vs" | "category" | "order" | "page" | "per_page" | "sparkline"> {
  /** Default: all coins. */
  coins?: readonly Coin[] | undefined;
  index: CoinIndex;
}

/** CoinGecko's maximum page size, and so the number of coins that the hub can sort. */
export const largest = 250;

/** Returns a page of markets, or those of the requested coins, with the ids of coins whose price was withheld. */
export async function listMarkets(
  scope: MarketScope,
  options: { doors: MarketDoors; keep?: string },
): Promise<FromSource<ListedCoin[]> & { suspect: string[] }> {
  const { vs, coins } = scope;
  const { doors } = options;
  const isAtGecko = !coins || coins.some((coin) => coin.isAtGecko);
  const result = await queryWithFailover<ListedCoin[]>(
    {
      coingecko: isAtGecko ? () => fetchFromGecko(scope, doors) : undefined,
      // CoinPaprika has other categories.
      coinpaprika: scope.category ? undefined : () => fetchFromPaprika(scope, doors),
    },
    {
      ...options,
      fullness: ({ length }) => ({ has: length, expected: countExpectedCoins(scope) }),
    },
  );
  const byCurrency = result.value.map(({ coin, market }) => ({ coin, markets: { [vs]: market } }));
  const { value, suspect } = await believeMarkets({ ...result, value: byCurrency }, doors);
  const listed = value.map(({ coin, markets }) => ({ coin, market: requireMarket(markets, vs) }));
  return { ...result, value: listed, suspect };
}

/**
 * Returns the minimum number of coins in a complete response: the ranked ones among requested coins, or
 * else the coins of the page in the first half of the catalogue, because not every coin is traded.
 */
function countExpectedCoins({
  coins,
  index,
  category,
  order,
  page,
  per_page,
}: MarketScope): number {
  if (coins)
    return coins.filter(({ rank, isActive }) => rank !== null && isActive !== false).length;
  if (category) return page === 1 ? 1 : 0;
  const half = Math.ceil(index.catalogue.coins.length / 2);
  const total = toGeckoOrder(order) ? half : Math.min(half, largest);
  return Math.max(0, Math.min(per_page, total - (page - 1) * per_page));
}

/** Fetches a page of markets, or all requested coins. */
async function fetchFromGecko({ coins, index, ...request }: MarketScope, doors: MarketDoors) {
  const order = coins ? undefined : toGeckoOrder(request.order);
  const ids = coins
    ?.filter(({ isAtGecko }) => isAtGecko)
    .map(({ id }) => id)
    .toSorted();
  const mayBeNone = countExpectedCoins({ ...request, coins, index }) === 0 && !coins;
  const read = (ids: readonly string[] | undefined) =>
    geckoMarkets(
      {
        vs: request.vs,
        ids,
        category: request.category,
        sparkline: request.sparkline,
        mayBeNone,
        ...(order
          ? { order, page: request.page, per_page: request.per_page }
          : { per_page: largest }),
      },
      doors,
    );
  const { value, ...dated } = coins
    ? await orNothing(() => read(ids), { nothing: [], ofBitcoin: () => read(["bitcoin"]) })
    : await read(undefined);
  const coinsOnPage = value.flatMap((market) => {
    const coin = index.id(market.id.toLowerCase());
    return coin ? [{ coin, market }] : [];
  });
  return { ...dated, value: order || coins ? coinsOnPage : selectPage(coinsOnPage, request) };
}

async function fetchFromPaprika({ coins, index, ...request }: MarketScope, doors: MarketDoors) {
  const { value, ...dated } = await paprikaMarkets([request.vs], doors);
  const requested = coins && new Set(coins);
  const coinsOnPage = value.flatMap(({ id, markets }) => {
    const coin = index.paprika(id);
    return coin && (!requested || requested.has(coin))
      ? [{ coin, market: requireMarket(markets, request.vs) }]
      : [];
  });
  return { ...dated, value: coins ? coinsOnPage : selectPage(coinsOnPage, request) };
}

/** Sorts and paginates markets. Unknown values come last in every order. */
function selectPage(
  coinsOnPage: readonly ListedCoin[],
  { order, page, per_page }: Pick<MarketsRequest, "order" | "page" | "per_page">,
): ListedCoin[] {
  const at = order.lastIndexOf("_");
  const direction = order.slice(at + 1) === "asc" ? 1 : -1;
  const key = sortKeys[order.slice(0, at)] ?? (({ market }: ListedCoin) => market.market_cap);
  return coinsOnPage
    .toSorted((a, b) => {
      const [one, other] = [key(a), key(b)];
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      return one < other ? -direction : one > other ? direction : 0;
    })
    .slice((page - 1) * per_page, page * per_page);
}

const sortKeys: Record<string, (one: ListedCoin) => number | string | null> = asTable({
  market_cap: ({ market }) => market.market_cap,
  volume: ({ market }) => market.volume_24h,
  price_change_24h: ({ market }) => market.changes["24h"] ?? null,
  rank: ({ market }) => market.rank,
  id: ({ coin }) => coin.id,
});

function formatRow({ coin, market }: ListedCoin, { precision, sparkline, change }: MarketsRequest) {
  const round = rounder(precision);
  return {
    id: coin.id,
    symbol: coin.symbol,
    name: coin.name,
    rank: market.rank,
    current_price: round(market.price),
    market_cap: round(market.market_cap),
    volume_24h: round(market.volume_24h),
    high_24h: round(market.high_24h),
    low_24h: round(market.low_24h),
    price_change_pct: Object.fromEntries(
      change.map((span) => [span, market.changes[span] ?? null]),
    ),
    ath: round(market.ath),
    ath_date: market.ath_date,
    atl: round(market.atl),
    atl_date: market.atl_date,
    fully_diluted_valuation: round(market.fully_diluted_valuation),
    circulating_supply: market.circulating_supply,
    total_supply: market.total_supply,
    max_supply: market.max_supply,
    last_updated: toIsoTime(market.updatedAt),
    ...(sparkline && { sparkline: market.sparkline?.map((price) => round(price)) ?? null }),
  };
}
