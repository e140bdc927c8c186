import type { RouteDoors } from "../doors.ts";
import { groupDays, type PublishedRate } from "./bank.ts";
import type { DayRange } from "./days.ts";
import { downloadYears, parseDottedDay } from "./download.ts";
import { parseNumber } from "./number.ts";
import type { BankDay } from "./table.ts";

const base =
  "https://www.cnb.cz/cs/financni-trhy/devizovy-trh/kurzy-devizoveho-trhu/kurzy-devizoveho-trhu/rok.txt?rok=";

/** Downloads the tables of the Czech National Bank, one for each year. */
export function fetchCnbDays(
  range: DayRange,
  { net }: Pick<RouteDoors, "net">,
): Promise<readonly BankDay[]> {
  return downloadYears(range, { net, url: (year) => `${base}${year}`, parse: parseCnb });
}

/**
 * Parses the table of a year: a day and its rates in each line. The header has the number of units of each currency,
 * such as `100 HUF`. It is repeated when they change.
 */
export function parseCnb(text: string): BankDay[] {
  let columns: { code: string; units: number }[] = [];
  const rates: PublishedRate[] = [];
  for (const line of text.split("\n").filter((line) => line.trim())) {
    const [first = "", ...cells] = line.trim().split("|");
    if (first === "Datum") {
      columns = cells.map((cell) => {
        const [units = "", code = ""] = cell.trim().split(" ");
        return { code, units: parseNumber(units) };
      });
      continue;
    }
    const date = parseDottedDay(first);
    if (!date || columns.length === 0)
      throw new Error(
        `The table of the Czech National Bank has the line "${line.trim().slice(0, 40)}"`,
      );
    // In a damaged line, rates would be those of other currencies.
    if (cells.length !== columns.length) continue;
    cells.forEach((cell, index) => {
      const column = columns[index];
      if (column) rates.push({ date, ...column, value: parseNumber(cell) });
    });
  }
  return groupDays(rates);
}
