import type { Coin } from "../catalogue/catalogue.ts";
import type { MarketDoors } from "../doors.ts";
import { paprikaMarkets, paprikaTicker } from "../providers/coinpaprika.ts";
import type { FromSource, SourceName } from "../providers/failover.ts";
import { type Market, unknownAmounts } from "../providers/market.ts";
import { buildKey, getMarkets, type StoredMarket, storeMarket } from "./market-store.ts";

/** A jump within this time needs confirmation by the other provider. */
const recentMs = 5 * 60_000;
const jumpMin = 0.6;

/** Coin with its markets by currency. */
interface Priced<Code extends string = string> {
  coin: Coin;
  markets: Record<Code, Market>;
}

/**
 * Replaces prices that have jumped without confirmation by the other provider. The previous price is
 * returned instead, and the coin's id is added to `suspect`.
 */
export async function believeMarkets<P extends Priced>(
  answer: FromSource<P[]>,
  doors: MarketDoors,
): Promise<{ value: P[]; suspect: string[] }> {
  if (answer.source === "currency-api") return { value: answer.value, suspect: [] };
  const memory = getMarkets(doors);
  const jumped = answer.value.flatMap((one) => {
    const prices = Object.entries(one.markets).flatMap(([code, { price }]) => {
      const previous = ifRecent(memory.get(buildKey(one.coin, code)), answer.fetchedAt);
      return previous ? [{ code, price, previous }] : [];
    });
    const jumpFound = prices.find(
      ({ price, previous }) => computeChange(price, previous.market.price) > jumpMin,
    );
    return jumpFound ? [{ coin: one.coin, ...jumpFound }] : [];
  });
  const checkPrice = createPriceCheck(
    jumped.map(({ coin }) => coin),
    { answer, codes: [...new Set(jumped.map(({ code }) => code))], doors },
  );
  const suspects = new Set<Coin>();
  for (const { coin, code, price, previous } of jumped)
    if (
      !(await isConfirmed({ ...answer, at: answer.fetchedAt, price, previous }, () =>
        checkPrice(coin, code),
      ))
    ) {
      suspects.add(coin);
      withholdTick(memory, buildKey(coin, code), buildTickKey(answer.fetchedAt, price));
    }
  const value = answer.value.map((one) =>
    suspects.has(one.coin)
      ? {
          ...one,
          markets: restoreMarkets(one, (key) => ifRecent(memory.get(key), answer.fetchedAt)),
        }
      : one,
  );
  for (const { coin, markets } of answer.stale ? [] : value)
    if (!suspects.has(coin))
      for (const [code, market] of Object.entries(markets))
        storeMarket(memory, buildKey(coin, code), {
          market: { ...market, sparkline: null },
          at: answer.fetchedAt,
          source: answer.source,
          withheldTicks: new Set(),
        });
  return { value, suspect: [...suspects].map(({ id }) => id) };
}

/** Newest value of a series, such as a chart. */
interface NewestPrice {
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
export async function isSuspect(newest: NewestPrice, doors: MarketDoors): Promise<boolean> {
  const { coin, code, time, price } = newest;
  const memory = getMarkets(doors);
  const previous = ifRecent(memory.get(buildKey(coin, code)), time);
  if (!previous || computeChange(price, previous.market.price) <= jumpMin) return false;
  const checkPrice = createPriceCheck([coin], { answer: newest, codes: [code], doors });
  if (await isConfirmed({ ...newest, at: time, previous }, () => checkPrice(coin, code)))
    return false;
  withholdTick(memory, buildKey(coin, code), buildTickKey(time, price));
  return true;
}

interface PriceJump {
  price: number;
  at: number;
  previous: StoredMarket;
  source: SourceName;
  stale: boolean;
}

/**
 * Returns whether the other provider confirms a jump: its price is closer to the new price than to the
 * old one. If it has no price, the jump counts as confirmed, unless the old price came from the other
 * provider.
 */
async function isConfirmed(
  { price, at, previous, source, stale }: PriceJump,
  checkPrice: () => Promise<number | undefined>,
): Promise<boolean> {
  if (previous.withheldTicks.has(buildTickKey(at, price))) return false;
  // Stale prices were checked when they were new.
  if (stale) return true;
  const other =
    previous.source === source
      ? await checkPrice()
      : ((await checkPrice()) ?? previous.market.price);
  if (other === undefined) return true;
  return Math.abs(Math.log(price / other)) < Math.abs(Math.log(previous.market.price / other));
}

/** Queries CoinPaprika for prices from CoinGecko, with a single call for any number of coins. */
function createPriceCheck(
  coins: readonly Coin[],
  {
    answer: { source },
    codes,
    doors,
  }: { answer: { source: SourceName }; codes: readonly string[]; doors: MarketDoors },
): (coin: Coin, code: string) => Promise<number | undefined> {
  const many = coins.length > 1;
  let all: Promise<Map<string, Record<string, Market>>> | undefined;
  const fetchAll = async () => {
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
      all ??= fetchAll();
      return (await all).get(paprika)?.[code]?.price;
    } catch {
      return undefined;
    }
  };
}

/** Returns the previous markets. Currencies not requested then are derived from those that were. */
function restoreMarkets(
  { coin, markets }: Priced,
  previous: (key: string) => StoredMarket | undefined,
) {
  const known = Object.keys(markets).find((code) => previous(buildKey(coin, code))) ?? "usd";
  const base = previous(buildKey(coin, known))?.market;
  return Object.fromEntries(
    Object.entries(markets).map(([code, market]) => {
      const own = previous(buildKey(coin, code))?.market;
      const factor = market.price / (markets[known] ?? market).price;
      const { price, updatedAt } = base ?? market;
      // A wrong price invalidates what was calculated from it.
      const scaled = { ...unknownAmounts, price: price * factor, updatedAt, sparkline: null };
      return [code, own ?? { ...market, ...scaled }];
    }),
  );
}

function withholdTick(memory: Map<string, StoredMarket>, key: string, tick: string): void {
  const stored = memory.get(key);
  if (stored)
    memory.set(key, { ...stored, withheldTicks: new Set([...stored.withheldTicks, tick]) });
}

function buildTickKey(at: number, price: number): string {
  return `${at} ${price}`;
}

/** Returns the price seen in the few minutes before a time. */
function ifRecent(snapshot: StoredMarket | undefined, time: number): StoredMarket | undefined {
  return snapshot && Math.abs(time - snapshot.at) < recentMs ? snapshot : undefined;
}

function computeChange(price: number, from: number): number {
  return Math.abs(price - from) / from;
}
