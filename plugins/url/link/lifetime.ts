import url from "../plugin.ts";

const secondMs = 1000;
const yearMs = 365.25 * 86_400 * secondMs;

interface Lifetime {
  expires_in?: number | undefined;
  expires_at?: string | undefined;
}

/** Returns the expiry time of a link in Unix milliseconds, or null if it doesn't expire. */
export function resolveExpiry({ expires_in, expires_at }: Lifetime, now: number): number | null {
  if (expires_in !== undefined && expires_at !== undefined)
    throw invalid("cannot be combined with body.expires_in", "");
  if (expires_in !== undefined) return now + expires_in * secondMs;
  return expires_at === undefined ? null : parseFutureTime(expires_at, now);
}

/** Parses a time in the future. */
export function parseFutureTime(text: string, now: number): number {
  const moment = parseMoment(text, "body.expires_at");
  if (moment <= now) throw invalid("must be in the future", text);
  const { expiresYearsMax } = url.limits;
  if (moment > now + expiresYearsMax * yearMs)
    throw invalid(`must be at most ${expiresYearsMax} years in the future`, text);
  return moment;
}

/** Parses a time. `at` is its location in the request. */
export function parseMoment(text: string, at: string): number {
  const moment = isMoment(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(moment)) return moment;
  throw url.error(
    "invalid_input",
    `${at} must be an existing time with a time zone, such as 2030-01-31T12:00:00Z: it is ${JSON.stringify(text)}`,
    { at },
  );
}

/** Checks for RFC 3339. Without a time zone, the time would be in the server's zone. */
function isMoment(text: string): boolean {
  const [, day, hour] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d):\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/i.exec(text) ??
    [];
  return day !== undefined && isDay(day) && Number(hour) < 24;
}

/** Returns whether a day exists. `Date.parse` reads 30 February as 2 March. */
function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

function invalid(what: string, text: string) {
  const given = text && `: it is ${JSON.stringify(text)}`;
  return url.error("invalid_input", `body.expires_at ${what}${given}`, { at: "body.expires_at" });
}
