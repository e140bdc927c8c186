import type { RouteDoors } from "../doors.ts";
import { groupDays } from "./bank.ts";
import type { DayRange } from "./days.ts";
import { downloadYears } from "./download.ts";
import { parseNumber } from "./number.ts";
import type { BankDay } from "./table.ts";
import { parseXml } from "./xml.ts";

/** Since August 2026, other addresses lead to the bank's home page. */
const base = "https://curs.bnr.ro/files/xml/years/nbrfxrates";

/** Downloads the tables of the National Bank of Romania, one for each year. */
export function fetchBnrDays(
  range: DayRange,
  { net }: Pick<RouteDoors, "net">,
): Promise<readonly BankDay[]> {
  return downloadYears(range, { net, url: (year) => `${base}${year}.xml`, parse: parseBnr });
}

/** Parses the table of a year. `multiplier` is the number of units, such as 100 for the yen. */
export function parseBnr(xml: string): BankDay[] {
  const { children } = parseXml(xml, "DataSet");
  const cubes = children.flatMap((part) => (part.name === "Body" ? part.children : []));
  return groupDays(
    cubes.flatMap((cube) =>
      cube.children.map(({ attributes, text }) => ({
        date: cube.attributes.date ?? "",
        code: attributes.currency ?? "",
        value: parseNumber(text),
        units: parseNumber(attributes.multiplier ?? "1"),
      })),
    ),
  );
}
