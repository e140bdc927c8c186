import { ecb } from "../ecb/about.ts";
import { publicationOf, scheduleAt } from "../ecb/calendar.ts";
import type { History } from "../history/history.ts";

/** The ECB has come out up to an hour late. */
const graceMs = 90 * 60_000;
const dayS = 86_400;

/** Where the rates of an answer are from, and how new they are. */
export function provenance(date: string, { history, now }: { history: History; now: number }) {
  return {
    source: history.source.id,
    source_url: history.source.url,
    published_at: momentOf(publicationOf(date)),
    next_update_at: momentOf(scheduleAt(now).next),
    // The ECB would have other rates even on the package's own day.
    stale: history.source !== ecb || history.newest.date < scheduleAt(now - graceMs).lastDue,
    disclaimer: history.source.disclaimer,
  };
}

/** How long an answer may be kept: until there can be another one. */
export function cacheHeaders({ history, now }: { history: History; now: number }) {
  const { lastDue, next } = scheduleAt(now);
  const isAwaited = history.newest.date < lastDue;
  const seconds = isAwaited ? 60 : Math.min(dayS, Math.ceil((next - now) / 1000));
  return { "cache-control": `private, max-age=${seconds}, stale-if-error=${dayS}` };
}

function momentOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}
