import { ecb } from "../ecb/about.ts";
import { scheduleAt } from "../ecb/calendar.ts";
import type { History } from "../history/history.ts";

const dayS = 86_400;

/** Returns the source and age of the rates. `isLacking`: newer rates would change the response. */
export function provenance(
  { isLacking }: { isLacking: boolean },
  { history, now }: { history: History; now: number },
) {
  const { source, fetchedAt } = history;
  return {
    source: source.id,
    source_url: source.url,
    fetched_at: fetchedAt === null ? null : toIsoTime(fetchedAt),
    next_update_at: toIsoTime(scheduleAt(now).next),
    // The package's rates differ from the ECB's even on the same day.
    stale: source !== ecb || isLacking,
    disclaimer: source.disclaimer,
  };
}

/** Returns the cache policy: responses are valid until new rates are possible. */
export function cacheHeaders({ history, now }: { history: History; now: number }) {
  const { lastDue, next } = scheduleAt(now);
  const isAwaited = history.newest.date < lastDue;
  const seconds = isAwaited ? 60 : Math.min(dayS, Math.ceil((next - now) / 1000));
  return { "cache-control": `private, max-age=${seconds}, stale-if-error=${dayS}` };
}

function toIsoTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}
