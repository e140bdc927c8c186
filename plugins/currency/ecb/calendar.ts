const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** The rates of a day come out about 16:00 in Frankfurt. Until July 2016 it was 14:15. */
const publicationHour = 16;
const earlier = { until: "2016-07-01", hour: 14.25 };

/** Why the ECB has published nothing on a day. */
type Closed = "weekend" | "target_holiday";

/** The day before or after another by so many days: `shiftDay("2026-01-01", -1)` is 2025-12-31. */
export function shiftDay(day: string, days: number): string {
  return dayOf(timeOf(day) + days * dayMs);
}

/** How many days `to` is after `from`. */
export function daysBetween(from: string, to: string): number {
  return (timeOf(to) - timeOf(from)) / dayMs;
}

/** Whether a text is a day that exists, as `2026-01-31`. */
export function isDay(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(timeOf(text)) && shiftDay(text, 0) === text
  );
}

/** Why TARGET, the euro's payment system, is closed on a day; undefined where it is open. */
export function findClosure(day: string): Closed | undefined {
  const weekday = new Date(timeOf(day)).getUTCDay();
  if (weekday === 0 || weekday === 6) return "weekend";
  return holidays(Number(day.slice(0, 4))).includes(day) ? "target_holiday" : undefined;
}

/** The calendar day in Frankfurt, which lies an hour or two before UTC. */
export function today(now: number): string {
  return dayOf(now + frankfurtOffset(now));
}

/** Which rates should be out at a time, and when there are others. */
export interface Schedule {
  /** The last day whose rates should be out. */
  lastDue: string;
  /** When those came out, and when the next ones do, in milliseconds since 1970. */
  since: number;
  next: number;
}

let known: Schedule = { lastDue: "", since: 0, next: 0 };

/** The schedule at a time. The last one is remembered, since it holds for a day and more. */
export function scheduleAt(now: number): Schedule {
  if (now >= known.since && now < known.next) return known;
  let lastDue = today(now);
  while (findClosure(lastDue) || publicationOf(lastDue) > now) lastDue = shiftDay(lastDue, -1);
  let next = shiftDay(lastDue, 1);
  while (findClosure(next)) next = shiftDay(next, 1);
  known = { lastDue, since: publicationOf(lastDue), next: publicationOf(next) };
  return known;
}

/** The ECB has come out up to an hour late. */
const graceMs = 90 * 60_000;

/** The last day until another whose rates must be out by a time, however late the ECB is. */
export function lastDayOut(until: string, now: number): string {
  const { lastDue } = scheduleAt(now - graceMs);
  let day = until < lastDue ? until : lastDue;
  while (findClosure(day)) day = shiftDay(day, -1);
  return day;
}

/** When the rates of a day come out, or came out: the ECB has an hour, and tells no moment. */
export function publicationOf(day: string): number {
  const noon = timeOf(day) + dayMs / 2;
  const hour = day < earlier.until ? earlier.hour : publicationHour;
  return timeOf(day) + hour * hourMs - frankfurtOffset(noon);
}

function timeOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The first day from which on the closing days are these. Before, there were others too. */
export const calendarSince = "2002-01-01";

/** The closing days since 2002. */
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

/** The Gregorian computus of Meeus, Jones and Butcher. */
function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  return dayOf(Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1));
}

/** Summer time from the last Sunday of March to that of October, at 01:00 UTC (2000/84/EC). */
function frankfurtOffset(time: number): number {
  const year = new Date(time).getUTCFullYear();
  const isSummer = time >= lastSunday(year, 2) && time < lastSunday(year, 9);
  return (isSummer ? 2 : 1) * hourMs;
}

/** Of a month with 31 days. */
function lastSunday(year: number, month: number): number {
  const end = Date.UTC(year, month, 31, 1);
  return end - new Date(end).getUTCDay() * dayMs;
}
