import { Cron } from "croner";
import dev from "../plugin.ts";
import { explain, nicknames, type ScheduledRun, toRun } from "./cron-text.ts";
import { readTime, readZone } from "./read-time.ts";

interface CronQuery {
  expression: string;
  zone: string;
  count: number;
  from?: string;
}

/** Explains a cron expression, and lists its next runs. */
export function describeCron({ expression, zone, count, from }: CronQuery, now: number) {
  const fields = splitFields(expression);
  const context = { zone: readZone(zone), now };
  const { time } = readTime(from ?? "now", { ...context, at: "query.from" });
  const cron = openCron(fields, zone);
  const runs = cron
    .nextRuns(count, new Date(time.epochMilliseconds))
    .map((date) => toRun({ epochMilliseconds: date.getTime(), moved: !cron.match(date) }, zone));
  return {
    expression: fields.join(" "),
    description: explain(fields, { isEither: hasBothDays(fields) }),
    zone,
    runs,
    notes: [
      ...describeFields(fields),
      ...describeRuns(runs, { fields, zone, count, everRuns: cron.nextRun(longAgo) !== null }),
    ],
  };
}

/** A date before which no schedule ends. All days of the calendar follow it. */
const longAgo = new Date(0);

/** Splits an expression into its fields. A nickname such as `@daily` becomes its fields. */
function splitFields(expression: string): string[] {
  const text = expression.trim();
  if (text.startsWith("@")) {
    const fields = nicknames.get(text.toLowerCase());
    if (fields) return fields.split(" ");
    throw refuse(`"${text}" is not one of ${[...nicknames.keys()].join(", ")}`);
  }
  const fields = text.split(/\s+/);
  if (fields.length >= 5 && fields.length <= 7) return fields;
  const names = "minute, hour, day of the month, month and weekday";
  throw refuse(
    `it needs five fields (${names}), six with seconds before them, or seven with the year after them: it has ${text === "" ? 0 : fields.length}`,
  );
}

function openCron(fields: readonly string[], timezone: string): Cron {
  // Daemons read `5/15` as "from 5 on", and croner requires the whole range.
  const maxima = fieldMaxima.slice(fields.length === 5 ? 1 : 0);
  const pattern = fields.map((field, index) =>
    field.replace(/(^|,)(\d+)\/(\d+)(?=,|$)/g, `$1$2-${maxima[index]}/$3`),
  );
  try {
    return new Cron(pattern.join(" "), { timezone, paused: true });
  } catch (cause) {
    const guilty = pattern.findIndex((field, index) => !isSound(field, index, pattern.length));
    const name = fieldNames.slice(fields.length === 5 ? 1 : 0)[guilty];
    if (!name) throw refuse(`"${fields.join(" ")}" cannot be read`, cause);
    const { label, allowed } = name;
    throw refuse(`its ${label} "${fields[guilty]}" must be made of ${allowed}`, cause);
  }
}

/** Returns whether a field is valid if the others have no restriction. */
function isSound(field: string, index: number, count: number): boolean {
  const fields = Array.from({ length: count }, (_, at) => (at === index ? field : "*"));
  try {
    new Cron(fields.join(" "), { paused: true });
    return true;
  } catch {
    return false;
  }
}

/** The fields with what they can be made of, from seconds to years. */
const fieldNames = [
  ["second", "0 to 59"],
  ["minute", "0 to 59"],
  ["hour", "0 to 23"],
  ["day of the month", "1 to 31, L and W"],
  ["month", "1 to 12 and JAN to DEC"],
  ["weekday", "0 to 7, SUN to SAT, L and #1 to #5"],
  ["year", "1 to 9999"],
].map(([label, values]) => ({ label, allowed: `${values}, with *, lists, ranges and steps` }));

/** The maximum of each field, from seconds to years. */
const fieldMaxima = [59, 59, 23, 31, 12, 6, 9999];

function refuse(reason: string, cause?: unknown) {
  const detail = `query.expression is no cron expression: ${reason}`;
  return dev.error("syntax_error", detail, { at: "query.expression", cause });
}

/** Returns whether the day of the month and the weekday are both restricted, and one of them is enough. */
function hasBothDays(fields: readonly string[]): boolean {
  return getDays(fields).every((field) => !/^(?:[*?]$|\+)/.test(field));
}

/** Returns the day of the month and the weekday. */
function getDays(fields: readonly string[]): string[] {
  const shift = fields.length > 5 ? 1 : 0;
  return [fields[2 + shift] ?? "*", fields[4 + shift] ?? "*"];
}

function describeFields(fields: readonly string[]): string[] {
  const notes: string[] = [];
  if (fields.length > 5)
    notes.push(
      "The first of more than five fields is the second. Most daemons accept five fields only",
    );
  if (hasBothDays(fields))
    notes.push(
      getDays(fields).some((field) => field.startsWith("*"))
        ? "The runs need the day of the month or the weekday. The cron of Debian and cronie needs both, because one of them begins with *"
        : "The day of the month and the weekday are both restricted: a run needs one of them, not both",
    );
  return notes;
}

function describeRuns(
  runs: readonly ScheduledRun[],
  {
    fields,
    zone,
    count,
    everRuns,
  }: { fields: readonly string[]; zone: string; count: number; everRuns: boolean },
): string[] {
  const notes = runs
    .filter(({ moved }) => moved)
    .map(
      ({ local }) =>
        `The clocks in ${zone} skip the scheduled time on ${local.slice(0, 10)}: the run is at ${local.slice(11, 16)}. Some daemons skip it`,
    );
  const repeated = runs.find(({ at }) => isRepeated(at, zone));
  if (repeated && !runsOften(fields))
    notes.push(
      `The clocks in ${zone} repeat the scheduled time on ${repeated.local.slice(0, 10)}: the run is at its first occurrence. Some daemons run twice`,
    );
  if (runs.length < count)
    notes.push(everRuns ? "There are no further runs" : "The expression never matches");
  return notes;
}

/** Returns whether the hour isn't restricted, so that runs follow the elapsed time. */
function runsOften(fields: readonly string[]): boolean {
  return /^\*/.test(fields[fields.length > 5 ? 2 : 1] ?? "");
}

/** Returns whether the local time of an instant occurs again when the clocks are set back. */
function isRepeated(at: string, zone: string): boolean {
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(zone);
  const plain = local.toPlainDateTime();
  const later = plain.toZonedDateTime(zone, { disambiguation: "later" });
  return (
    later.epochMilliseconds !==
      plain.toZonedDateTime(zone, { disambiguation: "earlier" }).epochMilliseconds &&
    plain.equals(later.toPlainDateTime())
  );
}
