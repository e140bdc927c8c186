/**
 * What one process of the hub has counted for one link on one day. Each process writes shards of its
 * own, so that none can overwrite what another has counted, and readers add them up.
 */
export interface Shard {
  clicks: number;
  /** Visitors that no process had seen before on that day. */
  unique: number;
  bots: number;
  /** Milliseconds since 1970. */
  last: number;
  /** How many people's clicks there were by name: "" stands for what is not known. */
  referrers: Record<string, number>;
  browsers: Record<string, number>;
  systems: Record<string, number>;
  countries: Record<string, number>;
}

export const breakdowns = ["referrers", "browsers", "systems", "countries"] as const;

export function emptyShard(): Shard {
  const counts = () => Object.create(null);
  return {
    clicks: 0,
    unique: 0,
    bots: 0,
    last: 0,
    referrers: counts(),
    browsers: counts(),
    systems: counts(),
    countries: counts(),
  };
}

/** Most names of one kind that are told apart: referrers are anybody's to make up. */
const namesMax = 200;
/** Under which all others are counted. */
const others = "other";

/** Adds to the count of a name. */
export function addTo(counts: Record<string, number>, name: string, by: number): void {
  const isKnown = counts[name] !== undefined || Object.keys(counts).length < namesMax;
  const key = isKnown ? name : others;
  counts[key] = (counts[key] ?? 0) + by;
}

/** Adds one shard to another. */
export function addShard(into: Shard, from: Shard): void {
  into.clicks += from.clicks;
  into.unique += from.unique;
  into.bots += from.bots;
  into.last = Math.max(into.last, from.last);
  for (const kind of breakdowns)
    for (const [name, count] of Object.entries(from[kind])) addTo(into[kind], name, count);
}

/** The key of a link's shards of a day, up to the process. */
export function shardPrefix(link: string, day: string): string {
  return `clicks:${link}:${day}:`;
}

/** How long a day is in milliseconds. */
export const dayMs = 86_400_000;

/** The calendar day of a time, in UTC: `2026-01-31`. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
