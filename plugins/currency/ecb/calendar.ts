const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** The ECB publishes rates at about 16:00 Frankfurt time. Until July 2016, it was 14:15. */
const publicationHour = 16;
const earlierPublication = { until: "2016-07-01", hour: 14.25 };

/** Reason why the ECB publishes nothing on a day. */
type ClosureReason = "weekend" | "target_holiday";

/** Adds days to a day: `shiftDay("2026-01-01", -1)` is 2025-12-31. */
export function shiftDay(day: string, days: number): string {
  return toIsoDay(parseDay(day) + days * dayMs);
}

/** Returns the number of days from `from` to `to`. */
export function daysBetween(from: string, to: string): number {
  return (parseDay(to) - parseDay(from)) / dayMs;
}

/** Returns whether a text is an existing day such as `2026-01-31`. */
export function isDay(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(parseDay(text)) && shiftDay(text, 0) === text
  );
}

/** Returns why TARGET, the euro's payment system, is closed on a day, or undefined if it is open. */
export function findClosure(day: string): ClosureReason | undefined {
  const weekday = new Date(parseDay(day)).getUTCDay();
  if (weekday === 0 || weekday === 6) return "weekend";
  return holidays(Number(day.slice(0, 4))).includes(day) ? "target_holiday" : undefined;
}

/** Returns the current day in Frankfurt, which is one or two hours ahead of UTC. */
export function today(now: number): string {
  return toIsoDay(now + frankfurtOffset(now));
}

/** Publication schedule of the rates at a time. */
export interface Schedule {
  /** Last day whose rates are due. */
  lastDue: string;
  /** Time of that publication, and of the next one, in Unix milliseconds. */
  since: number;
  next: number;
}

let cached: Schedule = { lastDue: "", since: 0, next: 0 };

/** Returns the schedule at a time. Caches the last one, which is valid for a day or more. */
export function scheduleAt(now: number): Schedule {
  if (now >= cached.since && now < cached.next) return cached;
  let lastDue = today(now);
  while (findClosure(lastDue) || getPublicationTime(lastDue) > now) lastDue = shiftDay(lastDue, -1);
  let next = shiftDay(lastDue, 1);
  while (findClosure(next)) next = shiftDay(next, 1);
  cached = { lastDue, since: getPublicationTime(lastDue), next: getPublicationTime(next) };
  return cached;
}

/** The ECB has published up to an hour late. */
const graceMs = 90 * 60_000;

/** Returns the last day up to `until` whose rates must be published by a time, including delays. */
export function lastDayOut(until: string, now: number): string {
  const { lastDue } = scheduleAt(now - graceMs);
  let day = until < lastDue ? until : lastDue;
  while (findClosure(day)) day = shiftDay(day, -1);
  return day;
}

/** Returns the usual publication time of a day's rates. The ECB doesn't publish the exact time. */
export function getPublicationTime(day: string): number {
  const noon = parseDay(day) + dayMs / 2;
  const hour = day < earlierPublication.until ? earlierPublication.hour : publicationHour;
  return parseDay(day) + hour * hourMs - frankfurtOffset(noon);
}

function parseDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function toIsoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** First day of this holiday calendar. Earlier years had more holidays. */
export const calendarSince = "2002-01-01";

/** Returns the TARGET holidays of a year since 2002. */
function holidays(year: number): string[] {
  const easter = easterSunday(year);
  return [
    `${year}-01-01`,
    shiftDay(easter, -2),
    shiftDay(easter, 1),
    `${year}-05-01`,
    `${year}-12-25`,
    `${year}-12-26`,
  ];
}

/** Calculates Easter with the algorithm of Meeus, Jones and Butcher. */
function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const correctionFactor = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * correctionFactor + 114;
  return toIsoDay(Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1));
}

/**
 * Returns the UTC offset of Frankfurt. Summer time lasts from the last Sunday of March to that of
 * October, at 01:00 UTC (2000/84/EC).
 */
function frankfurtOffset(time: number): number {
  const year = new Date(time).getUTCFullYear();
  const isSummer = time >= lastSunday(year, 2) && time < lastSunday(year, 9);
  return (isSummer ? 2 : 1) * hourMs;
}

/** Returns the last Sunday of a month with 31 days. */
function lastSunday(year: number, month: number): number {
  const end = Date.UTC(year, month, 31, 1);
  return end - new Date(end).getUTCDay() * dayMs;
}
