import { HubError } from "hub";
import type { MarketDoors } from "../doors.ts";
import crypto from "../plugin.ts";
import { gecko, keysFor, paprika } from "../providers/ask.ts";
import { geckoMarkets } from "../providers/coingecko.ts";
import type { Catalogue, Coin } from "./catalogue.ts";

const listInit = { timeoutMs: 15_000, bodyBytesMax: 40_000_000 };

/** Maximum length ratio of the two lists. */
const shareMin = 10;

type CatalogueEntry = Record<string, unknown>;
/** Ranks of the largest coins at CoinGecko, by id. */
type Ranks = ReadonlyMap<string, number | null>;

/**
 * Downloads both providers' lists and merges them by symbol and name, because their ids differ. One
 * list is enough. Throws `dataset_unavailable` if there is none.
 */
export async function fetchCatalogue(
  doors: Pick<MarketDoors, "net" | "env" | "clock">,
): Promise<Catalogue> {
  const { net, env, clock } = doors;
  const [first, second, largest] = await Promise.allSettled([
    net.read(`${gecko}coins/list?include_platform=true`, parseEntries, {
      ...listInit,
      headers: keysFor(gecko, env),
    }),
    net.read(`${paprika}coins`, parseEntries, { ...listInit, headers: keysFor(paprika, env) }),
    geckoMarkets({ vs: "usd", per_page: 250 }, doors),
  ]);
  const lists = [first, second].map((list) =>
    list.status === "fulfilled" ? list.value.value : [],
  );
  const longest = Math.max(...lists.map((list) => list.length));
  // Each list has more than ten thousand coins. A much shorter one is truncated.
  const [geckoList = [], paprikaList = []] = lists.map((list) =>
    list.length * shareMin < longest ? [] : list,
  );
  const reasons = [first, second].flatMap((entry) =>
    entry.status === "rejected" ? [entry.reason] : [],
  );
  const unexpected = reasons.find((reason) => !(reason instanceof HubError));
  if (unexpected) throw unexpected;
  if (reasons.length === 2) throw unavailable(reasons as HubError[]);
  const markets = largest.status === "fulfilled" ? largest.value.value : [];
  const ranks = new Map(markets.map(({ id, rank }) => [id, rank]));
  const coins =
    geckoList.length > 0
      ? joinLists(geckoList, { paprikaList, ranks })
      : buildFromPaprika(paprikaList);
  return {
    coins: withRanks(coins, ranks).toSorted(byRank),
    fetchedAt: clock(),
    sources: [
      ...(geckoList.length > 0 ? ["coingecko"] : []),
      ...(paprikaList.length > 0 ? ["coinpaprika"] : []),
    ],
  };
}

/**
 * Adds CoinGecko's ranks of the largest coins. Otherwise, a large coin with different names in the
 * two lists could be mistaken for a small one with the same symbol.
 */
function withRanks(coins: readonly Coin[], ranks: Ranks) {
  return coins.map((coin) => ({ ...coin, rank: ranks.get(coin.id) ?? coin.rank }));
}

