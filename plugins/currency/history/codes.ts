import { HubError } from "hub";
import { listCurrentCodes } from "../money/current-codes.ts";
import { fixedRates, redenominated } from "../money/legal.ts";
import currency from "../plugin.ts";
import type { History } from "./history.ts";

/**
 * Normalises a currency code. Throws `unsupported_currency` if it has no rates, or `dataset_unavailable` if the hub has
 * not downloaded those of a source that can have some.
 */
export function requireCode(input: string, { history, at }: { history: History; at: string }) {
  const code = input.toUpperCase();
  if (code === "EUR" || history.quoted.has(code)) return code;
  if (fixedRates.has(code) || redenominated.has(code)) return code;
  const missing = history.evidence.find(({ wasAsked }) => !wasAsked);
  if (missing && listCurrentCodes().has(code))
    throw new HubError("dataset_unavailable", `Cannot find a rate of "${code}": ${missing.reason}`);
  const supported = ["EUR", ...history.quoted.keys(), ...fixedRates.keys()];
  throw currency.error(
    "unsupported_currency",
    `${at} must be one of ${[...new Set(supported)].sort().join(", ")}: it is "${input}"`,
    { at },
  );
}

/** Normalises several codes and removes duplicates. */
export function requireCodes(
  input: readonly string[],
  { history, at }: { history: History; at: string },
): string[] {
  return [...new Set(input.map((code, i) => requireCode(code, { history, at: `${at}.${i}` })))];
}
