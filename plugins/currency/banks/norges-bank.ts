import { readCsv } from "hub/csv";
import type { RouteDoors } from "../doors.ts";
import { groupDays } from "./bank.ts";
import type { DayRange } from "./days.ts";
import { downloadTable } from "./download.ts";
import { parseNumber } from "./number.ts";
import type { BankDay } from "./table.ts";

const base = "https://data.norges-bank.no/api/data/EXR/B..NOK.SP?format=csv&locale=en";

/** Downloads the rates of a range. Norges Bank publishes them each working day. */
export async function fetchNorgesBankDays(
  { from, to }: DayRange,
  doors: Pick<RouteDoors, "net">,
): Promise<readonly BankDay[]> {
  const url = `${base}&startPeriod=${encodeURIComponent(from)}&endPeriod=${encodeURIComponent(to)}`;
  const csv = await downloadTable(url, doors);
  return csv === undefined ? [] : parseNorgesBankDays(csv);
}

/** Parses the table of a range, oldest day first. Days without the euro are left out. */
export function parseNorgesBankDays(csv: string): BankDay[] {
  return groupDays(readRows(csv));
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
