import type { MarketDoors } from "../doors.ts";

const halfLifeMs = 6 * 3_600_000;
const coinsMax = 2000;

interface RequestCount {
  score: number;
  at: number;
}

const counts = new WeakMap<MarketDoors["kv"], Map<string, RequestCount>>();

/** Counts a request for a coin. Callers aren't recorded, and the counts are lost at a restart. */
export function countRequest(id: string, { kv, clock }: MarketDoors): void {
  const coinCounts = counts.get(kv) ?? new Map<string, RequestCount>();
  counts.set(kv, coinCounts);
  const now = clock();
  const score = computeScore(coinCounts.get(id), now) + 1;
  // Reinserted at the end, so that the first entry is the least recently requested coin.
  coinCounts.delete(id);
  coinCounts.set(id, { score, at: now });
  const [oldest] = coinCounts.keys();
  if (coinCounts.size > coinsMax && oldest !== undefined) coinCounts.delete(oldest);
}

/** Returns the ids of requested coins, most and most recently requested first. */
export function mostAsked({ kv, clock }: MarketDoors): string[] {
  const now = clock();
  const all = [...(counts.get(kv) ?? [])].map(
    ([id, count]) => [id, computeScore(count, now)] as const,
  );
  return all.toSorted(([, a], [, b]) => b - a).map(([id]) => id);
}

/** Returns a count with exponential decay and a half-life of six hours. */
function computeScore(count: RequestCount | undefined, now: number): number {
  return count ? count.score * 0.5 ** ((now - count.at) / halfLifeMs) : 0;
}
