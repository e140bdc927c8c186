import { type Static, t } from "hub";
import type { RouteDoors } from "../doors.ts";
import { isDay } from "../ecb/calendar.ts";
import { buildTable, isCode, isPositive } from "./bank.ts";
import type { DayRange } from "./days.ts";
import { downloadTable } from "./download.ts";
import type { BankDay, BankTable } from "./table.ts";

const base = "https://api.nbp.pl/api/exchangerates" as const;

const Tables = t.Array(
  t.Object({
    effectiveDate: t.String(),
    rates: t.Array(t.Object({ code: t.String(), mid: t.Number() })),
  }),
  { minItems: 1 },
);

const Euro = t.Object({
  rates: t.Array(t.Object({ effectiveDate: t.String(), mid: t.Number() }), { minItems: 1 }),
});

/**
 * Downloads the average rates of the National Bank of Poland: table A of each working day, and table B of each
 * Wednesday with the other currencies. Table B has no euro, so it takes that of table A on its day.
 */
export async function fetchNbp({ net }: Pick<RouteDoors, "net">): Promise<BankTable> {
  const [[daily], [weekly]] = await Promise.all([
    net.json(`${base}/tables/A/?format=json`, Tables),
    net.json(`${base}/tables/B/?format=json`, Tables),
  ]);
  if (!daily || !weekly) throw new Error("A table of the National Bank of Poland is empty");
  const date = weekly.effectiveDate;
  const path = `rates/A/EUR/${encodeURIComponent(date)}/?format=json` as const;
  const euroThen = await net.json(`${base}/${path}`, Euro);
  const euroNow = daily.rates.find(({ code }) => code === "EUR");
  return {
    ...buildTable(weekly.rates.map(toRate), {
      date,
      euro: euroThen.rates[0]?.mid ?? Number.NaN,
      everyDays: 7,
    }),
    ...buildTable(daily.rates.map(toRate), {
      date: daily.effectiveDate,
      euro: euroNow?.mid ?? Number.NaN,
      everyDays: 1,
    }),
  };
}

function toRate({ code, mid }: { code: string; mid: number }) {
  return { code, value: mid };
}

/** Downloads both tables of a range. Table B has no euro, so it takes that of table A on its day. */
export async function fetchNbpDays(
  { from, to }: DayRange,
  doors: Pick<RouteDoors, "net">,
): Promise<BankDay[]> {
  const days = new Map<string, BankDay["rates"]>();
  for (const table of ["A", "B"] as const) {
    const path = `tables/${table}/${encodeURIComponent(from)}/${encodeURIComponent(to)}/?format=json`;
    const json = await downloadTable(`${base}/${path}`, doors);
    for (const { date, rates } of json === undefined ? [] : parseTables(json))
      days.set(date, { ...days.get(date), ...rates });
  }
  return [...days].flatMap(([date, rates]) => (rates.EUR === undefined ? [] : [{ date, rates }]));
}

/** Parses tables. Skips values such as zero. */
function parseTables(json: string): BankDay[] {
  const tables: unknown = JSON.parse(json);
  if (!Array.isArray(tables)) throw new Error("api.nbp.pl returned no list of tables");
  return tables.map(({ effectiveDate, rates }: Partial<Static<typeof Tables>[number]>) => {
    if (typeof effectiveDate !== "string" || !isDay(effectiveDate) || !Array.isArray(rates))
      throw new Error("api.nbp.pl returned a table without a day or rates");
    const usable = rates.filter(({ code, mid }) => isCode(code) && isPositive(mid));
    const byCode = usable.map(({ code, mid }): [string, number] => [code, mid]);
    return { date: effectiveDate, rates: Object.fromEntries(byCode) };
  });
}
