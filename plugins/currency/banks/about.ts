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
}

/** The central banks other than the ECB. Of two rates of the same day, that of the first bank is used. */
export const banks: readonly Bank[] = [
  {
    id: "norges-bank",
    name: "Norges Bank",
    key: "NB",
    country: "NO",
    termsUrl: "https://www.norges-bank.no/Opphavsrett/",
    pivot: "NOK",
    url: "https://www.norges-bank.no/en/topics/Statistics/exchange_rates/",
    disclaimer: "Reference rates of Norges Bank, for information only",
  },
  {
    id: "nbp",
    name: "Narodowy Bank Polski",
    key: "NBP",
    country: "PL",
    termsUrl: "https://nbp.pl/statystyka-i-sprawozdawczosc/dobre-praktyki-esbc/",
    pivot: "PLN",
    url: "https://nbp.pl/en/statistic-and-financial-reporting/rates/",
    disclaimer: "Average rates of the National Bank of Poland, for information only",
  },
];
