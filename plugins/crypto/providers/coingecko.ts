import type { MarketDoors } from "../doors.ts";
import { fetchFromProvider, gecko, noPrice, query } from "./ask.ts";
import { type ChangePeriod, type Market, type Profile, spans, unknownMarket } from "./market.ts";
import { EmptyListError, requireEntries } from "./no-price.ts";
import {
  amount,
  change,
  fields,
  isNothing,
  iso,
  list,
  moment,
  price,
  rank,
  text,
  texts,
} from "./numbers.ts";

/** Fetches a coin with its market in several currencies. */
export function geckoCoin(id: string, vs: readonly string[], doors: MarketDoors) {
  const options = query({
    localization: false,
    tickers: false,
    market_data: true,
    community_data: false,
    developer_data: false,
    sparkline: false,
  });
  return fetchFromProvider(doors, `${gecko}coins/${encodeURIComponent(id)}?${options}`, (body) => {
    const coin = fields(body);
    const { current_price, market_cap } = fields(coin.market_data);
    if (coin.id === id && isNothing(fields(current_price).usd) && isNothing(fields(market_cap).usd))
      throw noPrice();
    const markets = vs.map((code) => [
      code,
      describeMarket(coin, { id, code, now: doors.clock() }),
    ]);
    return {
      markets: Object.fromEntries(markets) as Record<string, Market>,
      ...parseProfile(coin),
    };
  });
}

/** Fetches markets in CoinGecko's order, or those of specific coins. */
export function geckoMarkets(
  options: {
    vs: string;
    ids?: readonly string[] | undefined;
    category?: string | undefined;
    order?: string;
    page?: number;
    per_page: number;
    sparkline?: boolean;
    /** Whether an empty list is valid. */
    mayBeNone?: boolean;
  },
  doors: Pick<MarketDoors, "net" | "env" | "clock">,
) {
  const { vs, ids, category, order = "market_cap_desc", page = 1, per_page, sparkline } = options;
  const { mayBeNone = false } = options;
  const parameters = query({
    vs_currency: vs,
    ids: ids?.join(","),
    category,
    order,
    page,
    per_page,
    sparkline: sparkline ?? false,
    price_change_percentage: spans.join(","),
  });
  return fetchFromProvider(doors, `${gecko}coins/markets?${parameters}`, (body) => {
    const all = list(body).map(fields);
    // Delisted coins have no price, but not all coins can be delisted.
    const priced = all.filter(isPriced);
    if (priced.length === 0 && !(mayBeNone && all.length === 0)) throw new EmptyListError();
    return priced.map((one) => readMarket(one, doors.clock()));
  });
}

/** Returns whether there is a price, even an invalid one: no price despite a market is invalid. */
function isPriced({ current_price, market_cap }: Record<string, unknown>): boolean {
  return current_price === 0 ? !isNothing(market_cap) : !isNothing(current_price);
}

/** Fetches the ids of the most searched coins. */
export function geckoTrending(doors: MarketDoors) {
  return fetchFromProvider(doors, `${gecko}search/trending?show_max=coins`, (body) =>
    requireEntries(list(fields(body).coins)).map((one) => String(fields(fields(one).item).id)),
  );
}

/** Fetches global market data. */
export function geckoGlobal(doors: MarketDoors) {
  return fetchFromProvider(doors, `${gecko}global`, (body) => {
    const data = fields(fields(body).data);
    const percentages = Object.entries(fields(data.market_cap_percentage));
    return {
      active_cryptocurrencies: price(data.active_cryptocurrencies),
      markets: amount(data.markets),
      total_market_cap: parseAmounts(data.total_market_cap),
      total_volume: parseAmounts(data.total_volume),
      market_cap_percentage: Object.fromEntries(
        percentages.map(([symbol, share]) => [symbol, price(share)]),
      ),
      market_cap_change_pct_24h: change(data.market_cap_change_percentage_24h_usd),
      volume_change_pct_24h: change(data.volume_change_percentage_24h_usd),
      updatedAt: moment(Number(data.updated_at) * 1000, doors.clock()),
    };
  });
}

function parseAmounts(value: unknown): Record<string, number> {
  const found = Object.entries(fields(value)).map(([code, one]) => [code, price(one)] as const);
  if (found.length === 0) throw new Error("The response has no total");
  return Object.fromEntries(found);
}

