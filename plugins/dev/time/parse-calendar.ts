import { openTexts } from "hub/data-file";
import { CronFault } from "./parse-cron.ts";
import type { Day, Schedule } from "./schedule.ts";

const readShorthands = openTexts(new URL("./parse-calendar.txt", import.meta.url), ["shorthands"]);

/** An event of systemd's calendar: its schedule, and the zone that it names. */
export interface CalendarEvent {
  schedule: Schedule;
  zone: string | undefined;
  /** The event with all its parts, such as `Mon *-*-* 00:00:00`. */
  normal: string;
}

/** A value or a series of values of a component. */
interface Series {
  start: number;
  /** Undefined for a single value, infinite without an end. */
  stop: number;
  step: number;
}

/** A component of a date or time. Undefined stands for any value. */
type Component = readonly Series[] | undefined;

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const longWeekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** Parses a calendar event of systemd.time(7), as `OnCalendar=` has it. Throws a `CronFault`. */
export function parseCalendar(text: string): CalendarEvent {
  const { shorthands } = readShorthands();
  const plain = Object.hasOwn(shorthands, text.toLowerCase())
    ? (shorthands[text.toLowerCase()] ?? text)
    : text;
  const words = plain.split(/\s+/).filter((word) => word !== "");
  const last = words.at(-1) ?? "";
  const zone = words.length > 0 && isZone(last) ? words.pop() : undefined;
  const days = /^[a-z]/i.test(words[0] ?? "") ? parseWeekdays(words.shift() ?? "") : undefined;
  const date = words[0] !== undefined && !words[0].includes(":") ? words.shift() : undefined;
  const time = words.shift();
  if (words.length > 0) throw new CronFault(`"${words[0]}" follows the time`);
  if (!days && date === undefined && time === undefined) throw new CronFault("it is empty");
  const { year, month, day, isFromEnd } = parseDate(date ?? "*-*-*");
  const { hour, minute, second } = parseTime(time ?? "00:00:00");
  return {
    zone,
    normal: [
      ...(days ? [[...days].map((name) => toTitle(weekdays[name] ?? "")).join(",")] : []),
      date ?? "*-*-*",
      time ?? "00:00:00",
      ...(zone ? [zone] : []),
    ].join(" "),
    schedule: {
      hours: listValues(hour, 0, 23),
      minutes: listValues(minute, 0, 59),
      seconds: listValues(second, 0, 59),
      clock: "once",
      matchesDay: (at) =>
        (days?.has(at.weekday) ?? true) &&
        matches(year, at.year) &&
        matches(month, at.month) &&
        (isFromEnd ? matchesFromEnd(day, at) : matches(day, at.day)),
    },
  };
}

