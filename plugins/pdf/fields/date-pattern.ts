import { asTable } from "hub";
import { openWords } from "hub/data-file";

/** The formats that `AFDate_Format` and `AFTime_Format` have by number, and the names of months. */
const lists = openWords(new URL("./date-pattern.txt", import.meta.url), [
  "date formats",
  "time formats",
  "months",
])();

const scriptMax = 10_000;

/** Returns the date or time format in a field's script, such as `AFDate_FormatEx("dd/mm/yyyy");`. */
export function findDatePattern(script: string): string | undefined {
  const text = script.slice(0, scriptMax);
  const named = /AF(?:Date|Time)_(?:Format|Keystroke)Ex ?\( ?["']([^"'\\\r\n]{1,60})["']/.exec(
    text,
  );
  if (named) return named[1];
  const [, kind = "", index = ""] =
    /(AF(?:Date|Time)_)(?:Format|Keystroke) ?\( ?["']?(\d{1,2})["']? ?\)/.exec(text) ?? [];
  const formats = kind === "AFDate_" ? lists["date formats"] : lists["time formats"];
  return kind === "" ? undefined : [...formats][Number(index)];
}

type DatePart = "year" | "month" | "day" | "hour" | "minute" | "second";

interface Moment extends Partial<Record<DatePart, number>> {
  weekday?: number;
}

const months = [...lists.months];
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const abbreviate = (name: string) => name.slice(0, 3);
const shortMonths = months.map(abbreviate);
const shortWeekdays = weekdays.map(abbreviate);

/** A part of a date format: how it is written, and how it is read. */
interface DateToken {
  part?: DatePart;
  write(moment: Required<Moment>): string;
  /** The texts that it may have, or the numbers of digits from the fewest to the most. */
  reads: readonly string[] | readonly [fewest: number, most: number];
}

const pad = (value: number) => String(value).padStart(2, "0");
const halfDay = (hour: number) => (hour % 12 === 0 ? 12 : hour % 12);

function digits(part: DatePart, convert: (value: number) => string): DateToken {
  return { part, write: (moment) => convert(moment[part]), reads: [1, 2] };
}

/** The codes of a date format (Acrobat JavaScript API, `util.printd`). */
const tokens: Readonly<Record<string, DateToken>> = asTable({
  yyyy: { ...digits("year", (year) => String(year).padStart(4, "0")), reads: [4, 4] },
  yy: { ...digits("year", (year) => pad(year % 100)), reads: [2, 2] },
  mmmm: { part: "month", write: ({ month }) => months[month - 1] ?? "", reads: months },
  mmm: { part: "month", write: ({ month }) => shortMonths[month - 1] ?? "", reads: shortMonths },
  mm: digits("month", pad),
  m: digits("month", String),
  dddd: { write: ({ weekday }) => weekdays[weekday] ?? "", reads: weekdays },
  ddd: { write: ({ weekday }) => shortWeekdays[weekday] ?? "", reads: shortWeekdays },
  dd: digits("day", pad),
  d: digits("day", String),
  HH: digits("hour", pad),
  H: digits("hour", String),
  hh: digits("hour", (hour) => pad(halfDay(hour))),
  h: digits("hour", (hour) => String(halfDay(hour))),
  MM: digits("minute", pad),
  M: digits("minute", String),
  ss: digits("second", pad),
  s: digits("second", String),
  tt: { write: ({ hour }) => (hour < 12 ? "am" : "pm"), reads: ["am", "pm"] },
  t: { write: ({ hour }) => (hour < 12 ? "a" : "p"), reads: ["a", "p"] },
});

/** Splits a date format into its codes and the text between them. */
function splitPattern(pattern: string): (DateToken | string)[] {
  return (pattern.match(/y{4}|yy|m{1,4}|d{1,4}|HH?|hh?|MM?|ss?|tt?|./gsu) ?? []).map(
    (code) => tokens[code] ?? code,
  );
}

/**
 * Converts a date for a field: from ISO 8601 to the format of the field, or unchanged if it already
 * has that format. Returns undefined if it has neither, or is no real date.
 */
export function formatDate(value: string, pattern: string): string | undefined {
  const parts = splitPattern(pattern);
  const moment = parseIso(value);
  if (moment) {
    const needed = new Set(
      parts.flatMap((one) => (typeof one === "string" ? [] : (one.part ?? []))),
    );
    const hasDate = ["year", "month", "day"].some((part) => needed.has(part as DatePart));
    const hasTime = ["hour", "minute"].some((part) => needed.has(part as DatePart));
    if (hasDate === (moment.day !== undefined) && hasTime === (moment.hour !== undefined))
      return parts
        .map((one) => (typeof one === "string" ? one : one.write(complete(moment))))
        .join("");
  }
  return matchesPattern(value, parts) ? value : undefined;
}

function complete({ year = 2000, month = 1, day = 1, ...time }: Moment): Required<Moment> {
  const { hour = 0, minute = 0, second = 0 } = time;
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return { year, month, day, hour, minute, second, weekday };
}

/** Parses a date, a time, or both, without a time zone. */
function parseIso(value: string): Moment | undefined {
  const match = /^(?:(\d{4})-(\d\d)-(\d\d))?(?:(?:^|[T ])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(value);
  if (!match || value === "") return undefined;
  const names: readonly DatePart[] = ["year", "month", "day", "hour", "minute", "second"];
  const moment: Moment = {};
  for (const [index, name] of names.entries()) {
    const text = match[index + 1];
    if (text !== undefined) moment[name] = Number(text);
  }
  return isReal(moment) ? moment : undefined;
}

function isReal({ year = 2000, month = 1, day = 1, hour = 0, minute = 0, second = 0 }: Moment) {
  const date = new Date(Date.UTC(year < 100 ? 2000 + year : year, month - 1, day));
  const isDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDate && hour < 24 && minute < 60 && second < 60;
}

/** Returns whether a value is a real date in this format. */
function matchesPattern(value: string, parts: readonly (DateToken | string)[]): boolean {
  const moment: Moment = {};
  let rest = value;
  for (const one of parts) {
    if (typeof one === "string") {
      if (!rest.startsWith(one)) return false;
      rest = rest.slice(one.length);
      continue;
    }
    const read = readToken(rest, one);
    if (!read) return false;
    if (one.part) moment[one.part] = read.value;
    rest = rest.slice(read.length);
  }
  return rest === "" && isReal(moment);
}

function readToken(
  text: string,
  { reads }: DateToken,
): { value: number; length: number } | undefined {
  const [first, last] = reads;
  if (typeof first === "number" && typeof last === "number") {
    const found = new RegExp(`^\\d{${first},${last}}`).exec(text)?.[0];
    return found === undefined ? undefined : { value: Number(found), length: found.length };
  }
  const lower = text.toLowerCase();
  const index = reads.findIndex((one) => lower.startsWith(String(one).toLowerCase()));
  return index < 0 ? undefined : { value: index + 1, length: String(reads[index]).length };
}
