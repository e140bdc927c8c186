import { oneOf, type Static, t } from "hub";
import type { Coin, CoinIndex } from "../catalogue/catalogue.ts";
import { loadCoinIndex } from "../catalogue/catalogue.ts";
import { unknown } from "../catalogue/find.ts";
import type { MarketDoors } from "../doors.ts";
import * as shared from "../fields.ts";
import { geckoMarkets } from "./coingecko.ts";
import { paprikaMarkets } from "./coinpaprika.ts";
import { queryWithFailover } from "./failover.ts";
import { type Market, requireMarket, spans } from "./market.ts";
import { orNothing } from "./no-price.ts";
import { rounder, toIsoTime } from "./numbers.ts";
import { freshMs, provenance } from "./provenance.ts";
import { convertAll, getBaseCurrency, marketIn, readQuotes } from "./quotes.ts";
import { readCoins } from "./several.ts";
import { believeMarkets } from "./suspect.ts";

export const marketsQuery = t.Object({
  vs: shared.vsOne,
  ids: shared.names("Ids of coins"),
  symbols: shared.names("Symbols: of several coins with one symbol the highest ranked is meant"),
  category: t.Optional(
    t.String({ pattern: "^[a-z0-9-]{1,64}$", description: "A category's id at CoinGecko" }),
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

type MarketsAsked = Static<typeof marketsQuery>;

interface Listed {
  coin: Coin;
  market: Market;
}

/** Sort orders that CoinGecko supports. For others, the hub sorts the 250 largest coins. */
const atGecko: Partial<Record<MarketsAsked["order"], string>> = {
  market_cap_desc: "market_cap_desc",
  market_cap_asc: "market_cap_asc",
  rank_asc: "market_cap_desc",
  rank_desc: "market_cap_asc",
  volume_desc: "volume_desc",
  volume_asc: "volume_asc",
  id_asc: "id_asc",
  id_desc: "id_desc",
};

/** Returns a page of markets. */
export async function markets(asked: MarketsAsked, doors: MarketDoors) {
  const quotes = await readQuotes([asked.vs], doors);
  const [code = "usd"] = quotes.codes;
  const vs = getBaseCurrency(code);
  const index = await loadCoinIndex(doors);
  const isNamed = asked.ids !== undefined || asked.symbols !== undefined;
  const named = readCoins(index, asked);
  if (isNamed && named.coins.length === 0)
    throw unknown(index, { what: `No coin found for ${named.missing.join(", ")}` });
  const coins = isNamed ? named.coins : undefined;
  const scope = { ...asked, vs, coins, index };
  const isAtGecko = !coins || coins.some((coin) => coin.isAtGecko);
  const answer = await queryWithFailover<Listed[]>(
    {
      coingecko: isAtGecko ? () => byGecko(scope, doors) : undefined,
      // CoinPaprika has other categories.
      coinpaprika: asked.category ? undefined : () => byPaprika(scope, doors),
    },
    { doors, fullness: ({ length }) => ({ has: length, expected: countExpectedCoins(scope) }) },
  );
  const told = answer.value.map(({ coin, market }) => ({ coin, markets: { [vs]: market } }));
  const { value, suspect } = await believeMarkets({ ...answer, value: told }, doors);
  const all = convertAll(
    value.map(({ coin, markets }) => ({ coin, market: requireMarket(markets, vs) })),
    { quotes, timeOf: ({ market }) => market.updatedAt },
  );
  const listed = coins ? selectPage(all, asked) : all;
  const updated = listed.map(({ market }) => market.updatedAt);
  const times = updated.length > 0 ? updated : [answer.fetchedAt];
  return {
    vs: code,
    page: asked.page,
    per_page: asked.per_page,
    coins: listed.map(({ coin, market }) =>
      row({ coin, market: marketIn(code, market, quotes) }, asked),
    ),
    missing: [
      ...named.missing,
      ...named.coins.filter((coin) => !all.some((one) => one.coin === coin)).map(({ id }) => id),
    ],
    ambiguous: named.ambiguous,
    suspect,
    ...provenance(answer, {
      updatedAt: Math.min(...times),
      newestAt: Math.max(...times),
      now: doors.clock(),
      freshMs: freshMs.prices,
      quotes,
    }),
  };
}

type Scope = MarketsAsked & { coins: readonly Coin[] | undefined; index: CoinIndex };

/** CoinGecko's maximum page size, and so the number of coins that the hub can sort. */
const largest = 250;

/**
 * Returns the minimum number of coins in a complete response: the ranked ones among requested coins, or
 * else the coins of the page in the first half of the catalogue, because not every coin is traded.
 */
function countExpectedCoins({ coins, index, category, order, page, per_page }: Scope): number {
  if (coins) return coins.filter(({ rank, isActive }) => rank !== null && isActive).length;
  if (category) return page === 1 ? 1 : 0;
  const half = Math.ceil(index.catalogue.coins.length / 2);
  const total = atGecko[order] ? half : Math.min(half, largest);
  return Math.max(0, Math.min(per_page, total - (page - 1) * per_page));
}

/** Fetches a page of markets, or all requested coins. */
async function byGecko({ coins, index, ...asked }: Scope, doors: MarketDoors) {
  const order = coins ? undefined : atGecko[asked.order];
  const ids = coins
    ?.filter(({ isAtGecko }) => isAtGecko)
    .map(({ id }) => id)
    .toSorted();
  const mayBeNone = countExpectedCoins({ ...asked, coins, index }) === 0 && !coins;
  const read = (ids: readonly string[] | undefined) =>
    geckoMarkets(
      {
        vs: asked.vs,
        ids,
        category: asked.category,
        sparkline: asked.sparkline,
        mayBeNone,
        ...(order ? { order, page: asked.page, per_page: asked.per_page } : { per_page: largest }),
      },
      doors,
    );
  const { value, ...dated } = coins
    ? await orNothing(() => read(ids), { nothing: [], ofBitcoin: () => read(["bitcoin"]) })
    : await read(undefined);
  const listed = value.flatMap((market) => {
    const coin = index.id(market.id.toLowerCase());
    return coin ? [{ coin, market }] : [];
  });
  return { ...dated, value: order || coins ? listed : selectPage(listed, asked) };
}

async function byPaprika({ coins, index, ...asked }: Scope, doors: MarketDoors) {
  const { value, ...dated } = await paprikaMarkets([asked.vs], doors);
  const wanted = coins && new Set(coins);
  const listed = value.flatMap(({ id, markets }) => {
    const coin = index.paprika(id);
    return coin && (!wanted || wanted.has(coin))
      ? [{ coin, market: requireMarket(markets, asked.vs) }]
      : [];
  });
  return { ...dated, value: coins ? listed : selectPage(listed, asked) };
}

/** Sorts and paginates markets. Unknown values come last in every order. */
function selectPage(
  listed: readonly Listed[],
  { order, page, per_page }: Pick<MarketsAsked, "order" | "page" | "per_page">,
): Listed[] {
  const at = order.lastIndexOf("_");
  const way = order.slice(at + 1) === "asc" ? 1 : -1;
  const key = keys[order.slice(0, at)] ?? (({ market }: Listed) => market.market_cap);
  return listed
    .toSorted((a, b) => {
      const [one, other] = [key(a), key(b)];
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      return one < other ? -way : one > other ? way : 0;
    })
    .slice((page - 1) * per_page, page * per_page);
}

const keys: Record<string, (one: Listed) => number | string | null> = {
  market_cap: ({ market }) => market.market_cap,
  volume: ({ market }) => market.volume_24h,
  price_change_24h: ({ market }) => market.changes["24h"] ?? null,
  rank: ({ market }) => market.rank,
  id: ({ coin }) => coin.id,
};

function row({ coin, market }: Listed, { precision, sparkline, change }: MarketsAsked) {
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
