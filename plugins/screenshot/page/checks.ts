import screenshot from "../plugin.ts";

/** Reads the address of a page. `at` names its field, for the error. */
export function readAddress(given: string, at: string): string {
  // The URL parser would drop tabs and newlines, and blanks at the ends, without a word.
  if (/[\p{Cc}\s]/u.test(given)) throw invalid(at, "have no blanks and no control characters");
  const address = URL.parse(given);
  if (address?.protocol !== "https:" && address?.protocol !== "http:")
    throw invalid(
      at,
      `begin with https:// or http://: it is ${JSON.stringify(given.slice(0, 80))}`,
    );
  if (address.username || address.password) throw invalid(at, "hold no user and no password");
  return address.href;
}

/** What a browser says by itself, or what says to a proxy where to go. */
const denied =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|keep-alive|cookie|origin|accept-encoding|via|proxy-[\w-]*|sec-[\w-]*|x-hub-[\w-]*)$/i;

/** Checks the headers that a page is asked with. Throws `invalid_input`. */
export function checkHeaders(headers: Record<string, string>): Record<string, string> {
  const { headersMax, headerMax } = screenshot.limits;
  const entries = Object.entries(headers);
  if (entries.length > headersMax)
    throw invalid("body.headers", `have at most ${headersMax} fields: it has ${entries.length}`);
  for (const [name, value] of entries) {
    const at = `body.headers.${name.slice(0, 40)}`;
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)) throw invalid(at, "have the name of a header");
    if (denied.test(name)) throw invalid(at, "be left to the browser");
    if (value.length > headerMax || !/^[\t\x20-\x7e]*$/.test(value))
      throw invalid(at, `be at most ${headerMax} printable ASCII characters`);
  }
  return headers;
}

/**
 * Checks what is drawn behind a picture: a colour or gradients. It holds nothing that CSS would fetch, and
 * nothing that would end the rule that it is put into. Throws `invalid_input`.
 */
export function checkBackground(given: string): string {
  const isSafe = /^[\w#%.,()/\s+-]+$/.test(given);
  const names = [...given.matchAll(/([\w-]+)\s*\(/g)].map(([, name = ""]) => name.toLowerCase());
  if (isSafe && names.every((name) => cssFunctions.has(name))) return given;
  throw invalid("body.background", `be a CSS colour or gradient: it is "${given.slice(0, 80)}"`);
}

const cssFunctions = new Set([
  "linear-gradient",
  "radial-gradient",
  "conic-gradient",
  "repeating-linear-gradient",
  "repeating-radial-gradient",
  "repeating-conic-gradient",
  "rgb",
  "rgba",
  "hsl",
  "hsla",
  "hwb",
  "lab",
  "lch",
  "oklab",
  "oklch",
  "color",
  "color-mix",
  "calc",
]);

/** The name of a time zone as the runtime writes it. Throws `invalid_input`. */
export function checkZone(zone: string, at: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw invalid(at, `be a time zone such as Europe/Berlin: it is "${zone}"`);
  }
}

/** A language tag in its canonical form. Throws `invalid_input`. */
export function checkLocale(locale: string, at: string): string {
  try {
    return new Intl.Locale(locale).toString();
  } catch {
    throw invalid(at, `be a language such as de-CH: it is "${locale}"`);
  }
}

/** The error for a field: what it must do or be. */
export function invalid(at: string, what: string) {
  return screenshot.error("invalid_input", `${at} must ${what}`, { at });
}
