import { openTable } from "hub/data-file";

const bankIds = ["ecb", "norges-bank", "nbp", "cnb", "bnr", "nbu", "cbr"] as const;

/** Name of a bank in requests, and of its dataset. */
export type BankId = (typeof bankIds)[number];

/** The sources of a request: one bank, several, or also the market rates of a package. */
export type Sources = BankId | "central_banks" | "all";

const readBanks = openTable(new URL("./rate-sources.tsv", import.meta.url), {
  id: bankIds,
  name: "text",
  // The rates and the bank in plain English.
  title: "text",
  // Its key at Frankfurter.
  key: "text",
  country: "text",
  licence: "text",
  termsUrl: "text",
  // The bank's own currency.
  pivot: "text",
  // First day that the bank offers, or the first day of the euro.
  first: "text",
  url: "text",
  disclaimer: "text",
});

/** A central bank whose rates are in its own currency. */
export type Bank = ReturnType<typeof readBanks>[number];

/** The central banks, the ECB first. */
export const centralBanks: readonly Bank[] = readBanks();

/**
 * The central banks other than the ECB. Of two rates of the same day, that of the bank that issues the currency is used,
 * or else that of the first bank.
 */
export const banks: readonly Bank[] = centralBanks.slice(1);

/** Returns a bank. */
export function getBank(id: BankId): Bank {
  const found = centralBanks.find((bank) => bank.id === id);
  if (!found) throw new RangeError(`Unknown bank "${id}"`);
  return found;
}

/** The European Central Bank. */
export const ecb = getBank("ecb");
