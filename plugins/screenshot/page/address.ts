import screenshot from "../plugin.ts";

/** Reads the address of a page that somebody gave. `at` names the field, for the complaint. */
export function pageAddress(given: string, at: string): string {
  const invalid = (what: string) => screenshot.error("invalid_input", `${at} must ${what}`, { at });
  // The URL parser would take tabs and newlines out, and blanks off the ends, without a word.
  if (/[\p{Cc}\s]/u.test(given)) throw invalid("have no blanks and no control characters");
  const address = URL.parse(given);
  if (address?.protocol !== "https:" && address?.protocol !== "http:")
    throw invalid(`begin with https:// or http://: it is ${JSON.stringify(given.slice(0, 80))}`);
  if (address.username || address.password) throw invalid("hold no user and no password");
  return address.href;
}
