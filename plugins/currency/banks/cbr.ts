import type { RouteDoors } from "../doors.ts";
import { daysBetween, shiftDay } from "../ecb/calendar.ts";
import { groupDays, type PublishedRate } from "./bank.ts";
import type { DayRange } from "./days.ts";
import { downloadTable, parseDottedDay } from "./download.ts";
import { parseNumber } from "./number.ts";
import type { BankDay } from "./table.ts";
import { parseXml, readChild } from "./xml.ts";

const base = "https://www.cbr.ru/scripts/";

/** In a longer range, one request for each currency needs fewer requests than one for each day. */
const singleDaysMax = 31;

/** Downloads the rates of the Bank of Russia: by day for a short range, and by currency for a long one. */
export async function fetchCbrDays(
  range: DayRange,
  doors: Pick<RouteDoors, "net">,
): Promise<readonly BankDay[]> {
  const isShort = daysBetween(range.from, range.to) < singleDaysMax;
  return groupDays(isShort ? await fetchByDay(range, doors) : await fetchByCurrency(range, doors));
}

/** Downloads day by day, newest first. A table applies until the next one, and has the day on which it began. */
async function fetchByDay(
  { from, to }: DayRange,
  doors: Pick<RouteDoors, "net">,
): Promise<PublishedRate[]> {
  const rates: PublishedRate[] = [];
  for (let day = to; day >= from; ) {
    const { date, quotes } = await fetchTable(day, doors);
    if (date > day) throw new Error(`www.cbr.ru returned the table of ${date} for ${day}`);
    if (date >= from) rates.push(...quotes.map((quote) => ({ ...quote, date })));
    day = shiftDay(date, -1);
  }
  return rates;
}

async function fetchByCurrency(
  { from, to }: DayRange,
  doors: Pick<RouteDoors, "net">,
): Promise<PublishedRate[]> {
  const { quotes } = await fetchTable(to, doors);
  const rates: PublishedRate[] = [];
  for (const { id, code } of quotes) {
    const query = `date_req1=${toSlashes(from)}&date_req2=${toSlashes(to)}&VAL_NM_RQ=${encodeURIComponent(id)}`;
    const xml = await downloadTable(`${base}XML_dynamic.asp?${query}`, doors);
    if (xml !== undefined) rates.push(...parseCbrCurrency(xml, code));
  }
  return rates;
}

async function fetchTable(day: string, doors: Pick<RouteDoors, "net">) {
  const xml = await downloadTable(`${base}XML_daily.asp?date_req=${toSlashes(day)}`, doors);
  if (xml === undefined) throw new Error("www.cbr.ru returned status 404");
  return parseCbrDay(xml);
}

/** Parses the rates of all currencies on a day. */
export function parseCbrDay(xml: string) {
  const { attributes, children } = parseXml(xml, "ValCurs");
  const date = parseDottedDay(attributes.Date ?? "");
  if (!date) throw new Error(`www.cbr.ru returned a table of "${attributes.Date}"`);
  const quotes = children.map((row) => ({
    id: row.attributes.ID ?? "",
    code: readChild(row, "CharCode"),
    value: parseNumber(readChild(row, "Value")),
    units: parseNumber(readChild(row, "Nominal")),
  }));
  return { date, quotes };
}

/** Parses the rates of one currency on the days of a range. */
export function parseCbrCurrency(xml: string, code: string): PublishedRate[] {
  return parseXml(xml, "ValCurs").children.map((row) => ({
    date: parseDottedDay(row.attributes.Date ?? ""),
    code,
    value: parseNumber(readChild(row, "Value")),
    units: parseNumber(readChild(row, "Nominal")),
  }));
}

function toSlashes(day: string): string {
  return day.split("-").toReversed().join("/");
}
