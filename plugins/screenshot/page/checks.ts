import { openWords } from "hub/data-file";
import screenshot from "../plugin.ts";

const lists = openWords(new URL("./checks.txt", import.meta.url), [
  "css functions",
  "denied headers",
])();

/** Parses the URL of a page. `at` names its field for the error. */
export function readAddress(given: string, at: string): string {
  // The URL parser would silently remove tabs, newlines, and spaces at the ends.
  if (/[\p{Cc}\s]/u.test(given)) throw invalid(at, "not have spaces or control characters");
  const address = URL.parse(given);
  if (!address && /^https?:\/\//i.test(given))
    throw invalid(at, `have a valid host and port: it is ${JSON.stringify(given.slice(0, 80))}`);
  if (address?.protocol !== "https:" && address?.protocol !== "http:")
    throw invalid(
      at,
      `start with https:// or http://: it is ${JSON.stringify(given.slice(0, 80))}`,
    );
  if (address.username || address.password) throw invalid(at, "not have a username or password");
  return address.href;
}

/** Returns whether the browser sets a header itself, or a header instructs a proxy. */
function isDenied(name: string): boolean {
  return (
    lists["denied headers"].has(name.toLowerCase()) || /^(?:proxy|sec|x-hub)-[\w-]*$/i.test(name)
  );
}

/** Validates the request headers for a page. Throws `invalid_input`. */
export function checkHeaders(
  headers: Record<string, string>,
  field = "body.headers",
): Record<string, string> {
  const { headersMax, headerMax } = screenshot.limits;
  const entries = Object.entries(headers);
  if (entries.length > headersMax)
    throw invalid(field, `have at most ${headersMax} fields: it has ${entries.length}`);
  for (const [name, value] of entries) {
    const at = `${field}.${name.slice(0, 40)}`;
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)) throw invalid(at, "have a valid name");
    if (isDenied(name)) throw invalid(at, "be set by the browser only");
    if (value.length > headerMax || !/^[\t\x20-\x7e]*$/.test(value))
      throw invalid(at, `have at most ${headerMax} printable ASCII characters`);
  }
  return headers;
}

/**
 * Validates the CSS background: a colour or gradients. It must not fetch anything or break out of its rule. Throws
 * `invalid_input`.
 */
export function checkBackground(given: string): string {
  const isSafe = /^[\w#%.,()/\s+-]+$/.test(given);
  const names = [...given.matchAll(/([\w-]+)\s*\(/g)].map(([, name = ""]) => name.toLowerCase());
  if (isSafe && names.every((name) => cssFunctions.has(name))) return given;
  throw invalid("body.background", `be a CSS colour or gradient: it is "${given.slice(0, 80)}"`);
}

const cssFunctions = lists["css functions"];

/** Returns the canonical name of a time zone. Throws `invalid_input`. */
export function checkZone(zone: string, at: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw invalid(at, `be a time zone such as Europe/Berlin: it is "${zone}"`);
  }
}

/** Returns a time in milliseconds since 1970. Throws `invalid_input`. */
export function checkTime(time: string, at: string): number {
  const parsed = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/.test(
    time,
  )
    ? Date.parse(time)
    : Number.NaN;
  // JavaScript reads 30 February as 2 March.
  const day = time.slice(0, 10);
  const isDay = new Date(`${day}T00:00Z`).toJSON()?.startsWith(day);
  if (isDay && Number.isFinite(parsed)) return parsed;
  throw invalid(at, `be a time such as 2026-01-31T12:00:00Z: it is "${time}"`);
}

/** Returns the canonical form of a language tag. Throws `invalid_input`. */
export function checkLocale(locale: string, at: string): string {
  try {
    return new Intl.Locale(locale).toString();
  } catch {
    throw invalid(at, `be a language such as de-CH: it is "${locale}"`);
  }
}

/** Creates the error for a field. `what` completes "must …". */
export function invalid(at: string, what: string) {
  return screenshot.error("invalid_input", `${at} must ${what}`, { at });
}
