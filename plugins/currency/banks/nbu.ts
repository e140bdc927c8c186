import type { RouteDoors } from "../doors.ts";
import { findClosure } from "../ecb/calendar.ts";
import { groupDays, type PublishedRate } from "./bank.ts";
import type { DayRange } from "./days.ts";
import { downloadTable, parseDottedDay } from "./download.ts";
import type { BankDay } from "./table.ts";

const base = "https://bank.gov.ua/NBU_Exchange/exchange_site?sort=exchangedate&order=asc&json";

/** Downloads the rates of the National Bank of Ukraine. */
export async function fetchNbuDays(
  { from, to }: DayRange,
  doors: Pick<RouteDoors, "net">,
): Promise<readonly BankDay[]> {
  const [start, end] = [from, to].map((day) => day.replaceAll("-", ""));
  const json = await downloadTable(`${base}&start=${start}&end=${end}`, doors);
  return json === undefined ? [] : parseNbu(json);
}

/** Parses the rates. At weekends, the bank repeats those of Friday with another day: they are left out. */
export function parseNbu(json: string): BankDay[] {
  const rows: unknown = JSON.parse(json);
  if (!Array.isArray(rows)) throw new Error("bank.gov.ua returned no list of rates");
  const rates = rows.map((row): PublishedRate => {
    const { exchangedate, cc, rate, units } = row ?? {};
    const date = parseDottedDay(String(exchangedate));
    if (!date) throw new Error(`bank.gov.ua returned a rate of "${exchangedate}"`);
    return { date, code: String(cc), value: toNumber(rate), units: toNumber(units ?? 1) };
  });
  return groupDays(rates.filter(({ date }) => findClosure(date) !== "weekend"));
}

function toNumber(value: unknown): number {
  return typeof value === "number" ? value : Number.NaN;
}
