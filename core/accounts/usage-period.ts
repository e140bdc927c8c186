import { Type as t } from "@sinclair/typebox";
import { HubError } from "../contract/errors.ts";
import { dayMs } from "../lib/rolling-window/meter.ts";

/** The default and maximum length of a usage period. */
const days = { default: 30, max: 400 };

/**
 * The retention period of usage by day, key and endpoint. Older months are reduced to totals per account and
 * service.
 */
const detailedDays = 90;

/** Returns the first day with detailed usage: the first day of a month. */
export function firstDetailedDay(now: number): number {
  const date = new Date(now - detailedDays * dayMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / dayMs;
}

/** Describes the retention of usage data. */
export const historyText = `Usage by day, key and endpoint is stored for at least ${detailedDays} days. Older months are reduced to totals by service and status. A monthly total is dated on the first day of the month, has no key or endpoint, and is returned if the period includes that day.`;

const date = (description: string) =>
  t.Optional(t.String({ format: "date", maxLength: 10, description }));

/** Query parameters for a usage period. */
export const periodFields = {
  from: date(`First day, UTC; default: ${days.default} days before the last day`),
  to: date("Last day, UTC; default: today"),
};

/** Response fields with the period and totals of a usage history. */
export const totalFields = {
  from: t.String({ description: "First day of the period" }),
  to: t.String({ description: "Last day of the period" }),
  calls: t.Integer({ description: "Total requests" }),
  units: t.Integer({ description: "Total units" }),
};

/** Parses a usage period into days since 1970. Throws `invalid_input`. */
export function readDays(query: { from?: string; to?: string }, now: number) {
  const to = query.to === undefined ? Math.floor(now / dayMs) : readDay(query.to, "to");
  const from = query.from === undefined ? to - days.default : readDay(query.from, "from");
  const last = `${query.to === undefined ? "today" : "query.to"}, "${isoDay(to)}"`;
  if (from > to) throw wrongStart(`must not be after ${last}`, from);
  const first = to - days.max + 1;
  if (from < first)
    throw wrongStart(
      `must be "${isoDay(first)}" or later: a period has at most ${days.max} days and this one ends with ${last}`,
      from,
    );
  return { from, to };
}

function wrongStart(must: string, from: number): HubError {
  const at = "query.from";
  return new HubError("invalid_input", `${at} ${must}: it is "${isoDay(from)}"`, { at });
}

/** Builds the response for a usage history. */
export function usageAnswer<Row extends { calls: number; units: number }>(
  { from, to }: { from: number; to: number },
  usage: Row[],
) {
  const sum = (field: "calls" | "units") => usage.reduce((sum, row) => sum + row[field], 0);
  return {
    success: true,
    from: isoDay(from),
    to: isoDay(to),
    calls: sum("calls"),
    units: sum("units"),
    usage,
  };
}

/** Parses a date into days since 1970. The schema checks the format, but not that the day exists. */
function readDay(date: string, name: string): number {
  const day = Date.parse(date) / dayMs;
  if (Number.isInteger(day) && isoDay(day) === date) return day;
  throw new HubError("invalid_input", `query.${name} must be an existing date: it is "${date}"`, {
    at: `query.${name}`,
  });
}

function isoDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
