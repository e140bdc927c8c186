import { strToU8, zipSync } from "fflate";
import { openTable } from "hub/data-file";
import { moreBanks } from "./banks/sample-tables.ts";
import { findClosure, shiftDay } from "./ecb/calendar.ts";

const readRates = openTable(
  new URL("./fixtures.tsv", import.meta.url),
  { table: ["ecb", "former", "nbp"], code: "text", value: "number", last: "optional" },
  { unique: ["table", "code"] },
);

const selectRates = (name: "ecb" | "former" | "nbp") =>
  readRates().filter(({ table }) => table === name);

const listValues = (name: "ecb" | "former" | "nbp"): Readonly<Record<string, number>> =>
  Object.fromEntries(selectRates(name).map(({ code, value }) => [code, value]));

/** Fictional rates in the ECB's formats. Each currency fluctuates around its own value. */
const centres = listValues("ecb");
const decimalsByCode: Readonly<Record<string, number>> = { JPY: 2, HUF: 2, IDR: 2, KRW: 2, BGN: 4 };

/** Currencies with rates for a limited time, with the last day. */
const formerCurrencies: Readonly<Record<string, [centre: number, last: string]>> =
  Object.fromEntries(
    selectRates("former").map(({ code, value, last = "" }) => [code, [value, last]]),
  );
/** First days of currencies that were not quoted from the start. */
const firstDays: Readonly<Record<string, string>> = { TRY: "2005-01-03", RON: "2005-07-01" };
/** Years without published rates of the króna. */
const iskGap = { from: "2008-12-10", to: "2018-02-01" };

const all = [...Object.keys(centres), ...Object.keys(formerCurrencies)];

/** Returns a rate in the format of the XML feeds, or undefined if there is none. */
export function fictionalRate(code: string, date: string): string | undefined {
  const [centre, last] = formerCurrencies[code] ?? [centres[code] ?? 1, "9999-12-31"];
  if (date > last || date < (firstDays[code] ?? "")) return undefined;
  if (code === "ISK" && date >= iskGap.from && date < iskGap.to) return undefined;
  const days = Date.parse(date) / 86_400_000;
  const fluctuation = Math.sin(days / 300 + centre) * 0.08 + Math.sin(days / 9 + centre * 3) * 0.01;
  return (centre * (1 + fluctuation)).toFixed(decimalsByCode[code] ?? 4);
}

/** Returns the TARGET business days in a range. */
export function openDays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = shiftDay(day, 1)) if (!findClosure(day)) days.push(day);
  return days;
}

