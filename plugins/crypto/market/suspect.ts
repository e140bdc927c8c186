import type { Coin } from "../catalogue/catalogue.ts";
import type { MarketDoors } from "../doors.ts";
import { paprikaMarkets, paprikaTicker } from "./coinpaprika.ts";
import type { FromSource, SourceName } from "./failover.ts";
import type { Market } from "./market.ts";

/** A jump within so short a time is not believed on one provider's word. */
const shortMs = 5 * 60_000;
const jump = 0.6;
/** How many prices are remembered: the ones unused for longest go first. */
const seenMax = 5000;

/** A coin with what it is worth, by currency. */
interface Priced<Code extends string = string> {
  coin: Coin;
  markets: Record<Code, Market>;
}

interface Seen {
  market: Market;
  at: number;
  source: SourceName;
  /** What was not believed since, as `tickOf` writes it: it may come again out of a cache. */
  refused: ReadonlySet<string>;
}

/** What was lately told, by coin and currency: one memory for all endpoints. */
const memories = new WeakMap<MarketDoors["kv"], Map<string, Seen>>();

/**
 * Markets without the prices that have jumped and that the other provider does not see: what was told of
 * the coin shortly before is given in their place, and its id is among `suspect`. One bad tick has
 * moved people's money before.
 */
export async function believeMarkets<P extends Priced>(
  answer: FromSource<P[]>,
  doors: MarketDoors,
): Promise<{ value: P[]; suspect: string[] }> {
  if (answer.source === "currency-api") return { value: answer.value, suspect: [] };
  const memory = memoryOf(doors);
  const jumped = answer.value.flatMap((one) => {
    const told = Object.entries(one.markets).flatMap(([code, { price }]) => {
      const before = lately(memory.get(keyOf(one.coin, code)), answer.fetchedAt);
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
      refuse(memory, keyOf(coin, code), tickOf(answer.fetchedAt, price));
    }
  const value = answer.value.map((one) =>
    suspects.has(one.coin)
      ? { ...one, markets: formerly(one, (key) => lately(memory.get(key), answer.fetchedAt)) }
      : one,
  );
  for (const { coin, markets } of answer.stale ? [] : value)
    if (!suspects.has(coin))
      for (const [code, market] of Object.entries(markets))
        remember(memory, keyOf(coin, code), {
          market: { ...market, sparkline: null },
          at: answer.fetchedAt,
          source: answer.source,
          refused: new Set(),
        });
  return { value, suspect: [...suspects].map(({ id }) => id) };
}

/** The newest of some numbers in a row, such as of a chart. */
interface Newest {
  coin: Coin;
  /** In which currency of the providers. */
  code: string;
  time: number;
  price: number;
  source: SourceName;
  /** Whether it is an old answer, in place of a failure. */
  stale: boolean;
}

/** Whether the newest price of a row is not to be believed, in the same way and by the same memory. */
export async function isSuspect(newest: Newest, doors: MarketDoors): Promise<boolean> {
  const { coin, code, time, price } = newest;
  const memory = memoryOf(doors);
  const before = lately(memory.get(keyOf(coin, code)), time);
  if (!before || apart(price, before.market.price) <= jump) return false;
  const ask = secondOpinion([coin], { answer: newest, codes: [code], doors });
  if (await isSeen({ ...newest, at: time, before }, () => ask(coin, code))) return false;
  refuse(memory, keyOf(coin, code), tickOf(time, price));
  return true;
}

interface Jump {
  price: number;
  at: number;
  before: Seen;
  source: SourceName;
  stale: boolean;
}

/**
 * Whether a jump is seen by the other provider, whose price is nearer to the one after it than before.
 * Nobody's word is against one that it does not know, or that cannot be asked.
 */
async function isSeen(
  { price, at, before, source, stale }: Jump,
  ask: () => Promise<number | undefined>,
): Promise<boolean> {
  if (before.refused.has(tickOf(at, price))) return false;
  // What was believed when it was new is so now.
  if (stale) return true;
  const other = before.source === source ? await ask() : ((await ask()) ?? before.market.price);
  if (other === undefined) return true;
  return Math.abs(Math.log(price / other)) < Math.abs(Math.log(before.market.price / other));
}

/** Asks CoinPaprika, where CoinGecko has answered: by one call for one coin, and for many. */
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

/** What was told before. A currency that was not asked for then is worked out by the one that was. */
function formerly({ coin, markets }: Priced, before: (key: string) => Seen | undefined) {
  const known = Object.keys(markets).find((code) => before(keyOf(coin, code))) ?? "usd";
  const base = before(keyOf(coin, known))?.market;
  return Object.fromEntries(
    Object.entries(markets).map(([code, market]) => {
      const own = before(keyOf(coin, code))?.market;
      const factor = market.price / (markets[known] ?? market).price;
      return [code, own ?? { ...market, ...nothing, ...priceOf(base ?? market, factor) }];
    }),
  );
}

function priceOf({ price, updatedAt }: Market, factor: number) {
  return { price: price * factor, updatedAt };
}

/** What a bad tick spoils besides the price. */
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

function memoryOf({ kv }: MarketDoors): Map<string, Seen> {
  const memory = memories.get(kv) ?? new Map<string, Seen>();
  memories.set(kv, memory);
  return memory;
}

function refuse(memory: Map<string, Seen>, key: string, tick: string): void {
  const seen = memory.get(key);
  if (seen) memory.set(key, { ...seen, refused: new Set([...seen.refused, tick]) });
}

function tickOf(at: number, price: number): string {
  return `${at} ${price}`;
}

function remember(memory: Map<string, Seen>, key: string, seen: Seen): void {
  // An endpoint's answer may be older than another's that was told before it.
  if ((memory.get(key)?.at ?? 0) > seen.at) return;
  memory.delete(key);
  memory.set(key, seen);
  const [oldest] = memory.keys();
  if (memory.size > seenMax && oldest !== undefined) memory.delete(oldest);
}

/** What was told within the few minutes before a time. */
function lately(seen: Seen | undefined, time: number): Seen | undefined {
  return seen && Math.abs(time - seen.at) < shortMs ? seen : undefined;
}

function keyOf({ id }: Coin, code: string): string {
  return `${id} ${code}`;
}

function apart(price: number, from: number): number {
  return Math.abs(price - from) / from;
}
