import { toString as describeInWords } from "cronstrue";
import { guardPackage } from "../json/fault.ts";
import type { Run } from "./schedule.ts";

/** Nicknames with their fields. */
export const nicknames: ReadonlyMap<string, string> = new Map([
  ["@yearly", "0 0 1 1 *"],
  ["@annually", "0 0 1 1 *"],
  ["@monthly", "0 0 1 * *"],
  ["@weekly", "0 0 * * 0"],
  ["@daily", "0 0 * * *"],
  ["@midnight", "0 0 * * *"],
  ["@hourly", "0 * * * *"],
]);

/** A run of a schedule. */
export interface ScheduledRun {
  /** Time in UTC. */
  at: string;
  /** Time in the zone, with its offset. */
  local: string;
  /** Whether the clocks skip the scheduled time, so that the run takes context after the change. */
  moved: boolean;
}

/** Formats a run in a time zone. */
export function toRun({ epochMilliseconds, moved }: Run, zone: string): ScheduledRun {
  const at = Temporal.Instant.fromEpochMilliseconds(epochMilliseconds);
  const local = at.toZonedDateTimeISO(zone).toString({ timeZoneName: "never" });
  return { at: at.toString(), local, moved };
}

interface TextOptions {
  /** Whether a run needs only one of the day of the month and the weekday. */
  isEither: boolean;
  /** Fields that the expression leaves out. */
  prefix?: string;
  /** Whether weekdays are numbered from 1 for Sunday. */
  startsOnSunday?: boolean;
}

/** Describes the fields of an expression in words. */
export function explain(fields: readonly string[], options: TextOptions): string {
  const { isEither, prefix = "", startsOnSunday = false } = options;
  const weekday = prefix === "" && fields.length > 5 ? 5 : 4;
  const known = fields.map((field, index) => {
    const plain = field === "?" ? "*" : field;
    return index === weekday ? plain.replaceAll(/#L/gi, "L").replace(/^\+/, "") : plain;
  });
  const text = guardPackage("query.expression", () =>
    describeInWords(prefix + known.join(" "), {
      use24HourTimeFormat: true,
      throwExceptionOnParseError: true,
      dayOfWeekStartIndexZero: !startsOnSunday,
    }),
  );
  return isEither ? text.replace(", and on ", ", or on ") : text;
}
