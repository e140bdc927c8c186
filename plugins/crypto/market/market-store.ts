import type { Coin } from "../catalogue/catalogue.ts";
import type { MarketDoors } from "../doors.ts";
import crypto from "../plugin.ts";
import type { SourceName } from "../providers/failover.ts";
import type { Market, Profile } from "../providers/market.ts";

/** Maximum number of markets. The least recently updated are evicted first. */
const marketsMax = 20_000;
const profilesMax = 5000;
/** Age up to which a stored market replaces a call, the same as in the cache of responses. */
const freshMs = 60_000;
/** Profiles hardly ever change. */
const profileMs = 7 * 86_400_000;
const minuteMs = 60_000;

/** The last market of a coin in one currency. */
export interface StoredMarket {
  market: Market;
  at: number;
  source: SourceName;
  /** Ticks withheld since then (see `buildTickKey`), because caches can return them again. */
  withheldTicks: ReadonlySet<string>;
}

/** The stored markets, shared by all endpoints. */
interface Store {
  /** By coin and currency. */
  markets: Map<string, StoredMarket>;
  /** By coin id. */
  profiles: Map<string, { profile: Profile; at: number }>;
  /** Times of the calls for one coin, by provider and coin. */
  calls: Map<string, number>;
}

const stores = new WeakMap<MarketDoors["kv"], Store>();

function getStore({ kv }: Pick<MarketDoors, "kv">): Store {
  const store = stores.get(kv) ?? { markets: new Map(), profiles: new Map(), calls: new Map() };
  stores.set(kv, store);
  return store;
}

/** Returns the stored markets by coin and currency (see `buildKey`). */
export function getMarkets(doors: Pick<MarketDoors, "kv">): Map<string, StoredMarket> {
  return getStore(doors).markets;
}

/** Stores a market, unless a newer one is stored. */
export function storeMarket(
  markets: Map<string, StoredMarket>,
  key: string,
  stored: StoredMarket,
): void {
  if ((markets.get(key)?.at ?? 0) > stored.at) return;
  put(markets, { key, value: stored, max: marketsMax });
}

export function buildKey({ id }: Coin, code: string): string {
  return `${id} ${code}`;
}

/** Returns CoinGecko's markets of a coin if they are fresh and trusted, and complete unless `mayBePartial`. */
export function recallMarkets(
  coin: Coin,
  codes: readonly string[],
  { doors, mayBePartial = false }: { doors: MarketDoors; mayBePartial?: boolean },
): { markets: Record<string, Market>; fetchedAt: number } | undefined {
  const { markets } = getStore(doors);
  const stored = codes.flatMap((code) => {
    const one = markets.get(buildKey(coin, code));
    return one ? [{ code, ...one }] : [];
  });
  const now = doors.clock();
  const isUsable = stored.every(
    ({ at, source, withheldTicks, market }) =>
      now - at < freshMs &&
      source === "coingecko" &&
      withheldTicks.size === 0 &&
      (mayBePartial || !market.isPartial),
  );
  if (!isUsable || stored.length < codes.length) return undefined;
  return {
    markets: Object.fromEntries(stored.map(({ code, market }) => [code, market])),
    fetchedAt: Math.min(...stored.map(({ at }) => at)),
  };
}

/** Returns the stored profile of a coin. */
export function recallProfile({ id }: Coin, doors: MarketDoors): Profile | undefined {
  const stored = getStore(doors).profiles.get(id);
  return stored && doors.clock() - stored.at < profileMs ? stored.profile : undefined;
}

export function storeProfile({ id }: Coin, profile: Profile, doors: MarketDoors): void {
  put(getStore(doors).profiles, {
    key: id,
    value: { profile, at: doors.clock() },
    max: profilesMax,
  });
}

/**
 * Counts a call for one or a few coins. Returns false if there were too many within a minute: a list of many coins costs
 * the same, and leaves calls for charts. Repeated calls for the same coins are answered from a cache.
 */
export function takeCoinCall(name: string, doors: MarketDoors): boolean {
  return takeCall(name, { doors, max: crypto.limits.coinCallsMax });
}

/** Counts a call for the description of a coin, which no list has, so that twice as many are allowed. */
export function takeProfileCall(name: string, doors: MarketDoors): boolean {
  return takeCall(name, { doors, max: 2 * crypto.limits.coinCallsMax });
}

function takeCall(name: string, { doors, max }: { doors: MarketDoors; max: number }): boolean {
  const { calls } = getStore(doors);
  const now = doors.clock();
  for (const [other, at] of calls) if (now - at >= minuteMs) calls.delete(other);
  if (calls.has(name)) return true;
  const provider = name.slice(0, name.indexOf(" "));
  const others = [...calls.keys()].filter((other) => other.startsWith(`${provider} `));
  if (others.length >= max) return false;
  calls.set(name, now);
  return true;
}

function put<Value>(
  map: Map<string, Value>,
  { key, value, max }: { key: string; value: Value; max: number },
): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}
