import dev from "../plugin.ts";
import { explain, nicknames, toRun } from "./cron-text.ts";
import { parseCalendar } from "./parse-calendar.ts";
import { CronFault, type Flavor, findFlavor, parseCron } from "./parse-cron.ts";
import { readTime, readZone } from "./read-time.ts";
import type { flavors } from "./request.ts";
import { listRuns, type Run, type Schedule } from "./schedule.ts";

interface FlavorQuery {
  expression: string;
  flavor: Exclude<(typeof flavors)[number], "any">;
  zone: string;
  count: number;
  from?: string;
}

/** Explains a schedule by the rules of one scheduler, and lists its next runs. */
export function describeFlavor(
  { flavor: name, zone: given, count, ...query }: FlavorQuery,
  now: number,
) {
  const context = { zone: readZone(given), now };
  const from = readTime(query.from ?? "now", { ...context, at: "query.from" }).time.toInstant();
  const parsed =
    name === "systemd" ? readEvent(query.expression) : readCron(query.expression, name);
  const zone = parsed.zone ?? given;
  const runs = listRuns(parsed.schedule, from, zone)
    .take(count + 1)
    .toArray();
  const shown = runs.slice(0, count);
  const notes = parsed.note ? [parsed.note] : [];
  if (parsed.fields && parsed.flavor)
    notes.push(
      ...compareFlavors(parsed.fields, { flavor: parsed.flavor, from, zone, runs: shown }),
    );
  if (shown.some(({ moved }) => moved))
    notes.push(`The clocks in ${zone} skip a scheduled time: the run follows the change`);
  if (runs.length === 0) notes.push("The expression never matches");
  else if (shown.length < count) notes.push("There are no further runs");
  return {
    expression: parsed.expression,
    description: parsed.description,
    zone,
    runs: shown.map((run) => toRun(run, zone)),
    notes,
  };
}

interface ParsedExpression {
  expression: string;
  description: string;
  schedule: Schedule;
  zone?: string | undefined;
  note?: string | undefined;
  fields?: string[];
  flavor?: Flavor;
}

function readEvent(text: string): ParsedExpression {
  return readOrExplain("a calendar event of systemd", () => {
    const { schedule, zone, normal } = parseCalendar(text);
    return { schedule, zone, expression: normal, description: `At ${normal}` };
  });
}

function readCron(text: string, name: string): ParsedExpression {
  const flavor = findFlavor(name);
  return readOrExplain(`a schedule of ${flavor.title}`, () => {
    const inside = flavor.name === "aws" ? text.replace(/^cron\((.*)\)$/, "$1") : text;
    const fields = splitFields(inside.trim(), flavor);
    const schedule = parseCron(fields, flavor);
    const { isEither } = schedule;
    const ignored = fields.find((field, index) => field !== schedule.fields[index]);
    return {
      schedule,
      flavor,
      fields,
      note: ignored ? `${flavor.title} ignores a part of "${ignored}"` : flavor.note,
      expression: fields.join(" "),
      description: explain(schedule.fields, { isEither, ...getLayout(flavor) }),
    };
  });
}

/** Returns how the writer of descriptions has to read the fields. */
function getLayout({ fields }: Flavor) {
  return {
    prefix: fields.startsWith("s") || fields.length === 5 ? "" : "0 ",
    startsOnSunday: fields.length > 5,
  };
}

function readOrExplain<T>(kind: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CronFault)) throw error;
    const detail = `query.expression is not ${kind}: ${error.message}`;
    throw dev.error("syntax_error", detail, { at: "query.expression" });
  }
}

function splitFields(text: string, flavor: Flavor): string[] {
  if (!text.startsWith("@")) return text === "" ? [] : text.split(/\s+/);
  const fields = flavor.nicknames === "yes" ? nicknames.get(text) : undefined;
  if (fields) return fields.split(" ");
  throw new CronFault(
    flavor.nicknames === "yes"
      ? `"${text}" has no fixed times or is unknown: it must be one of ${[...nicknames.keys()].join(", ")}`
      : `it knows no nicknames such as "${text}"`,
  );
}

interface Comparison {
  flavor: Flavor;
  from: Temporal.Instant;
  zone: string;
  runs: readonly Run[];
}

/** Names the schedulers with the same fields that reject an expression or run it at other times. */
function compareFlavors(
  fields: readonly string[],
  { flavor, from, zone, runs }: Comparison,
): string[] {
  const others = ["debian", "cronie", "kubernetes", "github"].map(findFlavor);
  return others.flatMap((other) => {
    if (other.fields !== flavor.fields || other.name === flavor.name) return [];
    try {
      const theirs = listRuns(parseCron(fields, other), from, zone).take(runs.length).toArray();
      const index = runs.findIndex(
        (run, at) => run.epochMilliseconds !== theirs[at]?.epochMilliseconds,
      );
      if (index < 0) return [];
      const first = theirs[index];
      return first
        ? `${other.title} runs at other times: at ${toRun(first, zone).local} instead of ${toRun(runs[index] ?? first, zone).local}`
        : `${other.title} has fewer runs`;
    } catch (error) {
      if (error instanceof CronFault) return `${other.title} rejects it: ${error.message}`;
      throw error;
    }
  });
}
