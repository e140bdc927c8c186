import { strToU8, zipSync } from "fflate";
import type { DataFault } from "./faults.ts";
import { invented, swing } from "./invented.ts";
import { remembering, type StandIn, type StandInRequest } from "./stand-in.ts";

const dayMs = 86_400_000;
const CODES =
  "USD JPY CZK DKK GBP HUF PLN RON SEK CHF ISK NOK TRY AUD BRL CAD CNY HKD IDR ILS INR KRW MXN MYR NZD PHP SGD THB ZAR".split(
    " ",
  );

type Day = { date: string; rates: Record<string, string> };

/** The feeds of the European Central Bank at `/stats/eurofxref/`, with invented rates. */
export const ecb: StandIn = remembering(({ path, now, fault }: StandInRequest) => {
  const file = path.replace("/stats/eurofxref/", "");
  const xml = (days: Day[]) => ({ type: "text/xml", body: asXml(days) });
  const zip = (name: string, days: Day[]) => ({
    type: "application/zip",
    body: zipped(name, days),
  });
  const last = (count: number) => injectFault(listDays(now, count), fault);
  switch (file) {
    case "eurofxref-daily.xml":
      return xml(last(1));
    case "eurofxref-hist-90d.xml":
      return xml(last(64));
    case "eurofxref-hist.xml":
      return xml(last(Number.POSITIVE_INFINITY));
    case "eurofxref.zip":
      return zip("eurofxref.csv", last(1));
    case "eurofxref-hist.zip":
      return zip("eurofxref-hist.csv", last(Number.POSITIVE_INFINITY));
    default:
      return undefined;
  }
});

/** Returns the latest days, newest first. Each has rates published by 16:00 UTC, back to the first day in 1999. */
function listDays(now: number, count: number): Day[] {
  const days: Day[] = [];
  const first = Date.UTC(1999, 0, 4);
  const newest = Math.floor((now - 16 * 3_600_000) / dayMs) * dayMs;
  for (let time = newest; time >= first && days.length < count; time -= dayMs)
    if (isOpen(new Date(time))) days.push(dayAt(time));
  return days;
}

function isOpen(day: Date): boolean {
  const isWeekend = day.getUTCDay() === 0 || day.getUTCDay() === 6;
  return !isWeekend && !listClosedDays(day.getUTCFullYear()).includes(formatDate(day.getTime()));
}

const closed = new Map<number, string[]>();

function listClosedDays(year: number): string[] {
  const days = closed.get(year) ?? [
    ...["01-01", "05-01", "12-25", "12-26"].map((day) => `${year}-${day}`),
    ...[-2, 1].map((shift) => formatDate(easter(year) + shift * dayMs)),
  ];
  closed.set(year, days);
  return days;
}

/** Returns the date of Easter by Gauss's algorithm with the two Gregorian exceptions, valid from 1900 to 2099. */
function easter(year: number): number {
  const d = (19 * (year % 19) + 24) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + 5) % 7;
  const late = d + e;
  const isException = (d === 29 && e === 6) || (d === 28 && e === 6 && year % 19 > 10);
  return Date.UTC(year, 2, 22 + late - (isException ? 7 : 0));
}

const invention = new Map<number, Day>();

function dayAt(time: number): Day {
  const day = invention.get(time) ?? invent(time);
  invention.set(time, day);
  return day;
}

function invent(time: number): Day {
  const rates = CODES.map((code) => {
    const middle = 10 ** (invented(code) * 4 - 0.5);
    return [code, swing(code, { middle, time }).toFixed(4)];
  });
  return { date: formatDate(time), rates: Object.fromEntries(rates) };
}

/** Returns the days with a fault in the newest one. */
function injectFault([newest, ...others]: Day[], fault: DataFault | undefined): Day[] {
  if (!newest) return [];
  const { USD: dollar = "", ...rest } = newest.rates;
  const { date } = newest;
  const spoilers: Record<DataFault, () => Day[]> = {
    "future-date": () => [{ ...newest, date: "2999-12-31" }],
    "zero-rate": () => [{ date, rates: { USD: "0.0000", ...rest } }],
    nan: () => [{ date, rates: { USD: "NaN", ...rest } }],
    "missing-currency": () => [{ date, rates: rest }],
    "duplicate-day": () => [newest, { date, rates: { ...rest, USD: `1${dollar}` } }],
  };
  return [...(fault ? spoilers[fault]() : [newest]), ...others];
}

function asXml(days: Day[]): string {
  const cubes = days.map(({ date, rates }) => {
    const lines = Object.entries(rates).map(
      ([code, rate]) => `\t\t\t<Cube currency='${code}' rate='${rate}'/>`,
    );
    return `\t\t<Cube time='${date}'>\n${lines.join("\n")}\n\t\t</Cube>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Invented rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>A stand-in for tests</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
${cubes.join("\n")}
\t</Cube>
</gesmes:Envelope>
`;
}

/** Returns a zipped feed. The daily file has another date format, and spaces; both files end each line with a comma. */
function zipped(name: string, days: Day[]): Uint8Array {
  const isDaily = name === "eurofxref.csv";
  const comma = isDaily ? ", " : ",";
  const lines = days.map(({ date, rates }) => {
    const values = CODES.map((code) => rates[code] ?? "N/A");
    return [isDaily ? inWords(date) : date, ...values, ""].join(comma);
  });
  const text = `${[["Date", ...CODES, ""].join(comma), ...lines].join("\n")}\n`;
  return zipSync({ [name]: strToU8(text) }, { level: 1 });
}

function inWords(date: string): string {
  const options = { day: "2-digit", month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Date(date).toLocaleDateString("en-GB", options);
}

function formatDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
