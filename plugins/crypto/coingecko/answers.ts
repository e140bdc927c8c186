import type { Static } from "hub";
import { getPlatforms } from "../catalogue/catalogue.ts";
import { findCoin } from "../catalogue/find.ts";
import { readIndex } from "../catalogue/read-index.ts";
import { searchCoins } from "../catalogue/search.ts";
import { readChart } from "../chart/chart.ts";
import type { MarketDoors } from "../doors.ts";
import { listQuoteCodes } from "../market/quotes.ts";
import { coinPrice, type coinPriceQuery } from "../prices/coin-price.ts";
import { readGlobal } from "../prices/global.ts";
import { markets, type marketsQuery } from "../prices/markets.ts";
import { prices } from "../prices/prices.ts";
import { trending } from "../prices/trending.ts";
import type { chartQuery, coinQuery, simpleFields } from "./request.ts";

type SimpleQuery = { [Name in keyof typeof simpleFields]: Static<(typeof simpleFields)[Name]> };
type Row = Record<string, unknown>;

/** Names of the further values of a price, at the hub and at CoinGecko, with the fields that request them. */
const simpleNames = [
  ["market_cap", "market_cap", "include_market_cap"],
  ["volume_24h", "24h_vol", "include_24hr_vol"],
  ["change_24h", "24h_change", "include_24hr_change"],
  ["last_updated", "last_updated_at", "include_last_updated_at"],
] as const;

/** Returns prices by coin. */
export async function answerPrices(
  query: SimpleQuery & { ids?: string[]; symbols?: string[] },
  doors: MarketDoors,
) {
  const include = simpleNames.flatMap(([name, , field]) => (query[field] ? [name] : []));
  const answer = await prices({ ...query, vs: query.vs_currencies, include }, doors);
  return Object.fromEntries(
    Object.entries(answer.prices).map(([id, row]) => [id, renameValues(row)]),
  );
}

function renameValues(row: Readonly<Row>): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (name === "last_updated") return ["last_updated_at", toSeconds(String(value))];
      const found = simpleNames.find(([own]) => name.endsWith(`_${own}`));
      return [found ? name.slice(0, -found[0].length) + found[1] : name, value];
    }),
  );
}

function toSeconds(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}

/** Returns prices by contract address. Unknown addresses are omitted, as at CoinGecko. */
export async function answerTokenPrices(
  { id, contract_addresses, ...query }: SimpleQuery & { id: string; contract_addresses: string[] },
  doors: MarketDoors,
) {
  const index = await readIndex(doors);
  const coins = contract_addresses.flatMap((address) => {
    const found = findCoin(index, address, { match: "contract", chain: id });
    return found ? [[address.toLowerCase(), found.coin.id] as const] : [];
  });
  if (coins.length === 0) return {};
  const byId = await answerPrices({ ...query, ids: coins.map(([, coin]) => coin) }, doors);
  return Object.fromEntries(
    coins.flatMap(([address, coin]) => (byId[coin] ? [[address, byId[coin]]] : [])),
  );
}

/** Returns all coins of the catalogue. */
export async function answerList(
  { include_platform, status }: { include_platform: boolean; status: "active" | "inactive" },
  doors: MarketDoors,
) {
  const { catalogue } = await readIndex(doors);
  return catalogue.coins
    .filter(({ isActive }) => (isActive === false) === (status === "inactive"))
    .map((coin) => ({
      id: coin.id,
      symbol: coin.symbol,
      name: coin.name,
      ...(include_platform && { platforms: getPlatforms(coin, catalogue) ?? {} }),
    }));
}

/** Returns a page of markets. */
export async function answerMarkets(query: Static<typeof marketsQuery>, doors: MarketDoors) {
  const { coins } = await markets(query, doors);
  return coins.map(({ rank, volume_24h, price_change_pct, sparkline, ...coin }) => {
    const { "24h": change = null } = price_change_pct;
    const periods = query.change.map((span) => [
      `price_change_percentage_${span}_in_currency`,
      price_change_pct[span],
    ]);
    return {
      ...coin,
      image: "",
      market_cap_rank: rank,
      total_volume: volume_24h,
      price_change_24h: difference(coin.current_price, change),
      price_change_percentage_24h: change,
      market_cap_change_24h: null,
      market_cap_change_percentage_24h: null,
      ath_change_percentage: distance(coin.current_price, coin.ath),
      atl_change_percentage: distance(coin.current_price, coin.atl),
      roi: null,
      ...Object.fromEntries(periods),
      ...(sparkline !== undefined && { sparkline_in_7d: { price: sparkline ?? [] } }),
    };
  });
}

