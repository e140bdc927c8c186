import type { Coin } from "../catalogue/coin.ts";
import type { CoinIndex } from "../catalogue/coin-index.ts";
import { coinsOf } from "../catalogue/memory.ts";
import type { MarketDoors } from "../doors.ts";
import crypto from "../plugin.ts";
import { geckoMarkets } from "./coingecko.ts";
import { paprikaMarkets } from "./coinpaprika.ts";
import { firstOf } from "./failover.ts";
import type { Market, Span } from "./market.ts";
import { iso, rounder } from "./numbers.ts";
import { provenance } from "./provenance.ts";
import { baseOf, marketIn, ratesNote, readQuotes } from "./quotes.ts";
import { readCoins } from "./several.ts";

/** What markets may be ordered by, each up and down. */
export const orders = ["market_cap", "volume", "price_change_24h", "rank", "id"] as const;
export type Order = `${(typeof orders)[number]}_${"asc" | "desc"}`;

export interface MarketsAsked {
  vs: string;
  ids?: readonly string[] | undefined;
  symbols?: readonly string[] | undefined;
  category?: string | undefined;
  order: Order;
  page: number;
  per_page: number;
  sparkline: boolean;
  change: readonly Span[];
  precision: string;
}

interface Listed {
  coin: Coin;
  market: Market;
}

/** Orders that CoinGecko has over all coins; of the others the 250 largest coins are ordered here. */
const atGecko: Partial<Record<Order, string>> = {
  market_cap_desc: "market_cap_desc",
  market_cap_asc: "market_cap_asc",
  rank_asc: "market_cap_desc",
  rank_desc: "market_cap_asc",
  volume_desc: "volume_desc",
  volume_asc: "volume_asc",
  id_asc: "id_asc",
  id_desc: "id_desc",
};

/** A page of markets. */
export async function markets(asked: MarketsAsked, doors: MarketDoors) {
  const quotes = await readQuotes([asked.vs], doors);
  const [code = "usd"] = quotes.codes;
  const vs = baseOf(code);
  const index = await coinsOf(doors);
  const isNamed = asked.ids !== undefined || asked.symbols !== undefined;
  const named = readCoins(index, asked);
  if (isNamed && named.coins.length === 0)
    throw crypto.error("unknown_coin", `There is none of these coins: ${named.missing.join(", ")}`);
  const coins = isNamed ? named.coins : undefined;
  const answer = await firstOf(
    {
      coingecko: () => byGecko({ ...asked, vs, coins, index }, doors),
      // It knows no categories by these names.
      coinpaprika: asked.category
        ? undefined
        : () => byPaprika({ ...asked, vs, coins, index }, doors),
    },
    { doors },
  );
  const now = doors.clock();
  const updated = answer.value.map(({ market }) => market.updatedAt);
  const updatedAt = updated.length > 0 ? Math.max(...updated) : answer.fetchedAt;
  return {
    vs: code,
    page: asked.page,
    per_page: asked.per_page,
    coins: answer.value.map(({ coin, market }) =>
      row({ coin, market: marketIn(code, market, quotes) }, asked),
    ),
    missing: named.missing,
    ambiguous: named.ambiguous,
    ...ratesNote(quotes),
    ...provenance(answer, { updatedAt, now }),
  };
}

type Scope = MarketsAsked & { coins: readonly Coin[] | undefined; index: CoinIndex };

async function byGecko({ coins, index, ...asked }: Scope, doors: MarketDoors) {
  const order = coins ? undefined : atGecko[asked.order];
  const ids = coins
    ?.filter(({ isAtGecko }) => isAtGecko)
    .map(({ id }) => id)
    .toSorted();
  const { value, ...dated } = await geckoMarkets(
    {
      ...{ vs: asked.vs, ids, category: asked.category, sparkline: asked.sparkline },
      ...(order ? { order, page: asked.page, per_page: asked.per_page } : { per_page: 250 }),
    },
    doors,
  );
  const listed = value.flatMap((market) => {
    const coin = index.id(market.id.toLowerCase());
    return coin ? [{ coin, market }] : [];
  });
  return { ...dated, value: order ? listed : pageOf(listed, asked) };
}

async function byPaprika({ coins, index, ...asked }: Scope, doors: MarketDoors) {
  const { value, ...dated } = await paprikaMarkets([asked.vs], doors);
  const wanted = coins && new Set(coins);
  const listed = value.flatMap(({ id, markets }) => {
    const coin = index.paprika(id);
    return coin && (!wanted || wanted.has(coin)) ? [{ coin, market: markets[asked.vs]! }] : [];
  });
  return { ...dated, value: pageOf(listed, asked) };
}

/** What is unknown comes last, whichever the order. */
function pageOf(
  listed: readonly Listed[],
  { order, page, per_page }: Pick<MarketsAsked, "order" | "page" | "per_page">,
): Listed[] {
  const at = order.lastIndexOf("_");
  const way = order.slice(at + 1) === "asc" ? 1 : -1;
  const key = keys[order.slice(0, at)]!;
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
  const rounded = (value: number | null) => (value === null ? null : round(value));
  return {
    ...{ id: coin.id, symbol: coin.symbol, name: coin.name, rank: market.rank },
    current_price: round(market.price),
    market_cap: market.market_cap,
    volume_24h: market.volume_24h,
    ...{ high_24h: rounded(market.high_24h), low_24h: rounded(market.low_24h) },
    price_change_pct: Object.fromEntries(
      change.map((span) => [span, market.changes[span] ?? null]),
    ),
    ...{ ath: rounded(market.ath), ath_date: market.ath_date },
    ...{ atl: rounded(market.atl), atl_date: market.atl_date },
    fully_diluted_valuation: market.fully_diluted_valuation,
    circulating_supply: market.circulating_supply,
    total_supply: market.total_supply,
    max_supply: market.max_supply,
    last_updated: iso(market.updatedAt)!,
    ...(sparkline && { sparkline: market.sparkline ?? null }),
  };
}
