import { oneOf, type Static, t } from "hub";
import { ambiguity, mustFind } from "../catalogue/find.ts";
import type { MarketDoors } from "../doors.ts";
import * as shared from "../request.ts";
import { geckoCoin } from "./coingecko.ts";
import { paprikaCoin } from "./coinpaprika.ts";
import { queryWithFailover } from "./failover.ts";
import { type Market, type Profile, requireMarket } from "./market.ts";
import { plainNumber, type Rounder, rounder } from "./numbers.ts";
import { countRequest } from "./popularity.ts";
import { freshMs, provenance } from "./provenance.ts";
import { getBaseCurrency, marketIn, readQuotes } from "./quotes.ts";
import { isFew, readIndex, readSnapshot } from "./snapshot.ts";
import { believeMarkets } from "./suspect.ts";

export const coinPriceQuery = t.Object({
  vs: shared.vsList,
  match: shared.match,
  include: t.Array(
    oneOf(["description", "links", "categories", "platforms"], {
      description: "An additional field",
    }),
    { maxItems: 4, default: [], description: "Additional fields to return" },
  ),
  precision: shared.precision,
});

type CoinPriceQuery = Static<typeof coinPriceQuery> & Static<typeof shared.coinParams>;

/** Returns a coin with its market in dollars and its prices in other currencies. */
export async function coinPrice(query: CoinPriceQuery, doors: MarketDoors) {
  const quotes = await readQuotes(query.vs, doors);
  const index = await readIndex(doors);
  const match = mustFind(index, query.coin, query.match);
  const { coin } = match;
  const { paprika: atPaprika } = coin;
  countRequest(coin.id, doors);
  const all = quotes.bases;
  const result = await queryWithFailover(
    {
      coingecko: coin.isAtGecko ? () => geckoCoin(coin.id, all, doors) : undefined,
      coinpaprika: atPaprika ? () => paprikaCoin(atPaprika, all, doors) : undefined,
    },
    {
      doors,
      keep: `price:${coin.id}:${all.toSorted().join(",")}`,
      ...(isFew(index) && { last: () => readPackagePrice(coin.symbol, all) }),
    },
  );
  const { markets: providerMarkets, ...profile } = result.value;
  const { value, suspect } = await believeMarkets(
    { ...result, value: [{ coin, markets: providerMarkets }] },
    doors,
  );
  const markets = value[0]?.markets ?? providerMarkets;
  const usd = requireMarket(markets, "usd");
  const round = rounder(query.precision);
  const others = quotes.codes.filter((code) => code !== "usd");
  const getMarket = (code: string) =>
    marketIn(code, requireMarket(markets, getBaseCurrency(code)), quotes);
  return {
    coin: {
      id: coin.id,
      symbol: coin.symbol,
      name: coin.name,
      genesis_date: profile.genesis_date,
      status: coin.isActive ? ("active" as const) : ("inactive" as const),
      market_data: {
        ...describeDollarMarket(usd, round),
        ...(others.length > 0 && {
          vs: Object.fromEntries(
            others.map((code) => [code, describeMarket(getMarket(code), round)]),
          ),
        }),
      },
      ...pickProfile(profile, query.include),
    },
    ...ambiguity(match),
    suspect: suspect.length > 0,
    ...provenance(result, {
      updatedAt: usd.updatedAt,
      now: doors.clock(),
      freshMs: freshMs.prices,
      quotes,
    }),
  };
}

async function readPackagePrice(symbol: string, vs: readonly string[]) {
  const snapshot = await readSnapshot(symbol, vs);
  const profile = { genesis_date: null, description: null, links: [], categories: [] };
  return snapshot && { ...snapshot, value: { markets: snapshot.value, ...profile, platforms: {} } };
}

function describeDollarMarket(usd: Market, round: Rounder) {
  const price = round(usd.price);
  return {
    current_price_usd: price,
    current_price_str: plainNumber(price),
    market_cap_usd: round(usd.market_cap),
    market_cap_rank: usd.rank,
    volume_24h_usd: round(usd.volume_24h),
    high_24h_usd: round(usd.high_24h),
    low_24h_usd: round(usd.low_24h),
    price_change_pct_1h: usd.changes["1h"] ?? null,
    price_change_pct_24h: usd.changes["24h"] ?? null,
    price_change_pct_7d: usd.changes["7d"] ?? null,
    price_change_pct_30d: usd.changes["30d"] ?? null,
    price_change_pct_1y: usd.changes["1y"] ?? null,
    ath_usd: round(usd.ath),
    ath_date: usd.ath_date,
    atl_usd: round(usd.atl),
    atl_date: usd.atl_date,
    fully_diluted_valuation_usd: round(usd.fully_diluted_valuation),
    circulating_supply: usd.circulating_supply,
    total_supply: usd.total_supply,
    max_supply: usd.max_supply,
  };
}

function describeMarket(market: Market, round: Rounder) {
  return {
    current_price: round(market.price),
    market_cap: round(market.market_cap),
    volume_24h: round(market.volume_24h),
    price_change_pct_24h: market.changes["24h"] ?? null,
  };
}

function pickProfile(profile: Profile, include: CoinPriceQuery["include"]): Partial<Profile> {
  return Object.fromEntries(include.map((name) => [name, profile[name]]));
}
