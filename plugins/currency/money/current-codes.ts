import { codes } from "currency-codes";
import { fixedRates } from "./legal.ts";

/** Codes of ISO 4217 for funds, metals, units of account and tests, and of withdrawn currencies. */
const notMoney =
  "ANG BOV CHE CHW CLF COU CUC MXV SVC USN UYI UYW VED XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX";

/** Currencies that ISO 4217 added after the list of the package. */
const added = "XCG";

/** Returns the currencies that are in use today, without those replaced by the euro. */
export function listCurrentCodes(): ReadonlySet<string> {
  const excluded = new Set([...notMoney.split(" "), ...fixedRates.keys()]);
  return new Set([...codes(), added].filter((code) => !excluded.has(code)));
}