/** Returns the change of a price from its change in percent. */
function difference(price: number, percent: number | null): number | null {
  return percent === null || percent <= -100 ? null : price - price / (1 + percent / 100);
}

function distance(price: number, extreme: number | null): number | null {
  return extreme === null ? null : (price / extreme - 1) * 100;
}

type CoinChoice = Pick<Static<typeof coinPriceQuery>, "match" | "chain"> & { coin: string };

/** Returns a coin with its profile, and with its market in all currencies. */
export async function answerCoin(
  choice: CoinChoice,
  { market_data, doors }: Pick<Static<typeof coinQuery>, "market_data"> & { doors: MarketDoors },
) {
  const vs = await listQuoteCodes(doors);
  const include = ["description", "links", "categories", "platforms"] as const;
  const query = { ...choice, vs, include: [...include], precision: "full" as const };
  const { coin, last_updated } = await coinPrice(query, doors);
  const platforms = coin.platforms ?? {};
  const [chain = null] = Object.keys(platforms);
  const details = Object.entries(platforms).map(([name, contract_address]) => [
    name,
    { contract_address, decimal_place: null },
  ]);
  return {
    id: coin.id,
    symbol: coin.symbol,
    name: coin.name,
    web_slug: coin.id,
    asset_platform_id: chain,
    platforms,
    detail_platforms: Object.fromEntries(details),
    block_time_in_minutes: 0,
    hashing_algorithm: null,
    categories: coin.categories ?? [],
    preview_listing: false,
    public_notice: null,
    additional_notices: [],
    description: { en: coin.description ?? "" },
    links: { homepage: coin.links ?? [] },
    image: {},
    country_origin: "",
    genesis_date: coin.genesis_date,
    sentiment_votes_up_percentage: null,
    sentiment_votes_down_percentage: null,
    watchlist_portfolio_users: 0,
    has_supply_breakdown: false,
    market_cap_rank: coin.market_data.market_cap_rank,
    market_cap_rank_with_rehypothecated: null,
    status_updates: [],
    last_updated,
    ...(choice.match === "contract" && { contract_address: choice.coin }),
    ...(market_data && { market_data: describeMarkets(coin.market_data, last_updated) }),
  };
}

type CoinMarkets = Awaited<ReturnType<typeof coinPrice>>["coin"]["market_data"];

/** Describes the markets of a coin: each value by currency. Values that the hub lacks are omitted. */
function describeMarkets({ vs = {}, ...usd }: CoinMarkets, last_updated: string) {
  const byCode = (own: number | string | null, name?: keyof (typeof vs)[string]) => {
    const others = name ? Object.entries(vs).map(([code, one]) => [code, one[name]] as const) : [];
    return Object.fromEntries([["usd", own] as const, ...others].filter(([, one]) => one !== null));
  };
  const change = usd.price_change_pct_24h;
  const known = {
    price_change_24h: difference(usd.current_price_usd, change),
    price_change_percentage_24h: change,
    price_change_percentage_7d: usd.price_change_pct_7d,
    price_change_percentage_30d: usd.price_change_pct_30d,
    price_change_percentage_1y: usd.price_change_pct_1y,
    circulating_supply: usd.circulating_supply,
    total_supply: usd.total_supply,
  };
  return {
    current_price: byCode(usd.current_price_usd, "current_price"),
    market_cap: byCode(usd.market_cap_usd, "market_cap"),
    total_volume: byCode(usd.volume_24h_usd, "volume_24h"),
    price_change_percentage_24h_in_currency: byCode(change, "price_change_pct_24h"),
    price_change_percentage_1h_in_currency: byCode(usd.price_change_pct_1h),
    price_change_percentage_7d_in_currency: byCode(usd.price_change_pct_7d),
    price_change_percentage_30d_in_currency: byCode(usd.price_change_pct_30d),
    high_24h: byCode(usd.high_24h_usd),
    low_24h: byCode(usd.low_24h_usd),
    ath: byCode(usd.ath_usd),
    ath_date: byCode(usd.ath_date),
    atl: byCode(usd.atl_usd),
    atl_date: byCode(usd.atl_date),
    fully_diluted_valuation: byCode(usd.fully_diluted_valuation_usd),
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
    market_cap_rank: usd.market_cap_rank,
    max_supply: usd.max_supply,
    last_updated,
  };
}

