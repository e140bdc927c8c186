import url from "./plugin.ts";

/** Parses a web URL. `at` is the field name for the error. */
export function readWebAddress(given: string, at: string): URL {
  const invalid = (what: string) => url.error("invalid_input", `${at} must ${what}`, { at });
  // The URL parser silently removes tabs, newlines, and spaces at the ends.
  if (/[\p{Cc}\s]/u.test(given)) throw invalid("not contain spaces or control characters");
  const address = URL.parse(given);
  const shown = JSON.stringify(given.slice(0, 80));
  if (!address && /^https?:\/\//i.test(given))
    throw invalid(`have a valid host name, and a port of at most 65535: it is ${shown}`);
  if (address?.protocol !== "https:" && address?.protocol !== "http:")
    throw invalid(`start with https:// or http://: it is ${shown}`);
  // "https://bank.example@evil.example" leads to evil.example.
  if (address.username || address.password) throw invalid("not contain a username or password");
  return address;
}
