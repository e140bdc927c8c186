import type { MarketDoors } from "../doors.ts";
import type { Catalogue, Coin } from "./coin.ts";
import { CoinIndex } from "./coin-index.ts";
import { fetchCatalogue } from "./fetch.ts";

const weekMs = 7 * 86_400_000;
/** How long nobody asks again after a refresh that failed. */
const pauseMs = 10 * 60_000;
const emptyPauseMs = 60_000;
const chunk = 1000;
const headKey = "catalogue";

interface Memory {
  index?: CoinIndex;
  filling?: Promise<CoinIndex>;
  again: number;
  failure?: unknown;
}

interface Head extends Omit<Catalogue, "coins"> {
  parts: number;
}

const memories = new WeakMap<MarketDoors["kv"], Memory>();

/**
 * The catalogue of coins, from memory, the store or the providers. After a week a new one is fetched
 * behind the answer. Throws `dataset_unavailable`.
 */
export function coinsOf(doors: MarketDoors): CoinIndex | Promise<CoinIndex> {
  const memory = memories.get(doors.kv) ?? { again: 0 };
  memories.set(doors.kv, memory);
  const { index } = memory;
  if (!index) {
    memory.filling ??= fill(memory, doors).finally(() => delete memory.filling);
    return memory.filling;
  }
  const now = doors.clock();
  const isPartial = index.catalogue.sources.length < 2;
  const dueMs = isPartial ? pauseMs : weekMs;
  if (now - index.catalogue.fetchedAt >= dueMs && now >= memory.again) {
    memory.again = now + pauseMs;
    // What there is stays in use when this fails, and is told to be old by its date.
    doors.later(refresh(memory, doors).catch(() => {}));
  }
  return index;
}

/** Whether a catalogue is so old that it should have been replaced long ago. */
export function isOld(catalogue: Catalogue, now: number): boolean {
  return now - catalogue.fetchedAt > 2 * weekMs;
}

async function fill(memory: Memory, doors: MarketDoors): Promise<CoinIndex> {
  const stored = await readStored(doors.kv);
  if (stored) {
    memory.index = new CoinIndex(stored);
    return memory.index;
  }
  if (doors.clock() < memory.again) throw memory.failure;
  try {
    return await refresh(memory, doors);
  } catch (failure) {
    memory.again = doors.clock() + emptyPauseMs;
    memory.failure = failure;
    throw failure;
  }
}

async function refresh(memory: Memory, doors: MarketDoors): Promise<CoinIndex> {
  const fetched = await fetchCatalogue(doors);
  const known = memory.index;
  // Half a catalogue never takes the place of a whole one.
  if (known && fetched.coins.length < known.catalogue.coins.length / 2) return known;
  if (known && fetched.sources.length < known.catalogue.sources.length) return known;
  memory.index = new CoinIndex(fetched);
  doors.later(writeStored(doors.kv, fetched));
  return memory.index;
}

async function readStored(kv: MarketDoors["kv"]): Promise<Catalogue | undefined> {
  const head = await kv.get<Head>(headKey);
  if (!head) return undefined;
  const keys = Array.from({ length: head.parts }, (_, part) => partKey(head.fetchedAt, part));
  const parts = await Promise.all(keys.map((key) => kv.get<Coin[]>(key)));
  const coins = parts.flatMap((part) => part ?? []);
  return coins.length > 0 ? { ...head, coins } : undefined;
}

/** The head is written last, so that a catalogue is either there as a whole or the former one. */
async function writeStored(kv: MarketDoors["kv"], { coins, ...head }: Catalogue): Promise<void> {
  const former = await kv.keys(`${headKey}:`);
  const parts = Math.ceil(coins.length / chunk);
  for (let part = 0; part < parts; part++)
    await kv.set(partKey(head.fetchedAt, part), coins.slice(part * chunk, (part + 1) * chunk));
  await kv.set(headKey, { ...head, parts });
  const own = `${headKey}:${head.fetchedAt}:`;
  await Promise.all(former.filter((key) => !key.startsWith(own)).map((key) => kv.delete(key)));
}

function partKey(fetchedAt: number, part: number): string {
  return `${headKey}:${fetchedAt}:${part}`;
}
