import { type RateDay, rateDay, sortDays } from "./day.ts";

/** Later than any day of the ECB, for tables whose days are checked elsewhere. */
export const anyDay = "9999-12-31";

/**
 * Parses an ECB table, oldest day first. Each line has a date, and a rate or `N/A` for each currency of
 * the header. Throws if it is anything else, or has a day after `last`.
 */
export function readTable(csv: string, last: string): RateDay[] {
  const [header = "", ...lines] = csv.split("\n").map((line) => line.trim());
  const [first, ...codes] = header.split(",");
  if (first !== "Date")
    throw new Error(`The table must start with "Date": it starts with "${first?.slice(0, 40)}"`);
  const days = lines.filter(Boolean).map((line) => {
    const [date = "", ...cells] = line.split(",");
    return rateDay(
      date,
      cells.map((cell, index): [string, string] => [codes[index] ?? "", cell]),
      last,
    );
  });
  return sortDays(days);
}

/** Writes days as an ECB table, newest first. */
export function writeTable(days: readonly RateDay[]): Uint8Array {
  const codes = [...new Set(days.flatMap(({ rates }) => Object.keys(rates)))].sort();
  const lines = days
    .toReversed()
    .map(({ date, rates }) => [date, ...codes.map((code) => rates[code] ?? "N/A")].join(","));
  return new TextEncoder().encode([["Date", ...codes].join(","), ...lines, ""].join("\n"));
}
