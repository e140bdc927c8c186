import { readPackedText } from "hub/data-file";
import type { RateDay } from "./day.ts";
import { anyDay, readTable } from "./table.ts";

/** Returns the days until `last` that this repository contains, for a hub that has not reached the ECB. */
export function readPackagedDays(last: string): RateDay[] {
  const table = readPackedText(new URL("./eurofxref-hist.csv.br", import.meta.url));
  return readTable(table, anyDay).filter(({ date }) => date <= last);
}