/** Returns the price history of a coin. */
export async function answerChart(
  choice: CoinChoice,
  { doors, vs_currency: vs, ...query }: Static<typeof chartQuery> & { doors: MarketDoors },
) {
  const sampling = { downsample: "none", points: 500 } as const;
  const { body } = await readChart({ ...choice, ...query, ...sampling, vs }, doors);
  const known = (pairs: (number | null)[][]) =>
    pairs.filter((pair): pair is number[] => !pair.includes(null));
  return {
    prices: known(body.prices),
    market_caps: known(body.market_caps),
    total_volumes: known(body.total_volumes),
  };
}

/** Returns the first price of a day in UTC, in dollars. */
export async function answerHistory(
  { id, date }: { id: string; date: string },
  doors: MarketDoors,
) {
  const from = date.indexOf("-") === 4 ? date : date.split("-").reverse().join("-");
  const coin = { coin: id, match: "id" } as const;
  const range = { from, to: `${from}T23:59:59Z`, interval: "auto" } as const;
  const amounts = { vs_currency: "usd", precision: "full" } as const;
  const chart = await answerChart(coin, { ...range, ...amounts, doors });
  const first = ([pair]: number[][]) => (pair?.[1] === undefined ? {} : { usd: pair[1] });
  const found = (await readIndex(doors)).id(id.toLowerCase());
  return {
    id,
    symbol: found?.symbol ?? id,
    name: found?.name ?? id,
    image: {},
    market_data: {
      current_price: first(chart.prices),
      market_cap: first(chart.market_caps),
      total_volume: first(chart.total_volumes),
    },
    public_interest_stats: {},
  };
}

/** Returns the coins that match a text. */
export async function answerSearch(q: string, doors: MarketDoors) {
  const found = searchCoins(await readIndex(doors), { q, limit: 50 });
  const coins = found.map(({ id, symbol, name, rank }) => ({
    id,
    name,
    api_symbol: id,
    symbol: symbol.toUpperCase(),
    market_cap_rank: rank,
    thumb: "",
    large: "",
  }));
  return { coins, exchanges: [], icos: [], categories: [], nfts: [] };
}

/** Returns the most searched coins. */
export async function answerTrending(doors: MarketDoors) {
  const { coins } = await trending({ kind: "searched", limit: 15, min_market_cap_usd: 0 }, doors);
  const items = coins.map(({ id, symbol, name, rank, ...coin }, score) => ({
    item: {
      id,
      coin_id: null,
      name,
      symbol: symbol.toUpperCase(),
      market_cap_rank: rank,
      slug: id,
      score,
      data: {
        price: coin.current_price_usd,
        price_change_percentage_24h: { usd: coin.price_change_pct_24h },
        market_cap: formatDollars(coin.market_cap_usd),
        total_volume: formatDollars(coin.volume_24h_usd),
        content: null,
      },
    },
  }));
  return { coins: items, nfts: [], categories: [] };
}

function formatDollars(value: number | null): string | null {
  return value === null ? null : `$${Math.round(value).toLocaleString("en-US")}`;
}

/** Returns global market data. Only dollars and other money: CoinPaprika has no amounts in coins. */
export async function answerGlobal(doors: MarketDoors) {
  const coins = ["btc", "eth", "sats"];
  const codes = (await listQuoteCodes(doors)).filter((code) => !coins.includes(code));
  const { updated_at, ...global } = await readGlobal(codes, doors);
  return {
    data: {
      active_cryptocurrencies: global.active_cryptocurrencies,
      upcoming_icos: 0,
      ongoing_icos: 0,
      ended_icos: 0,
      markets: global.markets,
      total_market_cap: global.total_market_cap,
      total_volume: global.total_volume,
      market_cap_percentage: global.market_cap_percentage,
      market_cap_change_percentage_24h_usd: global.market_cap_change_pct_24h,
      volume_change_percentage_24h_usd: global.volume_change_pct_24h,
      updated_at: toSeconds(updated_at),
    },
  };
}