function isZone(name: string): boolean {
  if (!/^[A-Z][A-Za-z]/.test(name) || /\.\.|,/.test(name)) return false;
  if (findWeekday(name) !== undefined) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function findWeekday(name: string): number | undefined {
  const plain = name.toLowerCase();
  const index =
    weekdays.indexOf(plain) >= 0 ? weekdays.indexOf(plain) : longWeekdays.indexOf(plain);
  return index < 0 ? undefined : index;
}

function parseWeekdays(text: string): ReadonlySet<number> {
  const days = new Set<number>();
  const read = (name: string): number => {
    const day = findWeekday(name);
    if (day === undefined) throw new CronFault(`it has the unknown weekday "${name}"`);
    // Weeks begin on Monday.
    return (day + 6) % 7;
  };
  for (const part of text.replace(/,$/, "").split(",")) {
    const [first = "", second, ...more] = part.split(/\.\.|-/);
    const [from, to] = [read(first), read(second ?? first)];
    if (more.length > 0 || from > to)
      throw new CronFault(`its weekdays "${part}" run from a later to an earlier day`);
    for (let day = from; day <= to; day++) days.add((day + 1) % 7);
  }
  return days;
}

function parseDate(text: string) {
  const isFromEnd = text.includes("~");
  const parts = text.replace("~", "-").split("-");
  if (parts.length < 2 || parts.length > 3 || (isFromEnd && !/~[^-~]+$/.test(text)))
    throw new CronFault(`its date "${text}" needs a year, a month and a day`);
  const [day = "", month = "", year = "*"] = parts.reverse();
  return {
    isFromEnd,
    day: parseComponent(day, { label: "day", low: 1, high: 31, isFromEnd }),
    month: parseComponent(month, { label: "month", low: 1, high: 12 }),
    year: parseComponent(year, { label: "year", low: 1970, high: 2199 }),
  };
}

function parseTime(text: string) {
  const [hour = "", minute, second = "00", ...more] = text.split(":");
  if (minute === undefined || more.length > 0)
    throw new CronFault(`its time "${text}" needs an hour and a minute`);
  return {
    hour: parseComponent(hour, { label: "hour", low: 0, high: 23 }),
    minute: parseComponent(minute, { label: "minute", low: 0, high: 59 }),
    second: parseComponent(second, { label: "second", low: 0, high: 59 }),
  };
}

interface Limits {
  label: string;
  low: number;
  high: number;
  /** Whether values count from the end, as those of days after `~`. */
  isFromEnd?: boolean;
}

function parseComponent(text: string, { label, low, high, isFromEnd }: Limits): Component {
  if (text === "*") return undefined;
  const series = text.split(",").map((part) => {
    const [, first, second, repeat] =
      /^(\d{1,4})(?:\.\.(\d{1,4}))?(?:\/(\d{1,4}))?$/.exec(part) ?? [];
    if (first === undefined)
      throw new CronFault(`its ${label} "${part}" must be numbers, ranges with ".." and steps`);
    const start = Number(first);
    const stop = second !== undefined ? Number(second) : repeat ? Number.POSITIVE_INFINITY : start;
    const step = repeat === undefined ? 1 : Number(repeat);
    if (step === 0) throw new CronFault(`its ${label} "${part}" has the step 0`);
    // Seconds have fractions there: their range of one value has no room for a step.
    const isSecond = label === "second" && second !== undefined && repeat === undefined;
    const isEmpty = stop < start || (isSecond && stop === start);
    if (isEmpty) throw new CronFault(`its ${label} "${part}" has a range from high to low`);
    if (start < low || (Number.isFinite(stop) ? stop : start) > high)
      throw new CronFault(`its ${label} "${part}" must be within ${low} and ${high}`);
    const room = isFromEnd ? start - low : high - start;
    if (second === undefined && repeat !== undefined && step > room)
      throw new CronFault(`its ${label} "${part}" has no room for its step`);
    return { start, stop, step };
  });
  if (isFromEnd) checkDistances(series);
  return series;
}

/** Throws for days too far from the end of the month. The bound of systemd falls by 3 with each further value. */
function checkDistances(series: readonly Series[]): void {
  const sorted = series.toSorted((a, b) => a.start - b.start);
  for (const [index, { start, stop }] of sorted.entries()) {
    const [last, max] = [Number.isFinite(stop) ? stop : start, 28 - 3 * index];
    if (last > max)
      throw new CronFault(`its value ${last} of ${series.length} after "~" must be at most ${max}`);
  }
}

function matches(component: Component, value: number): boolean {
  if (!component) return true;
  return component.some(
    ({ start, stop, step }) => value >= start && value <= stop && (value - start) % step === 0,
  );
}

/** Returns whether a component that counts days from the end of the month has a day. */
function matchesFromEnd(component: Component, { day, length }: Day): boolean {
  if (!component) return true;
  return component.some(({ start, stop, step }) => {
    const fromEnd = length + 1 - day;
    // Without an end, the series begins at its day and ends with the month.
    if (!Number.isFinite(stop)) return fromEnd <= start && (start - fromEnd) % step === 0;
    return fromEnd >= start && fromEnd <= stop && (fromEnd - start) % step === 0;
  });
}

function listValues(component: Component, low: number, high: number): number[] {
  const values = Array.from({ length: high - low + 1 }, (_, index) => low + index);
  return values.filter((value) => matches(component, value));
}

function toTitle(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
