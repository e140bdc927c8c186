import { HubError } from "hub";

/** A time, and how its text was read. */
export interface ReadTime {
  time: Temporal.ZonedDateTime;
  /** The notation, in words. */
  notation: string;
  notes: string[];
}

interface ReadContext {
  /** Time zone of texts without an offset. */
  zone: string;
  /** The field that contains the text. */
  at: string;
  now: number;
}

/** Checks a time zone name. Returns the zone as Temporal takes it. */
export function readZone(zone: string, at = "query.zone"): string {
  try {
    // Temporal also takes the zone of a date.
    if (/^\d|\dT\d|\[/.test(zone)) throw new RangeError("A date is no zone");
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone).timeZoneId;
  } catch (cause) {
    const detail = `${at} must be a time zone of the IANA, such as Europe/Berlin, or an offset: it is ${JSON.stringify(zone)}`;
    throw new HubError("invalid_input", detail, { at, cause });
  }
}

/** Reads a time in one of the usual notations. Throws `invalid_input`. */
export function readTime(text: string, context: ReadContext): ReadTime {
  const trimmed = simplify(text.trim());
  try {
    const read =
      readNow(trimmed, context) ??
      readNumber(trimmed, context) ??
      readInstant(trimmed, context) ??
      readMailDate(trimmed, context) ??
      readLocal(trimmed, context);
    if (read && read.time.year >= 1 && read.time.year <= 9999) return read;
    if (read) throw new RangeError("The year has more than four digits");
  } catch (cause) {
    // Temporal throws a RangeError for dates that don't exist or are too far away.
    if (!(cause instanceof RangeError)) throw cause;
    throw refuse(text, context.at, cause);
  }
  throw refuse(text, context.at);
}

/** Returns `@1700000000` without its sign, and the output of the command `date` as a date of mail. */
function simplify(text: string): string {
  if (/^@-?\d/.test(text)) return text.slice(1);
  const [, weekday, month, day, clock, zone, year] =
    /^([a-z]{3}) +([a-z]{3}) +(\d{1,2}) ([\d:]{8}) ([a-z]{3}) (\d{4})$/i.exec(text) ?? [];
  if (weekday === undefined) return text;
  return `${weekday}, ${day} ${month} ${year} ${clock} ${zone === "UTC" ? "GMT" : zone}`;
}

function refuse(text: string, at: string, cause?: RangeError): HubError {
  const shown = JSON.stringify(text.slice(0, 80).toWellFormed());
  const reason = cause ? ", which does not exist or is out of range" : "";
  return new HubError(
    "invalid_input",
    `${at} must be a Unix time, an ISO 8601 date or time, an RFC 5322 date or "now": it is ${shown}${reason}`,
    { at, cause },
  );
}

function readNow(text: string, { zone, now }: ReadContext): ReadTime | undefined {
  if (text !== "now") return undefined;
  const time = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
  return { time, notation: "the present time", notes: [] };
}

/** Units of Unix times, each with its nanoseconds and the first number that is too large for it. */
const units = [
  { name: "seconds", nanoseconds: 1_000_000_000n, below: 10n ** 11n },
  { name: "milliseconds", nanoseconds: 1_000_000n, below: 10n ** 14n },
  { name: "microseconds", nanoseconds: 1000n, below: 10n ** 17n },
  { name: "nanoseconds", nanoseconds: 1n, below: 10n ** 20n },
] as const;

/** Reads a Unix time. Its number of digits decides its unit, as in most tools. */
function readNumber(text: string, { zone }: ReadContext): ReadTime | undefined {
  const [, sign, digits = "", fraction = ""] =
    /^([+-]?)(\d{1,20})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const whole = BigInt(digits);
  const unit = units.find(({ below }) => whole < below);
  if (!unit) throw new RangeError("The number is too large");
  const parts = (BigInt(fraction.padEnd(9, "0")) * unit.nanoseconds) / 1_000_000_000n;
  const size = whole * unit.nanoseconds + parts;
  const time = new Temporal.ZonedDateTime(sign === "-" ? -size : size, zone);
  return { time, notation: `${unit.name} since 1970`, notes: describeCompactDate(text) };
}

