import type { Coin } from "../catalogue/catalogue.ts";
import type { MarketDoors } from "../doors.ts";
import { paprikaMarkets, paprikaTicker } from "./coinpaprika.ts";
import type { FromSource, SourceName } from "./failover.ts";
import type { Market } from "./market.ts";

/** A jump within this time needs confirmation by the other provider. */
const shortMs = 5 * 60_000;
const jump = 0.6;
/** Maximum number of remembered prices. The least recently used are evicted first. */
const seenMax = 5000;

/** Coin with its markets by currency. */
interface Priced<Code extends string = string> {
  coin: Coin;
  markets: Record<Code, Market>;
}

interface MarketSnapshot {
  market: Market;
  at: number;
  source: SourceName;
  /** Ticks withheld since then (see `tickOf`), because caches can return them again. */
  refused: ReadonlySet<string>;
}

/** Recently returned prices by coin and currency, shared by all endpoints. */
const memories = new WeakMap<MarketDoors["kv"], Map<string, MarketSnapshot>>();

/**
 * Replaces prices that have jumped without confirmation by the other provider. The previous price is
 * returned instead, and the coin's id is added to `suspect`.
 */
export async function believeMarkets<P extends Priced>(
  answer: FromSource<P[]>,
  doors: MarketDoors,
): Promise<{ value: P[]; suspect: string[] }> {
  if (answer.source === "currency-api") return { value: answer.value, suspect: [] };
  const memory = getMemory(doors);
  const jumped = answer.value.flatMap((one) => {
    const told = Object.entries(one.markets).flatMap(([code, { price }]) => {
      const before = lately(memory.get(buildKey(one.coin, code)), answer.fetchedAt);
      return before ? [{ code, price, before }] : [];
    });
    const found = told.find(({ price, before }) => apart(price, before.market.price) > jump);
    return found ? [{ coin: one.coin, ...found }] : [];
  });
  const ask = secondOpinion(
    jumped.map(({ coin }) => coin),
    { answer, codes: [...new Set(jumped.map(({ code }) => code))], doors },
  );
  const suspects = new Set<Coin>();
  for (const { coin, code, price, before } of jumped)
    if (
      !(await isSeen({ ...answer, at: answer.fetchedAt, price, before }, () => ask(coin, code)))
    ) {
      suspects.add(coin);
      refuse(memory, buildKey(coin, code), buildTickKey(answer.fetchedAt, price));
    }
  const value = answer.value.map((one) =>
    suspects.has(one.coin)
      ? { ...one, markets: formerly(one, (key) => lately(memory.get(key), answer.fetchedAt)) }
      : one,
  );
  for (const { coin, markets } of answer.stale ? [] : value)
    if (!suspects.has(coin))
      for (const [code, market] of Object.entries(markets))
        remember(memory, buildKey(coin, code), {
          market: { ...market, sparkline: null },
          at: answer.fetchedAt,
          source: answer.source,
          refused: new Set(),
        });
  return { value, suspect: [...suspects].map(({ id }) => id) };
}

/** Newest value of a series, such as a chart. */
interface Newest {
  coin: Coin;
  /** Currency at the provider. */
  code: string;
  time: number;
  price: number;
  source: SourceName;
  /** Whether it is a stale response served after a failure. */
  stale: boolean;
}

/** Returns whether the newest price of a series is suspect. Shares the memory of `believeMarkets`. */
export async function isSuspect(newest: Newest, doors: MarketDoors): Promise<boolean> {
  const { coin, code, time, price } = newest;
  const memory = getMemory(doors);
  const before = lately(memory.get(buildKey(coin, code)), time);
  if (!before || apart(price, before.market.price) <= jump) return false;
  const ask = secondOpinion([coin], { answer: newest, codes: [code], doors });
  if (await isSeen({ ...newest, at: time, before }, () => ask(coin, code))) return false;
  refuse(memory, buildKey(coin, code), buildTickKey(time, price));
  return true;
}

interface Jump {
  price: number;
  at: number;
  before: MarketSnapshot;
  source: SourceName;
  stale: boolean;
}

