import { readCsv } from "hub/csv";
import type { Doors } from "../doors.ts";
import { buildTable, groupDays } from "./bank.ts";
import type { DayRange } from "./days.ts";
import { parseNumber } from "./number.ts";
import type { BankDay, BankTable } from "./table.ts";

const base = "https://data.norges-bank.no/api/data/EXR/B..NOK.SP?format=csv&locale=en";

/** Downloads the rates of Norges Bank, which it publishes each working day. */
export async function fetchNorgesBank({ net }: Pick<Doors, "net">): Promise<BankTable> {
  const url = `${base}&lastNObservations=1` as "https://data.norges-bank.no/";
  const response = await net(url, { timeoutMs: 20_000 });
  if (!response.ok) throw new Error(`data.norges-bank.no returned status ${response.status}`);
  return parseNorgesBank(await response.text());
}

/** Downloads the rates of a range. The bank returns 404 for a range without one. */
export async function fetchNorgesBankDays(
  { from, to }: DayRange,
  { net }: Pick<Doors, "net">,
): Promise<BankDay[]> {
  const url = `${base}&startPeriod=${encodeURIComponent(from)}&endPeriod=${encodeURIComponent(to)}`;
  const { value } = await net.read(
    url as "https://data.norges-bank.no/",
    async (response) => {
      if (response.status === 404) return [];
      if (!response.ok) throw new Error(`data.norges-bank.no returned status ${response.status}`);
      return parseNorgesBankDays(await response.text());
    },
    { timeoutMs: 30_000 },
  );
  return value;
}

/** Parses the table of a range, oldest day first. Days without the euro are left out. */
export function parseNorgesBankDays(csv: string): BankDay[] {
  return groupDays(readRows(csv));
}

/**
 * Parses the newest rates. Discontinued series have the day of their last rate, so only those of the euro's day are
 * returned.
 */
export function parseNorgesBank(csv: string): BankTable {
  const rates = readRows(csv);
  const euro = rates.find(({ code }) => code === "EUR");
  if (!euro) throw new Error("The table of Norges Bank must have a rate of the euro");
  const { date } = euro;
  const ofDay = rates.filter((rate) => rate.date === date && Number.isFinite(rate.units));
  return buildTable(ofDay, { date, euro: euro.value / euro.units, everyDays: 1 });
}

/** Parses the SDMX table. `UNIT_MULT` is the power of ten of the number of units: the rate of the yen is for 100 yen. */
function readRows(csv: string) {
  const separator = csv.slice(0, csv.indexOf("\n")).includes(";") ? ";" : ",";
  const [header = [], ...lines] = readCsv(csv, { refuse: (fault) => new Error(fault), separator });
  const at = (name: string) => {
    const index = header.indexOf(name);
    if (index < 0) throw new Error(`The table of Norges Bank must have a column "${name}"`);
    return index;
  };
  const columns = [at("BASE_CUR"), at("TIME_PERIOD"), at("OBS_VALUE"), at("UNIT_MULT")];
  return lines.map((cells) => {
    const [code = "", date = "", value = "", power = ""] = columns.map((index) => cells[index]);
    return { code, date, value: parseNumber(value), units: 10 ** Number(power) };
  });
}
