/** A date, a local time, or an instant in UTC. */
export interface Moment {
  form: "date" | "local" | "utc";
  /** Milliseconds since 1970. Dates and local times are treated as UTC. */
  ms: number;
}

/** Parses `2026-05-01`, `2026-05-01T18:00`, and the same with seconds, `Z` or an offset. */
export function readIso(text: string): Moment | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d)?(Z|[+-]\d\d:\d\d)?)?$/.exec(text);
  if (!match) return undefined;
  const [, date, time, seconds = ":00", zone] = match;
  const clock = `${date}T${time ?? "00:00"}${seconds}`;
  const ms = Date.parse(`${clock}Z`);
  // Date.parse() accepts 30 February as 2 March.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 19) !== clock) return undefined;
  if (time === undefined) return { form: "date", ms };
  if (zone === undefined) return { form: "local", ms };
  const instant = Date.parse(`${clock}${zone}`);
  return Number.isNaN(instant) ? undefined : { form: "utc", ms: instant };
}

/** Formats a moment in the notation of `readIso`, with seconds. */
export function writeIso({ form, ms }: Moment): string {
  const iso = new Date(ms).toISOString();
  if (form === "date") return iso.slice(0, 10);
  return form === "local" ? iso.slice(0, 19) : `${iso.slice(0, 19)}Z`;
}

/** Parses `20260501`, `20260501T180000` and `20260501T180000Z`, with optional dashes and colons. */
export function readBasic(text: string): Moment | undefined {
  const compact = text.replaceAll("-", "").replaceAll(":", "");
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(compact);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, zone] = match;
  const date = `${year}-${month}-${day}`;
  return readIso(hour === undefined ? date : `${date}T${hour}:${minute}:${second}${zone}`);
}

/** Formats a moment in iCalendar notation: `20260501T180000Z`. */
export function writeBasic(moment: Moment): string {
  return writeIso(moment).replaceAll("-", "").replaceAll(":", "");
}
