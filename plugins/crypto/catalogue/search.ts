import { type Coin, type CoinIndex, isHexadecimal } from "./catalogue.ts";

type MatchedOn = "contract" | "symbol" | "name" | "id" | "prefix" | "part" | "similar";

interface Hit {
  coin: Coin;
  score: number;
  on: MatchedOn;
}

/**
 * Searches coins: contract addresses and exact symbols first, then exact names and ids, prefixes, parts, and names with
 * common trigrams. Ties are resolved by rank.
 */
export function searchCoins(index: CoinIndex, { q, limit }: { q: string; limit: number }) {
  const byContract = searchContracts(index, q.trim());
  // No name is similar to an address.
  const hits = byContract.length > 0 || isAddress(q) ? byContract : searchNames(index, q);
  return hits
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ coin: { id, symbol, name, rank }, score, on }) => ({
      id,
      symbol,
      name,
      rank,
      score: Math.round(score * 10_000) / 10_000,
      matched_on: on,
    }));
}

function searchContracts(index: CoinIndex, address: string): Hit[] {
  const coins = index.sortCoins(index.contracts(address).map(({ coin }) => coin));
  return coins.map((coin) => ({ coin, score: 0.9 + computeRankBonus(coin.rank), on: "contract" }));
}

/** Minimum length of a text that can only be an address. Shorter ones are names, too, such as `0xbtc`. */
const addressMin = 20;

function isAddress(q: string): boolean {
  const text = q.trim();
  return text.length >= addressMin && isHexadecimal(text);
}

function searchNames({ catalogue }: CoinIndex, q: string): Hit[] {
  const text = q.trim().toLowerCase();
  const queryTrigrams = splitTrigrams(text);
  return catalogue.coins.flatMap((coin) => {
    const hit = scoreCoin(coin, { text, queryTrigrams });
    return hit ? [{ coin, ...hit }] : [];
  });
}

function scoreCoin(
  { id, symbol, name, rank }: Coin,
  { text, queryTrigrams }: { text: string; queryTrigrams: readonly string[] },
): { score: number; on: MatchedOn } | undefined {
  const lower = name.toLowerCase();
  const hit = (base: number, on: MatchedOn) => ({ score: base + computeRankBonus(rank), on });
  if (text === "") return undefined;
  if (symbol === text) return hit(0.9, "symbol");
  if (lower === text) return hit(0.8, "name");
  if (id === text) return hit(0.8, "id");
  if (symbol.startsWith(text) || lower.startsWith(text) || id.startsWith(text))
    return hit(0.6, "prefix");
  if (lower.includes(text) || id.includes(text)) return hit(0.4, "part");
  const shared = queryTrigrams.filter((group) => lower.includes(group)).length;
  const similarity = (2 * shared) / (queryTrigrams.length + Math.max(lower.length - 2, 1));
  return similarity >= 0.3 ? hit(similarity * 0.3, "similar") : undefined;
}

/** Returns a bonus of at most 0.1, so that rank never outweighs the match. */
function computeRankBonus(rank: number | null): number {
  return rank === null ? 0 : 0.1 / (1 + Math.log10(rank));
}

function splitTrigrams(text: string): string[] {
  return Array.from({ length: Math.max(text.length - 2, 0) }, (_, at) => text.slice(at, at + 3));
}
