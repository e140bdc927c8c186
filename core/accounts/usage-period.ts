import { Type as t } from "@sinclair/typebox";
import { HubError } from "../contract/errors.ts";
import { dayMs } from "../lib/rolling-window/meter.ts";

/** How many days of a usage history are told where nobody says, and at most. */
const days = { default: 30, max: 400 };

/**
 * For how many days it is kept what was called by which key, by the day and the endpoint. Of months that
 * ended before, what an account called of each service is kept.
 */
const detailedDays = 90;

/** Where the months end of which no more than sums are kept: the first day of the month after. */
export function firstDetailedDay(now: number): number {
  const date = new Date(now - detailedDays * dayMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / dayMs;
}

/** What a usage history does not tell of months long gone by. */
export const historyText = `Days, keys and endpoints are kept for ${detailedDays} days at least. Months that ended before then are summed up by service and status: they are told on their first day, with no key and no endpoint, and belong to a period that includes that day.`;

const date = (description: string) =>
  t.Optional(t.String({ format: "date", maxLength: 10, description }));

/** The fields of a query that says which days of a usage history are meant. */
export const periodFields = {
  from: date(`The first day, UTC; default: ${days.default} days before the last`),
  to: date("The last day, UTC; default: today"),
};

/** What an answer says of a usage history besides its rows. */
export const totalFields = {
  from: t.String({ description: "The first day" }),
  to: t.String({ description: "The last day" }),
  calls: t.Integer({ description: "All calls" }),
  units: t.Integer({ description: "All units" }),
};

/** Reads the days of a usage history, as days since 1970. Throws `invalid_input`. */
export function readDays(query: { from?: string; to?: string }, now: number) {
  const to = query.to === undefined ? Math.floor(now / dayMs) : readDay(query.to, "to");
  const from = query.from === undefined ? to - days.default : readDay(query.from, "from");
  const last = `${query.to === undefined ? "today" : "query.to"}, "${isoDay(to)}"`;
  if (from > to) throw wrongStart(`must not be after ${last}`, from);
  const first = to - days.max + 1;
  if (from < first)
    throw wrongStart(
      `must be "${isoDay(first)}" or later, as a period has at most ${days.max} days and this one ends with ${last}`,
      from,
    );
  return { from, to };
}

function wrongStart(must: string, from: number): HubError {
  const at = "query.from";
  return new HubError("invalid_input", `${at} ${must}: it is "${isoDay(from)}"`, { at });
}

/** A usage history as it is answered. */
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

/** That it looks like a date is known: it may still be the 30th of February. */
function readDay(date: string, name: string): number {
  const day = Date.parse(date) / dayMs;
  if (Number.isInteger(day) && isoDay(day) === date) return day;
  throw new HubError("invalid_input", `query.${name} must be a day there is: it is "${date}"`, {
    at: `query.${name}`,
  });
}

function isoDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
