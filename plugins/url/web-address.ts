import url from "./plugin.ts";

/** Reads an address of the web that somebody gave. `at` names the field, for the complaint. */
export function readWebAddress(given: string, at: string): URL {
  const invalid = (what: string) => url.error("invalid_input", `${at} must ${what}`, { at });
  // The URL parser would take tabs and newlines out, and blanks off the ends, without a word.
  if (/[\p{Cc}\s]/u.test(given)) throw invalid("have no blanks and no control characters");
  const address = URL.parse(given);
  if (address?.protocol !== "https:" && address?.protocol !== "http:")
    throw invalid(`begin with https:// or http://: it is ${JSON.stringify(given.slice(0, 80))}`);
  // "https://bank.example@evil.example" leads to evil.example.
  if (address.username || address.password) throw invalid("hold no user and no password");
  return address;
}
