import { writeCsv } from "hub/csv";
import type { Kv } from "../doors.ts";
import { countClicksLeft } from "../link/click-limit.ts";
import { findOwnLink, type Link, toStoreKey } from "../link/link.ts";
import url from "../plugin.ts";
import { addShard, createShard, dayMs, type Shard, toIsoDay } from "./shard.ts";

/** Inclusive range of UTC days, such as `2026-01-31`. */
interface DayRange {
  from: string;
  to: string;
}

interface NamedCount {
  name: string | null;
  clicks: number;
}

/** Click statistics of a link in a period. */
interface ClickReport extends ReturnType<typeof describeCounts> {
  by_day: { date: string; clicks: number; unique: number; bots: number }[];
}

/** Adds up the counts of all processes for a link. */
export async function buildReport(
  link: string,
  { from, to }: DayRange,
  { kv, used = 0 }: { kv: Kv; used?: number },
): Promise<ClickReport> {
  const prefix = `clicks:${link}:`;
  const days = new Map<string, Shard>();
  const keys = await kv.keys(prefix);
  let missing = used;
  for (const key of keys) {
    const day = key.slice(prefix.length, prefix.length + 10);
    const isAsked = day >= from && day <= to;
    const shard = isAsked || used > 0 ? await kv.get<Shard>(key) : undefined;
    if (!shard) continue;
    missing -= shard.limited;
    if (isAsked) addToDay(days, day, shard);
  }
  // The counter of a limit is exact. The shards lack clicks that were not written yet, or were lost with a process.
  const last =
    keys
      .map((key) => key.slice(prefix.length, prefix.length + 10))
      .sort()
      .at(-1) ?? to;
  if (missing > 0 && last >= from && last <= to)
    addToDay(days, last, { ...createShard(), clicks: missing });
  const total = createShard();
  for (const shard of days.values()) addShard(total, shard);
  const by_day = [...days].map(([date, { clicks, unique, bots }]) => ({
    ...{ date, clicks, unique, bots },
  }));
  return { ...describeCounts(total), by_day };
}

/** Returns counts in the form of a response. */
export function describeCounts({ clicks, unique, bots, last, ...shard }: Shard) {
  const by_hour = rankByClicks(shard.hours);
  return {
    ...{ clicks, unique, bots },
    last_click_at: last || null,
    by_referrer: rankByClicks(shard.referrers),
    by_browser: rankByClicks(shard.browsers),
    by_os: rankByClicks(shard.systems),
    by_country: rankByClicks(shard.countries),
    by_hour: by_hour.toSorted((one, other) => Number(one.name) - Number(other.name)),
    by_utm: rankByClicks(shard.utm),
  };
}

function addToDay(days: Map<string, Shard>, day: string, shard: Shard): void {
  const whole = days.get(day) ?? createShard();
  addShard(whole, shard);
  days.set(day, whole);
}

/** Returns the requested days. The default is all days since the link was created. */
function resolveDays(
  requested: { from?: string | undefined; to?: string | undefined },
  { createdAt, now }: { createdAt: number; now: number },
): DayRange {
  const { statsDaysMax } = url.limits;
  const to = requested.to === undefined ? now : parseDay("to", requested.to);
  const earliest = to - (statsDaysMax - 1) * dayMs;
  const from =
    requested.from === undefined ? Math.max(createdAt, earliest) : parseDay("from", requested.from);
  const last = `${requested.to === undefined ? "today" : "query.to"}, ${toIsoDay(to)}`;
  if (requested.from !== undefined && toIsoDay(from) > toIsoDay(to))
    throw invalid("from", `must not be after ${last}: it is ${requested.from}`);
  if (Math.floor(to / dayMs) - Math.floor(from / dayMs) >= statsDaysMax)
    throw invalid(
      "from",
      `must be ${toIsoDay(earliest)} or later, because statistics cover at most ${statsDaysMax} days up to ${last}: it is ${toIsoDay(from)}`,
    );
  return { from: toIsoDay(from), to: toIsoDay(to) };
}

function parseDay(name: "from" | "to", text: string): number {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Date.parse reads some invalid days as others, such as the 31st of June.
  if (Number.isNaN(day) || toIsoDay(day) !== text)
    throw invalid(name, `must be a day such as 2026-01-31: it is ${JSON.stringify(text)}`);
  return day;
}

function invalid(name: string, what: string) {
  return url.error("invalid_input", `query.${name} ${what}`, { at: `query.${name}` });
}

function rankByClicks(counts: Record<string, number>): NamedCount[] {
  return Object.entries(counts)
    .map(([name, clicks]) => ({ name: name || null, clicks }))
    .toSorted((a, b) => b.clicks - a.clicks);
}

/** Returns a link of its owner with the statistics of a period. */
export async function readLink(
  code: string,
  requested: { from?: string | undefined; to?: string | undefined },
  { owner, kv, now }: { owner: string; kv: Kv; now: number },
) {
  const link = await findOwnLink(code, { kv, owner });
  const days = resolveDays(requested, { createdAt: link.created_at, now });
  const { left, used } = await readLimit(link, kv);
  const report = await buildReport(toStoreKey(link.code), days, { kv, used });
  return { link, clicks_left: left, ...days, ...report };
}

/** Returns the statistics of a link since its creation. */
export async function readAllClicks(
  link: Link,
  { kv, now }: { kv: Kv; now: number },
): Promise<ClickReport> {
  const { used } = await readLimit(link, kv);
  const days = { from: toIsoDay(0), to: toIsoDay(now) };
  return buildReport(toStoreKey(link.code), days, { kv, used });
}

/** Reads the counter of a link with a limit: the clicks that are left, and those that it has counted. */
async function readLimit(link: Link, kv: Kv): Promise<{ left: number | null; used: number }> {
  const left = await countClicksLeft(link, kv);
  const used = left === null ? 0 : (link.used_before ?? 0) + (link.max_clicks ?? 0) - left;
  return { left, used };
}

/** Writes the statistics of a link as a table, with one row for each day and each entry of a breakdown. */
export function writeStatistics(
  report: Pick<
    ClickReport,
    "by_day" | "by_referrer" | "by_browser" | "by_os" | "by_country" | "by_hour" | "by_utm"
  >,
): string {
  const { by_day, by_referrer, by_browser, by_os, by_country, by_hour, by_utm } = report;
  const lists = {
    ...{ referrer: by_referrer, browser: by_browser, os: by_os },
    ...{ country: by_country, hour: by_hour, utm: by_utm },
  };
  return writeCsv([
    ["by", "name", "clicks", "unique", "bots"],
    ...by_day.map(({ date, clicks, unique, bots }) => ["day", date, clicks, unique, bots]),
    ...Object.entries(lists).flatMap(([by, entries]) =>
      entries.map(({ name, clicks }) => [by, name, clicks, null, null]),
    ),
  ]);
}
