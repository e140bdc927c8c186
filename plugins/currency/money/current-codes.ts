import { codes } from "currency-codes";
import { openWords } from "hub/data-file";
import { fixedRates } from "./legal.ts";

const readCodes = openWords(new URL("./codes.txt", import.meta.url), [
  "not money",
  "added",
  "metals",
]);

/** Returns the currencies that are in use today, without those replaced by the euro. */
export function listCurrentCodes(): ReadonlySet<string> {
  const { "not money": notMoney, added } = readCodes();
  const current = [...codes(), ...added];
  return new Set(current.filter((code) => !notMoney.has(code) && !fixedRates.has(code)));
}

/** Returns the metals, whose unit is the troy ounce. */
export function listMetals(): ReadonlySet<string> {
  return readCodes().metals;
}