/** Returns a feed such as `eurofxref-hist-90d.xml`, newest day first. */
export function ecbXml(dates: readonly string[]): string {
  const cubes = dates.toReversed().map((date) => {
    const rates = all.map((code) => [code, fictionalRate(code, date)]);
    const lines = rates.map(([code, rate]) =>
      rate ? `\t\t\t<Cube currency='${code}' rate='${rate}'/>\n` : "",
    );
    return `\t\t<Cube time='${date}'>\n${lines.join("")}\t\t</Cube>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>Fictional Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>\n${cubes.join("")}\t</Cube>
</gesmes:Envelope>`;
}

/** Returns the table of `eurofxref-hist.zip`, without trailing zeros. */
export function ecbTable(dates: readonly string[]): string {
  const lines = dates.toReversed().map((date) => {
    const cells = all.map((code) => {
      const rate = fictionalRate(code, date);
      return rate === undefined ? "N/A" : String(Number(rate));
    });
    return `${date},${cells.join(",")},\n`;
  });
  return `Date,${all.join(",")},\n${lines.join("")}`;
}

/** Returns the archive that contains a table. */
export function ecbZip(table: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(zipSync({ "eurofxref-hist.csv": strToU8(table) }));
}

const archive = ecbZip(
  ecbTable(openDays("2004-11-01", "2025-12-31").filter((day) => isIncluded(day))),
);

/** Returns whether a day is included. A few years suffice and keep the tests fast. */
function isIncluded(day: string): boolean {
  return ["2004", "2005", "2012", "2022", "2025"].includes(day.slice(0, 4));
}

/** Values in złoty of currencies that the ECB doesn't quote. */
const inZloty = listValues("nbp");

/** Tables of the National Bank of Poland: table A of 2 January 2026, and table B of 31 December 2025. */
export function nbpTables(url: string): Response {
  const table = (name: string, effectiveDate: string, rates: Readonly<Record<string, number>>) => {
    const rows = Object.entries(rates).map(([code, mid]) => ({ currency: code, code, mid }));
    return Response.json([{ table: name, no: `1/${name}/NBP`, effectiveDate, rates: rows }]);
  };
  const range = /\/tables\/([AB])\/(\d{4}-\d\d-\d\d)\/(\d{4}-\d\d-\d\d)\//.exec(url);
  if (range) return nbpRange(range[1] === "B", { from: range[2] ?? "", to: range[3] ?? "" });
  if (url.includes("/tables/A/"))
    return table("A", "2026-01-02", { EUR: 8, USD: 4.1, CHF: 4.3, XDR: 5.2, UAH: 0.09 });
  if (url.includes("/tables/B/")) return table("B", "2025-12-31", inZloty);
  const rates = [{ no: "251/A/NBP/2025", effectiveDate: "2025-12-31", mid: 8.02 }];
  return Response.json({ table: "A", currency: "euro", code: "EUR", rates });
}

/** Days of December 2025 in both tables: the euro rises by 0.01 złoty a day, and table B is of Wednesdays. */
function nbpRange(isWeekly: boolean, { from, to }: { from: string; to: string }): Response {
  const days = openDays("2025-12-10", "2025-12-31").filter((day) => day >= from && day <= to);
  const tables = days.flatMap((effectiveDate) => {
    const day = Number(effectiveDate.slice(8));
    if (isWeekly && new Date(effectiveDate).getUTCDay() !== 3) return [];
    const rates = isWeekly ? inZloty : { EUR: 7.71 + day / 100, USD: 4.1, CHF: 4.3, UAH: 0.09 };
    const rows = Object.entries(rates).map(([code, mid]) => ({ currency: code, code, mid }));
    return [{ table: isWeekly ? "B" : "A", no: "1", effectiveDate, rates: rows }];
  });
  if (tables.length > 0) return Response.json(tables);
  return new Response("404 NotFound - Not Found - Brak danych", { status: 404 });
}

/** Rates of Norges Bank in its CSV format: per hundred units if `UNIT_MULT` is 2, with a series that ended. */
export const norgesBankCsv = `FREQ;Frequency;BASE_CUR;Base Currency;QUOTE_CUR;Quote Currency;TENOR;Tenor;DECIMALS;CALCULATED;UNIT_MULT;Unit Multiplier;COLLECTION;Collection Indicator;TIME_PERIOD;OBS_VALUE
${[
  ["EUR", 0, "2025-12-31", "22.0000"],
  ["USD", 0, "2025-12-31", "11.0000"],
  ["TWD", 2, "2025-12-31", "34.2500"],
  ["VND", 2, "2025-12-31", "0.0381"],
  ["PKR", 2, "2025-12-31", "3.9"],
  ["BDT", 2, "2025-12-31", "9.1"],
  ["MMK", 2, "2025-12-31", "0.52"],
  ["BYN", 0, "2025-12-31", "3.4"],
  ["CHF", 2, "2025-12-31", "1,145.56"],
  ["INR", 2, "2025-12-31", "12.2"],
  ["GBP", 0, "2025-12-31", "13.75"],
  ["RUB", 0, "2022-03-01", "0.0831"],
  ["TWI", 0, "2025-12-31", "119.51"],
]
  .map(
    ([code, power, date, value]) =>
      `B;Business;${code};Name;NOK;Norwegian krone;SP;Spot;4;false;${power};Units;C;ECB concertation time 14:15 CET;${date};${value}\n`,
  )
  .join("")}`;

/** At the hub's clock, the last published rates are those of 31 December 2025. */
export default {
  ...moreBanks,
  "api.nbp.pl": ({ url }: Request) => nbpTables(url),
  "data.norges-bank.no": ({ url }: Request) => {
    const day = new URL(url).searchParams;
    const [from, to] = [day.get("startPeriod") ?? "", day.get("endPeriod") ?? "9999-12-31"];
    const [header = "", ...lines] = norgesBankCsv.trimEnd().split("\n");
    const rows = lines.filter((line) => {
      const date = line.split(";")[14] ?? "";
      return date >= from && date <= to;
    });
    if (rows.length === 0) return new Response("No data for data query", { status: 404 });
    return new Response([header, ...rows, ""].join("\n"));
  },
  "www.ecb.europa.eu": (request: Request) => {
    if (request.url.endsWith("eurofxref-hist.zip")) return new Response(archive);
    return new Response("Not Found", { status: 404 });
  },
};
