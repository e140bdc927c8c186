import type { MarketDoors } from "../doors.ts";

const halfLifeMs = 6 * 3_600_000;
const coinsMax = 2000;

interface Count {
  score: number;
  at: number;
}

const counts = new WeakMap<MarketDoors["kv"], Map<string, Count>>();

/** Counts that a coin was asked for. By whom is not known here, and a restart forgets it. */
export function noteAsked(id: string, { kv, clock }: MarketDoors): void {
  const own = counts.get(kv) ?? new Map<string, Count>();
  counts.set(kv, own);
  const now = clock();
  const score = scoreOf(own.get(id), now) + 1;
  // Put at the end anew, so that the first is the one that nobody has asked for the longest.
  own.delete(id);
  own.set(id, { score, at: now });
  const [oldest] = own.keys();
  if (own.size > coinsMax && oldest !== undefined) own.delete(oldest);
}

/** The ids of the coins that this hub was asked for, the most and latest first. */
export function mostAsked({ kv, clock }: MarketDoors): string[] {
  const now = clock();
  const all = [...(counts.get(kv) ?? [])].map(([id, count]) => [id, scoreOf(count, now)] as const);
  return all.toSorted(([, a], [, b]) => b - a).map(([id]) => id);
}

/** What a count is worth: half of it after six hours. */
function scoreOf(count: Count | undefined, now: number): number {
  return count ? count.score * 0.5 ** ((now - count.at) / halfLifeMs) : 0;
}
