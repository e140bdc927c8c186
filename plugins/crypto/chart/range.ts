import { oneOf, type Static, t } from "hub";
import crypto from "../plugin.ts";

const dayMs = 86_400_000;

/** Query parameters for the range and the interval. */
export const rangeQuery = t.Object({
  days: t.Optional(
    t.String({
      maxLength: 4,
      description: `Number of days up to now: 1 to ${crypto.limits.chartDaysMax}, or \`max\`. The default is 30, unless \`from\` or \`to\` is given`,
    }),
  ),
  from: t.Optional(
    t.String({ maxLength: 32, description: "Start time: a Unix time in seconds, or ISO 8601" }),
  ),
  to: t.Optional(
    t.String({ maxLength: 32, description: "End time, in the same formats. The default is now" }),
  ),
  interval: oneOf(["auto", "5m", "hourly", "daily"], {
    default: "auto",
    description: "Interval between points",
  }),
});

type RangeAsked = Static<typeof rangeQuery>;

/** Time range and interval, within the limits of the providers' free plans. */
export interface ChartRange {
  from: number;
  to: number;
  interval: Exclude<RangeAsked["interval"], "auto">;
  /** Set if the range is a number of days up to now. */
  days?: string;
}

/** Maximum length of a range in days, by interval. */
const maxDays = { "5m": 1, hourly: 90, daily: crypto.limits.chartDaysMax };

/** Parses a range. Throws `invalid_input` or `range_too_long`. */
export function readRange({ days, from, to, interval }: RangeAsked, now: number): ChartRange {
  if (days !== undefined && (from !== undefined || to !== undefined))
    throw createError("query.days", "cannot be combined with query.from or query.to", days);
  const range =
    from === undefined && to === undefined
      ? rangeFromDays(days ?? "30", now)
      : rangeFromTimes({ from, to, now });
  const length = (range.to - range.from) / dayMs;
  const defaultInterval =
    length <= maxDays["5m"] ? "5m" : length <= maxDays.hourly ? "hourly" : "daily";
  const selectedInterval = interval === "auto" ? defaultInterval : interval;
  if (length > maxDays[selectedInterval])
    throw crypto.error(
      "range_too_long",
      `query.interval "${selectedInterval}" allows at most ${maxDays[selectedInterval]} days: the range has ${Math.ceil(length)}`,
      { at: "query.interval" },
    );
  return { ...range, interval: selectedInterval };
}

function rangeFromDays(days: string, now: number) {
  const max = crypto.limits.chartDaysMax;
  const count = days === "max" ? max : Number(days);
  if (!(/^\d{1,4}$/.test(days) || days === "max") || count < 1 || count > max)
    throw createError("query.days", `must be a whole number from 1 to ${max}, or max`, days);
  return { from: now - count * dayMs, to: now, days };
}

function rangeFromTimes({
  from,
  to,
  now,
}: {
  from?: string | undefined;
  to?: string | undefined;
  now: number;
}) {
  if (from === undefined) throw createError("query.from", "must be set if query.to is set", "");
  const start = parseTime(from, "query.from");
  const end = to === undefined ? now : parseTime(to, "query.to");
  if (start >= now)
    throw createError("query.from", `must be before now, ${new Date(now).toISOString()}`, from);
  if (start >= end) throw createError("query.from", `must be before query.to, "${to}"`, from);
  return { from: start, to: Math.min(end, now) };
}

/** Parses a Unix time in seconds, or an ISO 8601 date or time. */
function parseTime(text: string, at: string): number {
  const isSeconds = /^\d{1,10}$/.test(text);
  const [day = "", ...times] = text.split("T");
  const isIso = isDay(day) && times.length < 2 && times.every(isTimeOfDay);
  const time = isSeconds ? Number(text) * 1000 : isIso ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(time)) return time;
  throw createError(
    at,
    "must be seconds since 1970, an existing date such as 2026-01-30 or a time such as 2026-01-30T12:00:00Z",
    text,
  );
}

/** Returns whether a text is a time with its offset, such as `12:00Z` or `12:00:00.5+01:00`. */
function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
}

/** Returns whether a day exists. `Date.parse` reads 30 February as 2 March. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}

function createError(at: string, problem: string, value: string) {
  return crypto.error("invalid_input", `${at} ${problem}: it is "${value}"`, { at });
}
