import { HubError } from "hub";
import { months, readTime, readZone, weekdays } from "./read-time.ts";

interface TimeQuery {
  value: string;
  zone: string;
  add?: string;
  until?: string;
}

/** Converts a time between notations, shifts it by a duration, and measures the time until another one. */
export function describeTime({ value, zone, add, until }: TimeQuery, now: number) {
  const context = { zone: readZone(zone), now };
  const { time, notation, notes } = readTime(value, { ...context, at: "query.value" });
  const end = until === undefined ? undefined : readTime(until, { ...context, at: "query.until" });
  return {
    ...writeTime(time),
    notation,
    shifted: add === undefined ? null : shift(time, add),
    until: end ? measure(time, end.time) : null,
    notes: [...notes, ...(end?.notes ?? [])],
  };
}

function writeTime(time: Temporal.ZonedDateTime) {
  const { epochNanoseconds, epochMilliseconds, weekOfYear, yearOfWeek, dayOfWeek } = time;
  const week = `${pad(yearOfWeek ?? 0, 4)}-W${pad(weekOfYear ?? 0, 2)}`;
  return {
    utc: time.toInstant().toString(),
    local: time.toString({ timeZoneName: "never" }),
    zone: time.timeZoneId,
    unix: Math.floor(epochMilliseconds / 1000),
    unix_ms: epochMilliseconds,
    unix_ns: String(epochNanoseconds),
    rfc_5322: writeMailDate(time),
    http_date: new Date(epochMilliseconds).toUTCString(),
    weekday: time.toLocaleString("en", { weekday: "long" }),
    iso_week: week,
    iso_week_date: `${week}-${dayOfWeek}`,
    ordinal_date: `${pad(time.year, 4)}-${pad(time.dayOfYear, 3)}`,
    quarter: Math.ceil(time.month / 3),
    leap_year: time.inLeapYear,
    hours_in_day: time.hoursInDay,
  };
}

function writeMailDate(time: Temporal.ZonedDateTime): string {
  const date = `${weekdays[time.dayOfWeek - 1]}, ${pad(time.day, 2)} ${months[time.month - 1]} ${pad(time.year, 4)}`;
  const clock = [time.hour, time.minute, time.second].map((part) => pad(part, 2)).join(":");
  return `${date} ${clock} ${time.offset.slice(0, 6).replace(":", "")}`;
}

function pad(number: number, length: number): string {
  return String(number).padStart(length, "0");
}

/** Adds or subtracts an ISO 8601 duration: days and larger units by the calendar, smaller ones by elapsed time. */
function shift(time: Temporal.ZonedDateTime, duration: string) {
  const shifted = moveBy(time, duration);
  return {
    utc: shifted.toInstant().toString(),
    local: shifted.toString({ timeZoneName: "never" }),
  };
}

function moveBy(time: Temporal.ZonedDateTime, text: string): Temporal.ZonedDateTime {
  try {
    return time.add(Temporal.Duration.from(text.trim()));
  } catch (cause) {
    const detail = `query.add must be an ISO 8601 duration within the range of dates, such as P1M2DT3H or -P1D: it is ${JSON.stringify(text)}`;
    throw new HubError("invalid_input", detail, { at: "query.add", cause });
  }
}

/** Measures the time between two times by the calendar, in days, and in seconds. */
function measure(start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime) {
  const elapsed = end.epochNanoseconds - start.epochNanoseconds;
  return {
    utc: end.toInstant().toString(),
    duration: start.until(end, { largestUnit: "year" }).toString(),
    days: start.toPlainDate().until(end.toPlainDate()).days,
    seconds: Number(elapsed) / 1e9,
  };
}
