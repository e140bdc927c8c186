import type { RateSource } from "../ecb/about.ts";

/** A central bank whose rates are in its own currency. */
export interface Bank extends RateSource {
  id: "nbp" | "norges-bank";
  name: string;
  /** Its key at Frankfurter. */
  key: string;
  country: string;
  termsUrl: string;
  /** The bank's own currency. */
  pivot: string;
  /** First day that the bank offers, or the first day of the euro. */
  first: string;
}

export const norgesBank: Bank = {
  id: "norges-bank",
  name: "Norges Bank",
  key: "NB",
  country: "NO",
  termsUrl: "https://www.norges-bank.no/Opphavsrett/",
  pivot: "NOK",
  first: "1999-01-04",
  url: "https://www.norges-bank.no/en/topics/Statistics/exchange_rates/",
  disclaimer: "Reference rates of Norges Bank, for information only",
};

export const nbp: Bank = {
  id: "nbp",
  name: "Narodowy Bank Polski",
  key: "NBP",
  country: "PL",
  termsUrl: "https://nbp.pl/statystyka-i-sprawozdawczosc/dobre-praktyki-esbc/",
  pivot: "PLN",
  first: "2002-01-02",
  url: "https://nbp.pl/en/statistic-and-financial-reporting/rates/",
  disclaimer: "Average rates of the National Bank of Poland, for information only",
};

/** The central banks other than the ECB. Of two rates of the same day, that of the first bank is used. */
export const banks: readonly Bank[] = [norgesBank, nbp];