/** Parses the market of a coin in one of its currencies. */
function describeMarket(
  coin: Record<string, unknown>,
  { id, code, now }: { id: string; code: string; now: number },
): Market {
  const data = fields(coin.market_data);
  return parseMarket((name) => fields(data[name])[code], {
    id,
    common: {
      ...data,
      market_cap_rank: data.market_cap_rank ?? coin.market_cap_rank,
      last_updated: data.last_updated ?? coin.last_updated,
    },
    isWithoutCode: code === "usd",
    now,
  });
}

function readMarket(one: Record<string, unknown>, now: number): Market {
  const prices = fields(one.sparkline_in_7d).price;
  return {
    ...parseMarket((name) => one[name], {
      id: String(one.id),
      common: one,
      isWithoutCode: true,
      now,
    }),
    sparkline: Array.isArray(prices) ? prices.map(price) : null,
  };
}

interface MarketPayload {
  id: string;
  /** Values without a currency. */
  common: Record<string, unknown>;
  /** Whether changes without a currency are those of this one. */
  isWithoutCode: boolean;
  now: number;
}

/** Parses a market. `at` returns a value in its currency. */
function parseMarket(
  at: (name: string) => unknown,
  { id, common, isWithoutCode, now }: MarketPayload,
): Market {
  const changes = spans.map((span): [ChangePeriod, number | null] => {
    const name = `price_change_percentage_${span}`;
    return [span, change(at(`${name}_in_currency`) ?? (isWithoutCode ? common[name] : null))];
  });
  return {
    id,
    price: price(at("current_price")),
    market_cap: amount(at("market_cap")),
    rank: rank(common.market_cap_rank),
    volume_24h: amount(at("total_volume")),
    high_24h: amount(at("high_24h")),
    low_24h: amount(at("low_24h")),
    changes: Object.fromEntries(changes),
    ath: amount(at("ath")),
    ath_date: iso(at("ath_date")),
    atl: amount(at("atl")),
    atl_date: iso(at("atl_date")),
    fully_diluted_valuation: amount(at("fully_diluted_valuation")),
    circulating_supply: amount(common.circulating_supply),
    total_supply: amount(common.total_supply),
    max_supply: amount(common.max_supply),
    updatedAt: moment(common.last_updated, now),
  };
}

function parseProfile(coin: Record<string, unknown>): Profile {
  const { homepage } = fields(coin.links);
  const platforms = Object.entries(fields(coin.platforms)).filter(([name, at]) => name && at);
  const areKnown = typeof coin.platforms === "object" && coin.platforms !== null;
  return {
    genesis_date: text(coin.genesis_date),
    description: text(fields(coin.description).en),
    links: texts(homepage),
    categories: texts(coin.categories),
    platforms: areKnown
      ? Object.fromEntries(platforms.map(([name, at]) => [name, String(at)]))
      : null,
  };
}

/** Fetches prices in several currencies with one call. */
export function geckoPrices(ids: readonly string[], vs: readonly string[], doors: MarketDoors) {
  const parameters = query({
    ids: ids.join(","),
    vs_currencies: vs.join(","),
    include_market_cap: true,
    include_24hr_vol: true,
    include_24hr_change: true,
    include_last_updated_at: true,
  });
  return fetchFromProvider(doors, `${gecko}simple/price?${parameters}`, (body) => {
    const coins = Object.entries(fields(body)).map(([id, value]) => ({
      id,
      values: fields(value),
    }));
    // Delisted coins have none of the prices.
    const priced = coins.filter(({ values }) => vs.some((code) => code in values));
    return new Map(
      requireEntries(priced).map(({ id, values }) => [
        id,
        parsePrices(vs, { id, values, now: doors.clock() }),
      ]),
    );
  });
}

interface CoinPayload {
  id: string;
  values: Record<string, unknown>;
  now: number;
}

function parsePrices(
  vs: readonly string[],
  { id, values, now }: CoinPayload,
): Record<string, Market> {
  const updatedAt = moment(Number(values.last_updated_at) * 1000, now);
  const markets = vs.map((code) => [
    code,
    {
      ...unknownMarket,
      isPartial: true as const,
      id,
      updatedAt,
      price: price(values[code]),
      market_cap: amount(values[`${code}_market_cap`]),
      volume_24h: amount(values[`${code}_24h_vol`]),
      changes: { "24h": change(values[`${code}_24h_change`]) },
    },
  ]);
  return Object.fromEntries(markets);
}