/** Compares coins by rank. Coins without a rank come last. */
export function byRank(a: Coin, b: Coin): number {
  const ranks = (a.rank ?? Number.POSITIVE_INFINITY) - (b.rank ?? Number.POSITIVE_INFINITY);
  return ranks || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

function unavailable(reasons: readonly HubError[]): HubError {
  const reasonTexts = [...new Set(reasons.map(({ message }) => message))].join("; ");
  return crypto.error(
    "dataset_unavailable",
    `The coin catalogue is not available yet. ${reasonTexts}. The hub downloads it from api.coingecko.com and api.coinpaprika.com, or from their replacements in HUB_UPSTREAMS, unless HUB_OFFLINE=1`,
  );
}

async function parseEntries(response: Response): Promise<CatalogueEntry[]> {
  const list: unknown = response.ok ? await response.json() : undefined;
  if (!Array.isArray(list))
    throw new Error(`The response is not a list: status ${response.status}`);
  const validEntries = list.filter(
    (entry) => isText(entry?.id) && isText(entry?.symbol) && typeof entry?.name === "string",
  );
  if (validEntries.length === 0 || validEntries.length < list.length / 2)
    throw new Error("Most entries of the list are not coins");
  return validEntries;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= 200;
}

function joinLists(
  geckoList: readonly CatalogueEntry[],
  { paprikaList, ranks }: { paprikaList: readonly CatalogueEntry[]; ranks: Ranks },
): Coin[] {
  const namesakes = Map.groupBy(geckoList, buildKey);
  const others = new Map<CatalogueEntry, CatalogueEntry>();
  // The highest ranked of several namesakes comes last, so that it wins.
  const ordered = paprikaList.toSorted((a, b) => (parseRank(b) ?? 1e9) - (parseRank(a) ?? 1e9));
  for (const [key, other] of new Map(ordered.map((entry) => [buildKey(entry), entry]))) {
    const match = findSameCoin(namesakes.get(key) ?? [], { other, ranks });
    // Each CoinPaprika entry is a single coin.
    if (match) others.set(match, other);
  }
  const coins = new Map<string, Coin>();
  for (const entry of geckoList) {
    const id = String(entry.id);
    coins.set(id, buildCoin(entry, { other: others.get(entry), id, isAtGecko: true }));
  }
  return [...coins.values()];
}

/**
 * Finds the CoinGecko coin that a CoinPaprika entry describes, among those with its symbol and name:
 * the largest, the only one, or the one with its id. Undefined if that is ambiguous, because an
 * imitation must not get the rank and prices of the original.
 */
function findSameCoin(
  namesakes: readonly CatalogueEntry[],
  { other, ranks }: { other: CatalogueEntry; ranks: Ranks },
): CatalogueEntry | undefined {
  const getRank = ({ id }: CatalogueEntry) => ranks.get(String(id)) ?? Number.POSITIVE_INFINITY;
  const [largest] = namesakes
    .filter(({ id }) => ranks.has(String(id)))
    .sort((a, b) => getRank(a) - getRank(b));
  if (largest) return largest;
  // A coin that ranks high at CoinPaprika must be among CoinGecko's largest coins.
  if ((parseRank(other) ?? Number.POSITIVE_INFINITY) <= ranks.size / 2) return undefined;
  if (namesakes.length === 1) return namesakes[0];
  return namesakes.find(({ id, symbol }) => `${symbol}-${id}`.toLowerCase() === other.id);
}

/** Builds a catalogue from CoinPaprika only. Ids are CoinPaprika's without the symbol, if unambiguous. */
function buildFromPaprika(paprikaList: readonly CatalogueEntry[]): Coin[] {
  const coins = new Map<string, Coin>();
  for (const entry of paprikaList.toSorted(
    (a, b) => (parseRank(a) ?? 1e9) - (parseRank(b) ?? 1e9),
  )) {
    const paprikaId = String(entry.id);
    const shortId = paprikaId.slice(String(entry.symbol).length + 1) || paprikaId;
    const id = coins.has(shortId) ? paprikaId : shortId;
    coins.set(id, buildCoin(entry, { other: entry, id, isAtGecko: false }));
  }
  return [...coins.values()];
}

function buildCoin(
  entry: CatalogueEntry,
  { other, id, isAtGecko }: { other: CatalogueEntry | undefined; id: string; isAtGecko: boolean },
): Coin {
  const type = other?.type === "coin" || other?.type === "token" ? other.type : null;
  return {
    id,
    symbol: String(entry.symbol).toLowerCase(),
    name: String(entry.name),
    rank: other ? parseRank(other) : null,
    type,
    isActive: typeof other?.is_active === "boolean" ? other.is_active : null,
    isNew: other?.is_new === true,
    paprika: other ? String(other.id) : null,
    isAtGecko,
    platforms: parseAddresses(entry.platforms),
  };
}

function parseAddresses(platforms: unknown): Record<string, string> {
  if (typeof platforms !== "object" || platforms === null) return {};
  return Object.fromEntries(Object.entries(platforms).filter(([name, at]) => name && isText(at)));
}

/** Returns the rank, or null. CoinPaprika uses 0 for coins without a rank. */
function parseRank({ rank }: CatalogueEntry): number | null {
  return typeof rank === "number" && Number.isInteger(rank) && rank > 0 ? rank : null;
}

function buildKey({ symbol, name }: CatalogueEntry): string {
  return `${symbol}|${name}`.toLowerCase();
}
