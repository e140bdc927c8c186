import type { RateSource } from "../ecb/about.ts";
import { rateDay } from "../ecb/day.ts";
import { History } from "./history.ts";

const currencyApi: RateSource = {
  id: "currency-api",
  url: "https://www.npmjs.com/package/@fawazahmed0/currency-api",
  disclaimer:
    "Market rates of one day that came with a package, as this hub has not reached the ECB yet",
};

/** Those that the ECB quoted on the package's day: it has many more. */
const codes =
  "AUD BRL CAD CHF CNY CZK DKK GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY USD ZAR";

let opened: Promise<History> | undefined;

/** The rates of one day that come with a package, for a hub that has never reached the ECB. */
export function snapshot(): Promise<History> {
  opened ??= read();
  return opened;
}

async function read(): Promise<History> {
  const { default: table } = await import("@fawazahmed0/currency-api/v1/currencies/eur.json");
  const rates: Readonly<Record<string, number>> = table.eur;
  const quoted = codes
    .split(" ")
    .map((code): [string, string] => [code, String(rates[code.toLowerCase()])]);
  return new History([rateDay(table.date, quoted, table.date)], { source: currencyApi });
}
