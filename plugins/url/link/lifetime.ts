import url from "../plugin.ts";

const secondMs = 1000;
const yearMs = 365.25 * 86_400 * secondMs;

interface Lifetime {
  expires_in?: number | undefined;
  expires_at?: string | undefined;
}

/** The end of a link's life in milliseconds since 1970, or null for a link that has none. */
export function expiryOf({ expires_in, expires_at }: Lifetime, now: number): number | null {
  if (expires_in !== undefined && expires_at !== undefined)
    throw invalid("must not be given beside body.expires_in", "");
  if (expires_in !== undefined) return now + expires_in * secondMs;
  return expires_at === undefined ? null : momentOf(expires_at, now);
}

/** Reads a moment to come. */
export function momentOf(text: string, now: number): number {
  const moment = isMoment(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment))
    throw invalid("must be a time such as 2030-01-31T12:00:00Z, with its zone", text);
  if (moment <= now) throw invalid("must be in the future", text);
  const { expiresYearsMax } = url.limits;
  if (moment > now + expiresYearsMax * yearMs)
    throw invalid(`must be at most ${expiresYearsMax} years ahead`, text);
  return moment;
}

/** RFC 3339: without a zone, the time would be the server's. */
function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d\d:\d\d)$/.test(text);
}

function invalid(what: string, text: string) {
  const given = text && `: it is ${JSON.stringify(text)}`;
  return url.error("invalid_input", `body.expires_at ${what}${given}`, { at: "body.expires_at" });
}
