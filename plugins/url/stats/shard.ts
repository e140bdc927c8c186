/**
 * Counts of one process for one link on one day. Each process writes its own shards, so that processes
 * never overwrite each other's counts. Readers add them up.
 */
export interface Shard {
  /** Clicks by people. */
  clicks: number;
  /** Those of them that count towards a click limit. */
  limited: number;
  /** Visitors that no process has seen before on that day. */
  unique: number;
  bots: number;
  /** Unix time in milliseconds. */
  last: number;
  /** Clicks by people, by name. "" means unknown. */
  referrers: Record<string, number>;
  browsers: Record<string, number>;
  systems: Record<string, number>;
  countries: Record<string, number>;
  /** By hour of the day, in UTC. */
  hours: Record<string, number>;
  /** By campaign parameter of the short URL, such as `utm_source=mail`. */
  utm: Record<string, number>;
}

const breakdowns = ["referrers", "browsers", "systems", "countries", "hours", "utm"] as const;

export function createShard(): Shard {
  const counts = () => Object.create(null);
  return {
    clicks: 0,
    limited: 0,
    unique: 0,
    bots: 0,
    last: 0,
    referrers: counts(),
    browsers: counts(),
    systems: counts(),
    countries: counts(),
    hours: counts(),
    utm: counts(),
  };
}

/** Maximum number of distinct names, because clients can send any referrer. */
const namesMax = 200;
/** Name for all further values. */
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
  into.limited += from.limited;
  into.unique += from.unique;
  into.bots += from.bots;
  into.last = Math.max(into.last, from.last);
  // Shards from before a breakdown lack it.
  for (const kind of breakdowns)
    for (const [name, count] of Object.entries(from[kind] ?? {})) addTo(into[kind], name, count);
}

/** Returns the key prefix of a link's shards of a day. */
export function buildShardPrefix(link: string, day: string): string {
  return `clicks:${link}:${day}:`;
}

/** One day in milliseconds. */
export const dayMs = 86_400_000;

/** Returns the UTC day of a time, such as `2026-01-31`. */
export function toIsoDay(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
