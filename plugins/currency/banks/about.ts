import { openTable } from "hub/data-file";

/** Source of the rates. */
export interface RateSource {
  id: "ecb" | BankId | "currency-api";
  /** Web page about the rates. */
  url: string;
  disclaimer: string;
}

/** A central bank whose rates are in its own currency. */
export interface Bank extends RateSource {
  id: BankId;
  name: string;
  /** The rates and the bank in plain English. */
  title: string;
  /** Its key at Frankfurter. */
  key: string;
  country: string;
  licence: string;
  termsUrl: string;
  /** The bank's own currency. */
  pivot: string;
  /** First day that the bank offers, or the first day of the euro. */
  first: string;
}

const bankIds = ["norges-bank", "nbp", "cnb", "bnr", "nbu", "cbr"] as const;

const readBanks = openTable(new URL("./about.tsv", import.meta.url), {
  id: bankIds,
  name: "text",
  title: "text",
  key: "text",
  country: "text",
  licence: "text",
  termsUrl: "text",
  pivot: "text",
  first: "text",
  url: "text",
});

/** Name of a bank in requests, and of its dataset. */
export type BankId = (typeof bankIds)[number];

/**
 * The central banks other than the ECB. Of two rates of the same day, that of the bank that issues the currency is used,
 * or else that of the first bank.
 */
export const banks: readonly Bank[] = readBanks().map((bank) => ({
  ...bank,
  disclaimer: `${bank.title}, for information only`,
}));

/** Returns a bank. */
export function getBank(id: BankId): Bank {
  const found = banks.find((bank) => bank.id === id);
  if (!found) throw new RangeError(`Unknown bank "${id}"`);
  return found;
}
