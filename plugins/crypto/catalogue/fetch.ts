import { HubError } from "hub";
import type { MarketDoors } from "../doors.ts";
import { gecko, keysFor, paprika } from "../market/ask.ts";
import { geckoMarkets } from "../market/coingecko.ts";
import crypto from "../plugin.ts";
import type { Catalogue, Coin } from "./catalogue.ts";

const listInit = { timeoutMs: 15_000, bodyBytesMax: 40_000_000 };

/** How many times as long as the other a list may be. */
const shareMin = 10;

type Entry = Record<string, unknown>;
/** CoinGecko's, of the largest coins by their ids there. */
type Ranks = ReadonlyMap<string, number | null>;

/**
 * Reads both providers' lists and joins them by symbol and name, as their ids differ. One list is
 * enough. Throws `dataset_unavailable` where there is none.
 */
export async function fetchCatalogue(
  doors: Pick<MarketDoors, "net" | "env" | "clock">,
): Promise<Catalogue> {
  const { net, env, clock } = doors;
  const [first, second, largest] = await Promise.allSettled([
    net.read(`${gecko}coins/list?include_platform=true`, entries, {
      ...listInit,
      headers: keysFor(gecko, env),
    }),
    net.read(`${paprika}coins`, entries, { ...listInit, headers: keysFor(paprika, env) }),
    geckoMarkets({ vs: "usd", per_page: 250 }, doors),
  ]);
  const lists = [first, second].map((list) =>
    list.status === "fulfilled" ? list.value.value : [],
  );
  const longest = Math.max(...lists.map((list) => list.length));
  // Each has more than ten thousand coins: one of a few is cut off, and no list.
  const [ofGecko = [], ofPaprika = []] = lists.map((list) =>
    list.length * shareMin < longest ? [] : list,
  );
  const reasons = [first, second].flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  const strange = reasons.find((reason) => !(reason instanceof HubError));
  if (strange) throw strange;
  if (reasons.length === 2) throw unavailable(reasons as HubError[]);
  const markets = largest.status === "fulfilled" ? largest.value.value : [];
  const ranks = new Map(markets.map(({ id, rank }) => [id, rank]));
  const coins =
    ofGecko.length > 0 ? joinLists(ofGecko, { ofPaprika, ranks }) : listAlone(ofPaprika);
  return {
    coins: withRanks(coins, ranks).toSorted(byRank),
    fetchedAt: clock(),
    sources: [
      ...(ofGecko.length > 0 ? ["coingecko"] : []),
      ...(ofPaprika.length > 0 ? ["coinpaprika"] : []),
    ],
  };
}

/**
 * With CoinGecko's own ranks of the largest coins: a large one that the two lists name differently
 * must not be taken for a small one of the same symbol.
 */
function withRanks(coins: readonly Coin[], ranks: Ranks) {
  return coins.map((coin) => ({ ...coin, rank: ranks.get(coin.id) ?? coin.rank }));
}

