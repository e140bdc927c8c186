/** A day, a time in whatever zone the reader is, or an instant. */
export interface Moment {
  form: "date" | "local" | "utc";
  /** Milliseconds since 1970, as though a day or a local time were one of UTC. */
  ms: number;
}

/** Reads `2026-05-01`, `2026-05-01T18:00`, and the same with seconds, `Z` or an offset. */
export function readIso(text: string): Moment | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d)?(Z|[+-]\d\d:\d\d)?)?$/.exec(text);
  if (!match) return undefined;
  const [, date, time, seconds = ":00", zone] = match;
  const clock = `${date}T${time ?? "00:00"}${seconds}`;
  const ms = Date.parse(`${clock}Z`);
  // Date.parse() takes the 30th of February for the 2nd of March.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 19) !== clock) return undefined;
  if (time === undefined) return { form: "date", ms };
  if (zone === undefined) return { form: "local", ms };
  const instant = Date.parse(`${clock}${zone}`);
  return Number.isNaN(instant) ? undefined : { form: "utc", ms: instant };
}

/** Writes a moment as `readIso` reads it, with seconds. */
export function writeIso({ form, ms }: Moment): string {
  const iso = new Date(ms).toISOString();
  if (form === "date") return iso.slice(0, 10);
  return form === "local" ? iso.slice(0, 19) : `${iso.slice(0, 19)}Z`;
}

/** Reads `20260501`, `20260501T180000` and `20260501T180000Z`, with dashes and colons too. */
export function readBasic(text: string): Moment | undefined {
  const compact = text.replaceAll("-", "").replaceAll(":", "");
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(compact);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, zone] = match;
  const date = `${year}-${month}-${day}`;
  return readIso(hour === undefined ? date : `${date}T${hour}:${minute}:${second}${zone}`);
}

/** Writes a moment as iCalendar does: `20260501T180000Z`. */
export function writeBasic(moment: Moment): string {
  return writeIso(moment).replaceAll("-", "").replaceAll(":", "");
}
