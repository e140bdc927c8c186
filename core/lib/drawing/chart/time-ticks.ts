/** A tick at a point in time. */
interface TimeTick {
  time: number;
  text: string;
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const month = 30.44 * day;

type Unit = "minute" | "hour" | "day" | "month" | "year";

type Step = readonly [ms: number, unit: Unit, every: number];

const millennium: Step = [1000 * 12 * month, "year", 1000];

const steps: readonly Step[] = [
  ...[1, 5, 10, 15, 30].map((n) => [n * minute, "minute", n] as [number, Unit, number]),
  ...[1, 2, 3, 6, 12].map((n) => [n * hour, "hour", n] as [number, Unit, number]),
  ...[1, 2, 5, 7, 14].map((n) => [n * day, "day", n] as [number, Unit, number]),
  ...[1, 2, 3, 6].map((n) => [n * month, "month", n] as [number, Unit, number]),
  ...[1, 2, 5, 10, 20, 50, 100, 500].map(
    (n) => [n * 12 * month, "year", n] as [number, Unit, number],
  ),
  millennium,
];

const shapes: Readonly<Record<Unit, Intl.DateTimeFormatOptions>> = {
  minute: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  hour: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  day: { day: "numeric", month: "short" },
  month: { month: "short", year: "numeric" },
  year: { year: "numeric" },
};

/** Returns at most `count` round points in time in UTC between two. */
export function timeTicks(
  [start, end]: readonly [number, number],
  { count, locale }: { count: number; locale: string },
): TimeTick[] {
  const span = end - start;
  const [, unit, every] = steps.find(([ms]) => span / ms <= Math.max(count - 1, 1)) ?? millennium;
  const times = span === 0 ? [start] : listTimes([start, end], unit, every);
  const shape = shapes[span === 0 ? getUnit(start) : unit];
  // Adds the date if hours span several days.
  const options = unit === "hour" && span > day ? { ...shape, ...shapes.day } : shape;
  const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  return times.map((time) => ({ time, text: formatter.format(time) }));
}

/** Formats points in time alike, as precisely as they differ from the start of a day, month or year. */
export function formatMoments(times: readonly number[], locale: string): string[] {
  const units = ["year", "month", "day"] as const;
  const starts = {
    year: (date: Date) => date.getUTCMonth() === 0 && date.getUTCDate() === 1,
    month: (date: Date) => date.getUTCDate() === 1,
    day: () => true,
  };
  const dates = times.map((time) => new Date(time));
  const hasTime = times.some((time) => time % day !== 0);
  const unit = hasTime ? undefined : units.find((name) => dates.every(starts[name]));
  const years = new Set(dates.map((date) => date.getUTCFullYear()));
  const options: Intl.DateTimeFormatOptions = unit
    ? { ...shapes[unit], ...(years.size > 1 && shapes.year) }
    : { ...shapes.minute, ...shapes.day };
  const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  return times.map((time) => formatter.format(time));
}

const monthOrDay = /^\d{4}-\d{2}(-\d{2})?$/;
const dayAndTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/;

/** Parses an ISO 8601 date or time. Without a time zone it is in UTC. */
export function parseMoment(text: string): number | undefined {
  if (!monthOrDay.test(text) && !dayAndTime.test(text)) return undefined;
  const hasZone = text.length <= 10 || /Z$|[+-]\d{2}:\d{2}$/.test(text);
  const time = Date.parse(hasZone ? text : `${text.replace(" ", "T")}Z`);
  return Number.isNaN(time) ? undefined : time;
}

function listTimes([start, end]: readonly [number, number], unit: Unit, every: number): number[] {
  const found: number[] = [];
  for (let time = getFirst(start, unit, every); time <= end; time = getNext(time, unit, every))
    if (time >= start) found.push(time);
  return found;
}

function getFirst(start: number, unit: Unit, every: number): number {
  const date = new Date(start);
  const [year, at] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === "year") return toUtc(Math.floor(year / every) * every, 0);
  if (unit === "month") return toUtc(year, Math.floor(at / every) * every);
  if (unit === "day" && every === 1) return Math.floor(start / day) * day;
  // Weeks start on Mondays, as 1970-01-05 was. Other steps of days start at the beginning of the range.
  if (unit === "day") return every % 7 === 0 ? getMonday(start) : Math.ceil(start / day) * day;
  const ms = every * (unit === "hour" ? hour : minute);
  return Math.floor(start / ms) * ms;
}

function getNext(time: number, unit: Unit, every: number): number {
  const date = new Date(time);
  if (unit === "year") return toUtc(date.getUTCFullYear() + every, 0);
  if (unit === "month") return toUtc(date.getUTCFullYear(), date.getUTCMonth() + every);
  return time + every * { day, hour, minute }[unit];
}

function getMonday(time: number): number {
  const first = 4 * day;
  return Math.ceil((time - first) / (7 * day)) * 7 * day + first;
}

/** Avoids `Date.UTC`, which maps the years 0 to 99 to the twentieth century. */
function toUtc(year: number, at: number): number {
  return new Date(0).setUTCFullYear(year, at, 1);
}

function getUnit(time: number): Unit {
  return time % day === 0 ? "day" : "hour";
}
