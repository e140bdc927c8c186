import { HubError } from "hub";
import type { MarketDoors } from "../doors.ts";
import { fetchFromProvider, noPrice, paprika, query } from "./ask.ts";
import type { Market, Profile } from "./market.ts";
import { requireEntries } from "./no-price.ts";
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
export async function paprikaCoin(id: string, vs: readonly string[], doors: MarketDoors) {
  const at = encodeURIComponent(id);
  const [ticker, details] = await Promise.all([
    paprikaTicker(id, vs, doors),
    fetchFromProvider(doors, `${paprika}coins/${at}`, (body) => parseProfile(fields(body))).catch(
      ignoreProviderFailure,
    ),
  ]);
  return {
    value: { markets: ticker.value, ...(details?.value ?? parseProfile({})) },
    fetchedAt: ticker.fetchedAt,
    stale: ticker.stale,
  };
}

/** A price without a description is better than none. */
function ignoreProviderFailure(failure: unknown): undefined {
  if (!(failure instanceof HubError)) throw failure;
}

/** Fetches only the market of a coin. */
export function paprikaTicker(id: string, vs: readonly string[], doors: MarketDoors) {
  const parameters = query({ quotes: buildQuoteList(vs) });
  return fetchFromProvider(
    doors,
    `${paprika}tickers/${encodeURIComponent(id)}?${parameters}`,
    (body) => {
      const ticker = fields(body);
      if (ticker.id === id && hasNoPrice(ticker)) throw noPrice();
      return parseMarkets(ticker, { vs, now: doors.clock() });
    },
  );
}

function parseMarkets(
  ticker: Record<string, unknown>,
  { vs, now }: { vs: readonly string[]; now: number },
): Record<string, Market> {
  return Object.fromEntries(vs.map((code) => [code, parseMarket(ticker, { code, now })]));
}

/** Returns whether the provider reports that there is no price. Missing quotes report nothing. */
function hasNoPrice({ quotes }: Record<string, unknown>): boolean {
  const { USD } = fields(quotes);
  const { price, market_cap } = fields(USD);
  return price === null || (USD !== undefined && isNothing(price) && isNothing(market_cap));
}

/** Fetches the markets of all coins. */
export function paprikaMarkets(vs: readonly string[], doors: MarketDoors) {
  return fetchFromProvider(
    doors,
    `${paprika}tickers?${query({ quotes: buildQuoteList(vs) })}`,
    (body) => {
      const tickers = list(body)
        .map(fields)
        .filter((ticker) => !hasNoPrice(ticker));
      return requireEntries(tickers).map((ticker) => ({
        id: String(ticker.id),
        markets: parseMarkets(ticker, { vs, now: doors.clock() }),
      }));
    },
  );
}

/** Fetches global market data, in dollars only. */
export function paprikaGlobal(doors: MarketDoors) {
  return fetchFromProvider(doors, `${paprika}global`, (body) => {
    const data = fields(body);
    return {
      active_cryptocurrencies: price(data.cryptocurrencies_number),
      markets: null,
      total_market_cap: { usd: price(data.market_cap_usd) },
      total_volume: { usd: price(data.volume_24h_usd) },
      market_cap_percentage: { btc: price(data.bitcoin_dominance_percentage) },
      market_cap_change_pct_24h: change(data.market_cap_change_24h),
      volume_change_pct_24h: change(data.volume_24h_change_24h),
      updatedAt: moment(Number(data.last_updated) * 1000, doors.clock()),
    };
  });
}

function buildQuoteList(vs: readonly string[]): string {
  return [...new Set(["USD", ...vs.map((code) => code.toUpperCase())])].join(",");
}

function parseMarket(
  ticker: Record<string, unknown>,
  { code, now }: { code: string; now: number },
): Market {
  const quote = fields(fields(ticker.quotes)[code.toUpperCase()]);
  return {
    id: String(ticker.id),
    price: price(quote.price),
    market_cap: amount(quote.market_cap),
    rank: rank(ticker.rank),
    volume_24h: amount(quote.volume_24h),
    // CoinPaprika only has the candle of the day, which differs from the last 24 hours.
    high_24h: null,
    low_24h: null,
    changes: {
      "1h": change(quote.percent_change_1h),
      "24h": change(quote.percent_change_24h),
      "7d": change(quote.percent_change_7d),
      "30d": change(quote.percent_change_30d),
      "1y": change(quote.percent_change_1y),
    },
    ath: amount(quote.ath_price),
    ath_date: iso(quote.ath_date),
    atl: null,
    atl_date: null,
    fully_diluted_valuation: null,
    circulating_supply: amount(ticker.circulating_supply),
    total_supply: amount(ticker.total_supply),
    max_supply: amount(ticker.max_supply),
    updatedAt: moment(ticker.last_updated, now),
  };
}

function parseProfile(coin: Record<string, unknown>): Profile {
  const { website } = fields(coin.links);
  return {
    genesis_date: iso(coin.started_at)?.slice(0, 10) ?? null,
    description: text(coin.description),
    links: texts(website),
    categories: texts(Array.isArray(coin.tags) && coin.tags.map((tag) => fields(tag).name)),
    platforms: null,
  };
}
