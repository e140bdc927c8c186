import { unzipSync } from "fflate";
import { orderedDays, type RateDay, rateDay } from "./day.ts";

/** All of history has about 2 MB. */
const csvBytesMax = 12 * 1024 * 1024;

/** Reads `eurofxref-hist.zip`: the days from the oldest on. Throws where it is anything else. */
export function readZip(zip: Uint8Array, last: string): RateDay[] {
  const files = unzipSync(zip, {
    filter: ({ name, originalSize }) => name.endsWith(".csv") && originalSize <= csvBytesMax,
  });
  const [csv] = Object.values(files);
  if (!csv) throw new Error(`The archive has no table of at most ${csvBytesMax} bytes`);
  return readTable(new TextDecoder().decode(csv), last);
}

/** Lines of a date and a rate for each currency of the first line, or `N/A`. */
export function readTable(csv: string, last: string): RateDay[] {
  const [head = "", ...lines] = csv.split("\n").map((line) => line.trim());
  const [first, ...codes] = head.split(",");
  if (first !== "Date") throw new Error(`The table begins with "${first?.slice(0, 40)}"`);
  const days = lines.filter(Boolean).map((line) => {
    const [date = "", ...cells] = line.split(",");
    return rateDay(
      date,
      cells.map((cell, index): [string, string] => [codes[index] ?? "", cell]),
      last,
    );
  });
  return orderedDays(days);
}
