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

const table = {
  "norges-bank": {
    name: "Norges Bank",
    title: "Exchange rates of Norges Bank",
    key: "NB",
    country: "NO",
    licence: "Free to copy when the source is named and the values are unchanged",
    termsUrl: "https://www.norges-bank.no/Opphavsrett/",
    pivot: "NOK",
    first: "1999-01-04",
    url: "https://www.norges-bank.no/en/topics/Statistics/exchange_rates/",
  },
  nbp: {
    name: "Narodowy Bank Polski",
    title: "Average rates of the National Bank of Poland",
    key: "NBP",
    country: "PL",
    licence: "Free to use, also commercially, when the source is named (policy of the ESCB)",
    termsUrl: "https://nbp.pl/statystyka-i-sprawozdawczosc/dobre-praktyki-esbc/",
    pivot: "PLN",
    first: "2002-01-02",
    url: "https://nbp.pl/en/statistic-and-financial-reporting/rates/",
  },
  cnb: {
    name: "Czech National Bank",
    title: "Exchange rate fixing of the Czech National Bank",
    key: "CNB",
    country: "CZ",
    licence: "Free to store and distribute when the source is named",
    termsUrl: "https://www.cnb.cz/en/privacy-statement-and-disclaimer/disclaimer-copyright/",
    pivot: "CZK",
    first: "1999-01-04",
    url: "https://www.cnb.cz/en/financial-markets/foreign-exchange-market/central-bank-exchange-rate-fixing/",
  },
  bnr: {
    name: "National Bank of Romania",
    title: "Reference rates of the National Bank of Romania",
    key: "BNR",
    country: "RO",
    licence: "Published for dissemination; name the source",
    termsUrl: "https://bnr.ro/apage.aspx?pid=7512",
    pivot: "RON",
    first: "2005-07-01",
    url: "https://www.bnr.ro/Exchange-rates-1224.aspx",
  },
  nbu: {
    name: "National Bank of Ukraine",
    title: "Official rates of the National Bank of Ukraine",
    key: "NBU",
    country: "UA",
    licence: "Open data: free to use, also commercially, with a link to the source",
    termsUrl: "https://bank.gov.ua/en/useterms",
    pivot: "UAH",
    first: "1999-01-04",
    url: "https://bank.gov.ua/en/markets/exchangerates",
  },
  cbr: {
    name: "Bank of Russia",
    title: "Official rates of the Bank of Russia",
    key: "CBR",
    country: "RU",
    licence: "Free to use when the source is named",
    termsUrl: "https://www.cbr.ru/eng/user_agreement/",
    pivot: "RUB",
    first: "1999-01-04",
    url: "https://www.cbr.ru/eng/currency_base/daily/",
  },
} as const;

/** Name of a bank in requests, and of its dataset. */
export type BankId = keyof typeof table;

/**
 * The central banks other than the ECB. Of two rates of the same day, that of the bank that issues the currency is used,
 * or else that of the first bank.
 */
export const banks: readonly Bank[] = (Object.keys(table) as BankId[]).map((id) => ({
  ...table[id],
  id,
  disclaimer: `${table[id].title}, for information only`,
}));

/** Returns a bank. */
export function getBank(id: BankId): Bank {
  const found = banks.find((bank) => bank.id === id);
  if (!found) throw new RangeError(`Unknown bank "${id}"`);
  return found;
}