/** A Unix time may be meant as a date of eight digits. */
function describeCompactDate(text: string): string[] {
  const [, year, month, day] =
    /^((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.exec(text) ?? [];
  if (year === undefined) return [];
  return [`${text} was read as a Unix time: the date would be ${year}-${month}-${day}`];
}

/** Reads an ISO 8601 time with an offset. */
function readInstant(text: string, { zone }: ReadContext): ReadTime | undefined {
  if (!/^[+-]?\d[\d:.,T-]*[T ][\d:.,]+(?:Z|[+-]\d{2}(?::?\d{2})?)(?:\[.*\])?$/i.test(text))
    return undefined;
  const time = Temporal.Instant.from(text).toZonedDateTimeISO(zone);
  return { time, notation: "ISO 8601 with an offset", notes: describeLeapSecond(text) };
}

/** Unix time has no leap seconds, and Temporal takes the second before. */
function describeLeapSecond(text: string): string[] {
  return /[T ]\d{2}:?\d{2}:?60/i.test(text)
    ? ["Unix time has no leap seconds: second 59 was used"]
    : [];
}

export const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
export const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
/** Offsets of the zone names in RFC 5322, section 4.3. */
const oldZones = new Map([
  ...["UT", "GMT", "Z"].map((name): [string, string] => [name, "+00:00"]),
  ...["EDT:4", "EST:5", "CDT:5", "CST:6", "MDT:6", "MST:7", "PDT:7", "PST:8"].map(
    (one): [string, string] => [one.slice(0, 3), `-0${one.slice(4)}:00`],
  ),
]);

/** Day, month, year, time and offset of a date of mail or HTTP. */
const mailFields = [
  /^\d{1,2}$/,
  /^[a-z]{3}$/i,
  /^\d{4}$/,
  /^\d{2}:\d{2}(?::\d{2})?$/,
  /^(?:[a-z]{1,3}|[+-]\d{4})$/i,
];

/** Reads a date of mail or HTTP: `Sun, 29 Mar 2026 02:30:00 +0200`. */
function readMailDate(text: string, { zone, at }: ReadContext): ReadTime | undefined {
  const [head = "", weekday] = /^([a-z]{3}),\s*/i.exec(text) ?? [];
  const fields = text.slice(head.length).split(/\s+/);
  if (fields.length !== mailFields.length) return undefined;
  if (!mailFields.every((pattern, index) => pattern.test(fields[index] ?? ""))) return undefined;
  const [day = "", monthName = "", year = "", clock = "", offset = ""] = fields;
  const month = months.findIndex((name) => name.toLowerCase() === monthName.toLowerCase()) + 1;
  const zoneOffset = /^[+-]/.test(offset) ? offset : oldZones.get(offset.toUpperCase());
  if (month === 0 || zoneOffset === undefined) return undefined;
  const date = `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  const instant = Temporal.Instant.from(`${date}T${clock}${zoneOffset}`);
  const actual = weekdays[Temporal.PlainDate.from(date).dayOfWeek - 1];
  if (weekday !== undefined && weekday.toLowerCase() !== actual?.toLowerCase())
    throw new HubError("invalid_input", `${at} names ${weekday}, but ${date} is a ${actual}`, {
      at,
    });
  return { time: instant.toZonedDateTimeISO(zone), notation: "RFC 5322", notes: [] };
}

/** Reads an ISO 8601 date or time without an offset, as the clocks of the zone show it. */
function readLocal(text: string, { zone }: ReadContext): ReadTime | undefined {
  const found = readLocalDate(text);
  if (!found) return undefined;
  const [local, notation] = found;
  const time = local.toZonedDateTime(zone, { disambiguation: "compatible" });
  const notes = [...describeLeapSecond(text), ...describeDisambiguation(local, time, zone)];
  return { time, notation: `${notation} in ${zone}`, notes };
}

function readLocalDate(text: string): [Temporal.PlainDateTime, string] | undefined {
  const week = /^(\d{4})-?W(\d{2})(?:-?([1-7]))?$/i.exec(text);
  if (week) return [readWeekDate(week), "an ISO 8601 week date"];
  const ordinal = /^(\d{4})-(\d{3})$/.exec(text);
  if (ordinal) return [readOrdinalDate(ordinal), "an ISO 8601 ordinal date"];
  if (/^\d{4}-\d{2}-\d{2}$/.test(text))
    return [Temporal.PlainDateTime.from(text), "an ISO 8601 date"];
  if (/^[+-]?\d{4,6}-\d{2}-\d{2}[T ]\d{2}:?\d{2}(?::?\d{2}(?:[.,]\d{1,9})?)?$/i.test(text))
    return [Temporal.PlainDateTime.from(text), "an ISO 8601 time without an offset"];
  return undefined;
}

function readWeekDate([, year, week, weekday = "1"]: RegExpExecArray): Temporal.PlainDateTime {
  // The 4th of January is always in the first week.
  const fourth = Temporal.PlainDate.from(`${year}-01-04`);
  const days = (Number(week) - 1) * 7 + Number(weekday) - fourth.dayOfWeek;
  const date = fourth.add({ days });
  if (Number(week) !== date.weekOfYear) throw new RangeError("The year has no such week");
  return date.toPlainDateTime();
}

function readOrdinalDate([, year, day]: RegExpExecArray): Temporal.PlainDateTime {
  const date = Temporal.PlainDate.from(`${year}-01-01`).add({ days: Number(day) - 1 });
  if (date.dayOfYear !== Number(day)) throw new RangeError("The year has no such day");
  return date.toPlainDateTime();
}

/** Describes a local time that the clocks of the zone skip or repeat. */
function describeDisambiguation(
  local: Temporal.PlainDateTime,
  time: Temporal.ZonedDateTime,
  zone: string,
): string[] {
  const shown = time.toPlainDateTime();
  if (!shown.equals(local))
    return [`The clocks in ${zone} skip this time: ${shown.toPlainTime()} was used`];
  const later = local.toZonedDateTime(zone, { disambiguation: "later" });
  return later.equals(time)
    ? []
    : [`The clocks in ${zone} show this time twice: the first one, ${time.offset}, was used`];
}
