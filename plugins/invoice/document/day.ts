import invoice from "../plugin.ts";

const dayMs = 86_400_000;

/** The day of a moment in UTC, as 2026-01-31. */
export function toIsoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** So many days later. */
export function daysAfter(day: string, days: number): string {
  return toIsoDay(Date.parse(day) + days * dayMs);
}

/** A day that is not before that of issue. Throws `invalid_input` where it is. */
export function checkNotBefore(issued: string, { day, at }: { day: string; at: string }): string {
  if (day >= issued) return day;
  throw invoice.error(
    "invalid_input",
    `${at} must not be before the day of issue, ${issued}: it is ${day}`,
    { at },
  );
}

/** A day that is in the calendar. Throws `invalid_input` for 2026-02-30. */
export function checkDay<Day extends string | undefined>(day: Day, at: string): Day {
  if (day === undefined) return day;
  const ms = Date.parse(`${day}T00:00:00Z`);
  if (!Number.isNaN(ms) && toIsoDay(ms) === day) return day;
  throw invoice.error("invalid_input", `${at} must be a day of the calendar: it is "${day}"`, {
    at,
  });
}