/**
 * Returns whether the other provider confirms a jump: its price is closer to the new price than to the
 * old one. If it has no price, the jump counts as confirmed, unless the old price came from the other
 * provider.
 */
async function isSeen(
  { price, at, before, source, stale }: Jump,
  ask: () => Promise<number | undefined>,
): Promise<boolean> {
  if (before.refused.has(buildTickKey(at, price))) return false;
  // Stale prices were checked when they were new.
  if (stale) return true;
  const other = before.source === source ? await ask() : ((await ask()) ?? before.market.price);
  if (other === undefined) return true;
  return Math.abs(Math.log(price / other)) < Math.abs(Math.log(before.market.price / other));
}

/** Queries CoinPaprika for prices from CoinGecko, with a single call for any number of coins. */
function secondOpinion(
  coins: readonly Coin[],
  {
    answer: { source },
    codes,
    doors,
  }: { answer: { source: SourceName }; codes: readonly string[]; doors: MarketDoors },
): (coin: Coin, code: string) => Promise<number | undefined> {
  const many = coins.length > 1;
  let all: Promise<Map<string, Record<string, Market>>> | undefined;
  const byId = async () => {
    const { value, stale } = await paprikaMarkets(codes, doors);
    return new Map(stale ? [] : value.map(({ id, markets }) => [id, markets]));
  };
  return async ({ paprika }, code) => {
    if (!paprika || source !== "coingecko") return undefined;
    try {
      if (!many) {
        const { value, stale } = await paprikaTicker(paprika, codes, doors);
        return stale ? undefined : value[code]?.price;
      }
      all ??= byId();
      return (await all).get(paprika)?.[code]?.price;
    } catch {
      return undefined;
    }
  };
}

/** Returns the previous markets. Currencies not requested then are derived from those that were. */
function formerly({ coin, markets }: Priced, before: (key: string) => MarketSnapshot | undefined) {
  const known = Object.keys(markets).find((code) => before(buildKey(coin, code))) ?? "usd";
  const base = before(buildKey(coin, known))?.market;
  return Object.fromEntries(
    Object.entries(markets).map(([code, market]) => {
      const own = before(buildKey(coin, code))?.market;
      const factor = market.price / (markets[known] ?? market).price;
      return [code, own ?? { ...market, ...nothing, ...scalePrice(base ?? market, factor) }];
    }),
  );
}

function scalePrice({ price, updatedAt }: Market, factor: number) {
  return { price: price * factor, updatedAt };
}

/** Market fields that a bad tick invalidates too. */
const nothing = {
  market_cap: null,
  rank: null,
  volume_24h: null,
  high_24h: null,
  low_24h: null,
  changes: {},
  ath: null,
  ath_date: null,
  atl: null,
  atl_date: null,
  fully_diluted_valuation: null,
  sparkline: null,
};

function getMemory({ kv }: MarketDoors): Map<string, MarketSnapshot> {
  const memory = memories.get(kv) ?? new Map<string, MarketSnapshot>();
  memories.set(kv, memory);
  return memory;
}

function refuse(memory: Map<string, MarketSnapshot>, key: string, tick: string): void {
  const seen = memory.get(key);
  if (seen) memory.set(key, { ...seen, refused: new Set([...seen.refused, tick]) });
}

function buildTickKey(at: number, price: number): string {
  return `${at} ${price}`;
}

function remember(memory: Map<string, MarketSnapshot>, key: string, seen: MarketSnapshot): void {
  // Another endpoint may already have returned a newer price.
  if ((memory.get(key)?.at ?? 0) > seen.at) return;
  memory.delete(key);
  memory.set(key, seen);
  const [oldest] = memory.keys();
  if (memory.size > seenMax && oldest !== undefined) memory.delete(oldest);
}

/** Returns the price seen in the few minutes before a time. */
function lately(seen: MarketSnapshot | undefined, time: number): MarketSnapshot | undefined {
  return seen && Math.abs(time - seen.at) < shortMs ? seen : undefined;
}

function buildKey({ id }: Coin, code: string): string {
  return `${id} ${code}`;
}

function apart(price: number, from: number): number {
  return Math.abs(price - from) / from;
}
