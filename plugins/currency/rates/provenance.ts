import { publicationOf, scheduleAt } from "../ecb/calendar.ts";
import { sourceUrl } from "../ecb/fetch.ts";
import type { History } from "../history/history.ts";

/** The ECB has come out up to an hour late. */
const graceMs = 90 * 60_000;
const dayS = 86_400;

/** Where the rates of an answer are from, and how new they are. */
export function provenance(date: string, { history, now }: { history: History; now: number }) {
  return {
    source: "ecb" as const,
    source_url: sourceUrl,
    published_at: momentOf(publicationOf(date)),
    next_update_at: momentOf(scheduleAt(now).next),
    stale: history.newest.date < scheduleAt(now - graceMs).lastDue,
    disclaimer:
      "Reference rates for information only: the ECB discourages their use for transactions",
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
