import { HubError, oneOf, type Static, t } from "hub";
import { type Coin, type CoinIndex, getPlatforms } from "../catalogue/catalogue.ts";
import { ambiguity, mustFind } from "../catalogue/find.ts";
import { readIndex } from "../catalogue/read-index.ts";
import type { MarketDoors } from "../doors.ts";
import { fetchWithNeighbours } from "../market/bulk.ts";
import {
  recallMarkets,
  recallProfile,
  storeProfile,
  takeCoinCall,
  takeProfileCall,
} from "../market/market-store.ts";
import { freshMs, provenance } from "../market/provenance.ts";
import { getBaseCurrency, marketIn, readQuotes } from "../market/quotes.ts";
import { readSnapshot } from "../market/snapshot.ts";
import { believeMarkets } from "../market/suspect.ts";
import type { ProviderResponse } from "../providers/ask.ts";
import { geckoCoin } from "../providers/coingecko.ts";
import { paprikaCoin, paprikaMarkets, paprikaTicker } from "../providers/coinpaprika.ts";
import { queryWithFailover } from "../providers/failover.ts";
import { type Market, type Profile, requireMarket } from "../providers/market.ts";
import { plainNumber, type Rounder, rounder } from "../providers/numbers.ts";
import * as shared from "../request.ts";

export const coinPriceQuery = t.Object({
  vs: shared.vsList,
  match: shared.match,
  chain: shared.chain,
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
  const match = mustFind(index, query.coin, query);
  const { coin } = match;
  const { paprika: atPaprika } = coin;
  const all = quotes.bases;
  const result = await queryWithFailover(
    {
      coingecko: coin.isAtGecko
        ? () => readFromGecko(coin, all, { index, doors, include: query.include })
        : undefined,
      coinpaprika: atPaprika ? () => readFromPaprika(atPaprika, all, doors) : undefined,
    },
    {
      doors,
      keep: `price:${coin.id}:${all.toSorted().join(",")}`,
      ...(index.isFromPackage && { last: () => readPackagePrice(coin, all) }),
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
    marketIn(code, requireMarket(markets, getBaseCurrency(code, quotes)), quotes);
  return {
    coin: {
      id: coin.id,
      symbol: coin.symbol,
      name: coin.name,
      genesis_date: profile.genesis_date,
      status: describeStatus(coin),
      market_data: {
        ...describeDollarMarket(usd, round),
        ...(others.length > 0 && {
          vs: Object.fromEntries(
            others.map((code) => [code, describeMarket(getMarket(code), round)]),
          ),
        }),
      },
      ...pickProfile(
        { ...profile, platforms: profile.platforms ?? getPlatforms(coin, index.catalogue) },
        query.include,
      ),
    },
    ...ambiguity(match, index),
    suspect: suspect.length > 0,
    ...provenance(result, {
      times: [usd.updatedAt],
      now: doors.clock(),
      freshMs: freshMs.prices,
      quotes,
    }),
  };
}

interface CoinResult extends Profile {
  markets: Record<string, Market>;
}

/**
 * Reads a coin from the stored markets, with a call for this coin, or with a call for many coins if there were too many
 * calls for single ones or this one fails.
 */
async function readFromGecko(
  coin: Coin,
  codes: readonly string[],
  { index, doors, include }: { index: CoinIndex; doors: MarketDoors; include: readonly string[] },
): Promise<ProviderResponse<CoinResult>> {
  const recalled = recallMarkets(coin, codes, { doors });
  const profile = recallProfile(coin, doors);
  if (recalled && profile) return combine(recalled, profile);
  let failure: unknown;
  let old: ProviderResponse<CoinResult> | undefined;
  const takeOwnCall = include.length > 0 ? takeProfileCall : takeCoinCall;
  if (takeOwnCall(`coingecko ${coin.id}`, doors))
    try {
      const response = await geckoCoin(coin.id, codes, doors);
      const { markets: _, ...found } = response.value;
      storeProfile(coin, found, doors);
      if (!response.stale) return response;
      old = response;
    } catch (error) {
      if (!isReplaceable(error)) throw error;
      failure = error;
    }
  if (recalled) return combine(recalled, profile);
  try {
    const { value, ...dated } = await fetchWithNeighbours(coin, codes, { index, doors });
    return { ...dated, value: { ...(profile ?? noProfile), markets: value } };
  } catch (error) {
    if (old) return old;
    throw failure ?? error;
  }
}

/**
 * Reads a coin with a call for this coin, or from the list of all coins if there were too many calls or this one fails.
 * The list of some plans has only the largest coins, so the others need a call.
 */
async function readFromPaprika(
  id: string,
  codes: readonly string[],
  doors: MarketDoors,
): Promise<ProviderResponse<CoinResult>> {
  if (!takeCoinCall(`coinpaprika ${id}`, doors))
    return (await findTicker(id, codes, doors)) ?? readTicker(id, codes, doors);
  try {
    return await paprikaCoin(id, codes, doors);
  } catch (failure) {
    const listed = isReplaceable(failure) ? await findTicker(id, codes, doors) : undefined;
    if (!listed) throw failure;
    return listed;
  }
}

/** Reads a coin without its profile, which would take another call. */
async function readTicker(
  id: string,
  codes: readonly string[],
  doors: MarketDoors,
): Promise<ProviderResponse<CoinResult>> {
  const { value, ...dated } = await paprikaTicker(id, codes, doors);
  return { ...dated, value: { ...noProfile, markets: value } };
}

/** Finds a coin in the list of all coins. Returns undefined if the list lacks it or fails. */
async function findTicker(
  id: string,
  codes: readonly string[],
  doors: MarketDoors,
): Promise<ProviderResponse<CoinResult> | undefined> {
  try {
    const { value, ...dated } = await paprikaMarkets(codes, doors);
    const own = value.find((one) => one.id === id);
    return own && { ...dated, value: { ...noProfile, markets: own.markets } };
  } catch (failure) {
    if (!(failure instanceof HubError)) throw failure;
    return undefined;
  }
}

function combine(
  { markets, fetchedAt }: { markets: Record<string, Market>; fetchedAt: number },
  profile: Profile = noProfile,
): ProviderResponse<CoinResult> {
  return { value: { ...profile, markets }, fetchedAt, stale: false };
}

/** Returns whether another call to the same provider can replace a failed one. A timeout would only repeat itself. */
function isReplaceable(error: unknown): boolean {
  return error instanceof HubError && error.code.startsWith("upstream_") && !isTimeout(error);
}

function isTimeout({ code }: HubError): boolean {
  return code === "upstream_timeout";
}

const noProfile: Profile = {
  genesis_date: null,
  description: null,
  links: null,
  categories: null,
  platforms: null,
};

async function readPackagePrice(coin: Coin, vs: readonly string[]) {
  const snapshot = await readSnapshot(coin, vs);
  return snapshot && { ...snapshot, value: { markets: snapshot.value, ...noProfile } };
}

/** Returns whether a coin is traded, if a provider says so. */
function describeStatus({ isActive }: Coin): "active" | "inactive" | null {
  if (isActive === null) return null;
  return isActive ? "active" : "inactive";
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
