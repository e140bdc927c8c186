import type { History } from "../history/history.ts";
import currency from "../plugin.ts";
import { fixedRates, redenominated } from "./legal.ts";

/** A currency's code as it is written. Throws `unsupported_currency` where there are no rates. */
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

/** Several codes, each once. */
export function requireCodes(
  given: readonly string[],
  { history, at }: { history: History; at: string },
): string[] {
  return [...new Set(given.map((code, i) => requireCode(code, { history, at: `${at}.${i}` })))];
}