/** The highest ranked first, and those without a rank last. */
export function byRank(a: Coin, b: Coin): number {
  const ranks = (a.rank ?? Number.POSITIVE_INFINITY) - (b.rank ?? Number.POSITIVE_INFINITY);
  return ranks || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

function unavailable(reasons: readonly HubError[]): HubError {
  const why = [...new Set(reasons.map(({ message }) => message))].join("; ");
  return crypto.error(
    "dataset_unavailable",
    `The coin catalogue is not available yet. ${why}. The hub downloads it from api.coingecko.com and api.coinpaprika.com, or from their replacements in HUB_UPSTREAMS, unless HUB_OFFLINE=1`,
  );
}

async function entries(response: Response): Promise<Entry[]> {
  const list: unknown = response.ok ? await response.json() : undefined;
  if (!Array.isArray(list))
    throw new Error(`The response is not a list: status ${response.status}`);
  const sound = list.filter(
    (one) => isText(one?.id) && isText(one?.symbol) && typeof one?.name === "string",
  );
  if (sound.length === 0 || sound.length < list.length / 2)
    throw new Error("Most entries of the list are not coins");
  return sound;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= 200;
}

function joinLists(
  ofGecko: readonly Entry[],
  { ofPaprika, ranks }: { ofPaprika: readonly Entry[]; ranks: Ranks },
): Coin[] {
  const namesakes = Map.groupBy(ofGecko, keyOf);
  const others = new Map<Entry, Entry>();
  // Of several with the same symbol and name the highest ranked is meant, and asked for last.
  const ordered = ofPaprika.toSorted((a, b) => (rankOf(b) ?? 1e9) - (rankOf(a) ?? 1e9));
  for (const [key, other] of new Map(ordered.map((entry) => [keyOf(entry), entry]))) {
    const own = sameCoin(namesakes.get(key) ?? [], { other, ranks });
    // One entry of CoinPaprika is one coin.
    if (own) others.set(own, other);
  }
  const coins = new Map<string, Coin>();
  for (const entry of ofGecko) {
    const id = String(entry.id);
    coins.set(id, coin(entry, { other: others.get(entry), id, isAtGecko: true }));
  }
  return [...coins.values()];
}

/**
 * Which coin of CoinGecko's one of CoinPaprika's is, of those with its symbol and name: the largest, or
 * the only one, or the one with its id. Undefined where that tells none, as an imitation must not get
 * the rank and the prices of what it imitates.
 */
function sameCoin(
  namesakes: readonly Entry[],
  { other, ranks }: { other: Entry; ranks: Ranks },
): Entry | undefined {
  const place = ({ id }: Entry) => ranks.get(String(id)) ?? Number.POSITIVE_INFINITY;
  const [largest] = namesakes
    .filter(({ id }) => ranks.has(String(id)))
    .sort((a, b) => place(a) - place(b));
  if (largest) return largest;
  // One that is far among the largest there cannot be missing among them here.
  if ((rankOf(other) ?? Number.POSITIVE_INFINITY) <= ranks.size / 2) return undefined;
  if (namesakes.length === 1) return namesakes[0];
  return namesakes.find(({ id, symbol }) => `${symbol}-${id}`.toLowerCase() === other.id);
}

/** Without CoinGecko's list ids are CoinPaprika's without the symbol in front, where that is enough. */
function listAlone(ofPaprika: readonly Entry[]): Coin[] {
  const coins = new Map<string, Coin>();
  for (const entry of ofPaprika.toSorted((a, b) => (rankOf(a) ?? 1e9) - (rankOf(b) ?? 1e9))) {
    const full = String(entry.id);
    const short = full.slice(String(entry.symbol).length + 1) || full;
    const id = coins.has(short) ? full : short;
    coins.set(id, coin(entry, { other: entry, id, isAtGecko: false }));
  }
  return [...coins.values()];
}

function coin(
  entry: Entry,
  { other, id, isAtGecko }: { other: Entry | undefined; id: string; isAtGecko: boolean },
): Coin {
  const type = other?.type === "coin" || other?.type === "token" ? other.type : null;
  return {
    id,
    symbol: String(entry.symbol).toLowerCase(),
    name: String(entry.name),
    rank: other ? rankOf(other) : null,
    type,
    isActive: other?.is_active !== false,
    isNew: other?.is_new === true,
    paprika: other ? String(other.id) : null,
    isAtGecko,
    platforms: addresses(entry.platforms),
  };
}

function addresses(platforms: unknown): Record<string, string> {
  if (typeof platforms !== "object" || platforms === null) return {};
  return Object.fromEntries(Object.entries(platforms).filter(([name, at]) => name && isText(at)));
}

/** CoinPaprika says 0 of a coin without one. */
function rankOf({ rank }: Entry): number | null {
  return typeof rank === "number" && Number.isInteger(rank) && rank > 0 ? rank : null;
}

function keyOf({ symbol, name }: Entry): string {
  return `${symbol}|${name}`.toLowerCase();
}
