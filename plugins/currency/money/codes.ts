import type { History } from "../history/history.ts";
import currency from "../plugin.ts";
import { fixedRates, redenominated } from "./legal.ts";

/** Normalises a currency code. Throws `unsupported_currency` if it has no rates. */
export function requireCode(given: string, { history, at }: { history: History; at: string }) {
  const code = given.toUpperCase();
  if (code === "EUR" || history.quoted.has(code)) return code;
  if (Object.hasOwn(fixedRates, code) || Object.hasOwn(redenominated, code)) return code;
  const supported = ["EUR", ...history.quoted.keys(), ...Object.keys(fixedRates)];
  throw currency.error(
    "unsupported_currency",
    `${at} must be one of ${[...new Set(supported)].sort().join(", ")}: it is "${given}"`,
    { at },
  );
}

/** Normalises several codes and removes duplicates. */
export function requireCodes(
  given: readonly string[],
  { history, at }: { history: History; at: string },
): string[] {
  return [...new Set(given.map((code, i) => requireCode(code, { history, at: `${at}.${i}` })))];
}
