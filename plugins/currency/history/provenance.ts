import { scheduleAt } from "../ecb/calendar.ts";
import type { History } from "./history.ts";

const dayS = 86_400;
/** Cache time for the rates of another bank, which can publish newer ones at any time. */
const bankS = 600;

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
    next_update_at: isByBank(history) ? null : toIsoTime(scheduleAt(now).next),
    stale: isLacking,
    disclaimer: source.disclaimer,
  };
}

/** Source of an answer that needs no published rate. It is never outdated. */
export const legalProvenance = {
  source: "law" as const,
  source_url: "https://eur-lex.europa.eu/eli/reg/1998/2866/oj",
  fetched_at: null,
  next_update_at: null,
  stale: false,
  disclaimer: "Conversion rates fixed by regulations of the Council of the European Union",
};

/** Returns the cache policy: responses are valid until new rates are possible. */
export function cacheHeaders({ history, now }: { history: History; now: number }) {
  const { lastDue, next } = scheduleAt(now);
  if (isByBank(history)) return toHeaders(bankS);
  const isAwaited = history.newest.date < lastDue;
  const seconds = isAwaited ? 60 : Math.min(dayS, Math.ceil((next - now) / 1000));
  return toHeaders(seconds);
}

function toHeaders(seconds: number) {
  return { "cache-control": `private, max-age=${seconds}, stale-if-error=${dayS}` };
}

/** Returns whether the rates are those of a bank other than the ECB, whose calendar the hub doesn't have. */
export function isByBank({ source }: History): boolean {
  return source.id !== "ecb";
}

function toIsoTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}
