import { isAppScheme } from "hub";
import url from "./plugin.ts";

interface AddressOptions {
  /** The field name for the error. */
  at: string;
  /** Schemes of apps that are allowed, such as `mailto`. */
  schemes?: readonly string[];
}

/** Parses a web URL. Spaces and international characters are encoded. */
export function readWebAddress(given: string, { at, schemes = [] }: AddressOptions): URL {
  const invalid = (what: string) => url.error("invalid_input", `${at} must ${what}`, { at });
  // The URL parser silently removes tabs and newlines.
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(given)) throw invalid("not contain control characters");
  const address = URL.parse(given);
  const shown = JSON.stringify(given.slice(0, 80));
  if (!address && /^https?:\/\//i.test(given))
    throw invalid(`have a valid host name, and a port of at most 65535: it is ${shown}`);
  const apps = schemes.map((scheme) => `${scheme.toLowerCase()}:`).filter(isAppScheme);
  if (!address || !["https:", "http:", ...apps].includes(address.protocol))
    throw invalid(`start with ${["https://", "http://", ...apps].join(" or ")}: it is ${shown}`);
  // "https://bank.example@evil.example" leads to evil.example.
  if (address.username || address.password) throw invalid("not contain a username or password");
  return address;
}
