import { refuse } from "../refuse.ts";

const dayMs = 86_400_000;

/** Formats the UTC date of a time, such as 2026-01-31. */
export function toIsoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Adds a number of days to a date. */
export function daysAfter(day: string, days: number): string {
  return toIsoDay(Date.parse(day) + days * dayMs);
}

/** Returns the date. Throws `invalid_input` if it is before the date of issue. */
export function checkNotBefore(issued: string, { day, at }: { day: string; at: string }): string {
  if (day >= issued) return day;
  refuse(at, `must not be before the date of issue, ${issued}: it is ${day}`);
}

/** Returns the date. Throws `invalid_input` if it isn't in the calendar, like 2026-02-30. */
export function checkDay<Day extends string | undefined>(day: Day, at: string): Day {
  if (day === undefined) return day;
  const ms = Date.parse(`${day}T00:00:00Z`);
  if (!Number.isNaN(ms) && toIsoDay(ms) === day) return day;
  refuse(at, `must be a calendar date: it is "${day}"`);
}
