import { t } from "hub";
import dev from "../plugin.ts";

const moment = {
  utc: t.String({ description: "Time in UTC (ISO 8601)" }),
  local: t.String({ description: "Time in the zone, with its offset" }),
};

export default dev.route({
  summary: "Convert a time between notations and zones",
  keywords:
    "timestamp, epoch, unix timestamp, timezone, epoch converter, date converter, iso 8601, unix time, date to timestamp, convert timezone, add days to date, week number, parse datetime, datetime format, datetime delta, date difference",
  description:
    "Reads Unix times in seconds, milliseconds, microseconds or nanoseconds, ISO 8601 dates, times, week dates and ordinal dates, " +
    "dates of email and HTTP, and `now`. Returns all notations, adds a duration, and measures the time until another one.",
  query: t.Object({
    value: t.String({ minLength: 1, maxLength: 100, description: "The time" }),
    zone: t.String({
      default: "UTC",
      maxLength: 64,
      description: "Time zone, by its IANA name or offset; also that of times without an offset",
    }),
    add: t.Optional(
      t.String({
        maxLength: 64,
        description: "ISO 8601 duration to add, such as `P1M` or `-PT90M`",
      }),
    ),
    until: t.Optional(
      t.String({ minLength: 1, maxLength: 100, description: "The time to measure up to" }),
    ),
  }),
  response: t.Object({
    ...moment,
    zone: t.String({ description: "Time zone" }),
    unix: t.Integer({ description: "Seconds since 1970, rounded down" }),
    unix_ms: t.Integer({ description: "Milliseconds since 1970, rounded down" }),
    unix_ns: t.String({ description: "Nanoseconds since 1970" }),
    rfc_5322: t.String({ description: "Date of an email, in the zone" }),
    http_date: t.String({ description: "Date of an HTTP header" }),
    weekday: t.String({ description: "Weekday in English" }),
    iso_week: t.String({ description: "ISO 8601 week" }),
    iso_week_date: t.String({ description: "ISO 8601 week and weekday" }),
    ordinal_date: t.String({ description: "Year and day of the year" }),
    quarter: t.Integer({ description: "Quarter of the year" }),
    leap_year: t.Boolean({ description: "Whether the year is a leap year" }),
    hours_in_day: t.Number({
      description: "Length of the day in the zone: 23 or 25 hours if the clocks change",
    }),
    notation: t.String({ description: "The notation that `value` was read in" }),
    shifted: t.Union([t.Object(moment), t.Null()], {
      description:
        "The time after `add`: days and larger units follow the calendar, smaller ones the elapsed time",
    }),
    until: t.Union(
      [
        t.Object({
          utc: moment.utc,
          duration: t.String({ description: "ISO 8601 duration by the calendar of the zone" }),
          days: t.Integer({ description: "Difference of the calendar dates in days" }),
          seconds: t.Number({ description: "Elapsed seconds" }),
        }),
        t.Null(),
      ],
      { description: "The time between `value` and `until`; negative if it is earlier" },
    ),
    notes: t.Array(t.String(), {
      description: "Times that the clocks of the zone skip or show twice",
    }),
  }),
  plain: "local",
  example: {
    query: { value: "1774744200", zone: "Europe/Berlin", add: "P1M", until: "2026-12-24" },
  },
  async handler({ query, clock }) {
    const { describeTime } = await import("../time/describe-time.ts");
    return describeTime(query, clock());
  },
});
