import { _adapters } from "chart.js";
import dayjs, { type ManipulateType, type OpUnitType } from "dayjs";
import advancedFormat from "dayjs/plugin/advancedFormat.js";
import customParseFormat from "dayjs/plugin/customParseFormat.js";
import isoWeek from "dayjs/plugin/isoWeek.js";
import quarterOfYear from "dayjs/plugin/quarterOfYear.js";
import utc from "dayjs/plugin/utc.js";

for (const plugin of [utc, customParseFormat, advancedFormat, isoWeek, quarterOfYear])
  dayjs.extend(plugin);

/** The formats of times on an axis, by its unit. */
export const timeFormats = {
  datetime: "MMM D, YYYY, HH:mm:ss",
  millisecond: "HH:mm:ss.SSS",
  second: "HH:mm:ss",
  minute: "HH:mm",
  hour: "HH:mm",
  day: "MMM D",
  week: "MMM D",
  month: "MMM YYYY",
  quarter: "[Q]Q YYYY",
  year: "YYYY",
};

export type TimeUnit = Exclude<keyof typeof timeFormats, "datetime">;

/** Returns the date of a number. Throws for those that no calendar has: steps to them would never end. */
function readTime(time: number): dayjs.Dayjs {
  const date = dayjs.utc(time);
  if (!date.isValid()) throw new Error(`${time} is not a date: the last one is ${dateMax}`);
  return date;
}

/** The last moment of a JavaScript date. */
const dateMax = 8.64e15;

/** Registers the dates of time axes: in UTC, with the format letters of Moment and Day.js. */
export function registerDates(): void {
  _adapters._date.override({
    formats: () => timeFormats,
    parse(value, format) {
      if (value === null || value === undefined || value === "") return null;
      // A `Date` of code has this form, and needs no format.
      const isDate = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(value));
      const date =
        typeof value === "string" && typeof format === "string" && !isDate
          ? dayjs.utc(value, format)
          : dayjs.utc(value as string | number);
      return date.isValid() ? date.valueOf() : null;
    },
    format: (time, format) => readTime(time).format(format),
    add: (time, amount, unit) =>
      readTime(time)
        .add(amount, unit as ManipulateType)
        .valueOf(),
    diff: (max, min, unit) => readTime(max).diff(readTime(min), unit as ManipulateType, true),
    startOf(time, unit, weekday) {
      const date = readTime(time);
      if (unit !== "isoWeek") return date.startOf(unit as OpUnitType).valueOf();
      const day = Math.min(Math.max(Math.trunc(Number(weekday) || 1), 1), 7);
      const start = date.isoWeekday(day).startOf("day");
      return (start.isAfter(date) ? start.subtract(7, "day") : start).valueOf();
    },
    endOf: (time, unit) =>
      readTime(time)
        .endOf(unit as OpUnitType)
        .valueOf(),
  });
}
