import { readCsv } from "hub/csv";
import type { Doors } from "../doors.ts";
import { buildTable } from "./bank.ts";
import type { BankTable } from "./table.ts";

const url =
  "https://data.norges-bank.no/api/data/EXR/B..NOK.SP?format=csv&lastNObservations=1&locale=en";

/** Downloads the rates of Norges Bank, which it publishes each working day. */
export async function fetchNorgesBank({ net }: Pick<Doors, "net">): Promise<BankTable> {
  const response = await net(url as "https://data.norges-bank.no/", { timeoutMs: 20_000 });
  if (!response.ok) throw new Error(`data.norges-bank.no returned status ${response.status}`);
  return parseNorgesBank(await response.text());
}

/**
 * Parses the SDMX table. `UNIT_MULT` is the power of ten of the number of units: the rate of the yen is for 100 yen.
 * Discontinued series have the day of their last rate, so only those of the euro's day are returned.
 */
export function parseNorgesBank(csv: string): BankTable {
  const separator = csv.slice(0, csv.indexOf("\n")).includes(";") ? ";" : ",";
  const [header = [], ...lines] = readCsv(csv, { refuse: (fault) => new Error(fault), separator });
  const at = (name: string) => {
    const index = header.indexOf(name);
    if (index < 0) throw new Error(`The table of Norges Bank must have a column "${name}"`);
    return index;
  };
  const columns = [at("BASE_CUR"), at("TIME_PERIOD"), at("OBS_VALUE"), at("UNIT_MULT")];
  const rates = lines.map((cells) => {
    const [code = "", date = "", value = "", power = ""] = columns.map((index) => cells[index]);
    return { code, date, value: readNumber(value), units: 10 ** Number(power) };
  });
  const euro = rates.find(({ code }) => code === "EUR");
  if (!euro) throw new Error("The table of Norges Bank must have a rate of the euro");
  const { date } = euro;
  const ofDay = rates.filter((rate) => rate.date === date && Number.isFinite(rate.units));
  return buildTable(ofDay, { date, euro: euro.value / euro.units, everyDays: 1 });
}

/** Parses a number with a point, and with commas between thousands. */
function readNumber(text: string): number {
  return /^\d{1,3}(,\d{3})*(\.\d+)?$|^\d+(\.\d+)?$/.test(text)
    ? Number(text.replaceAll(",", ""))
    : Number.NaN;
}
