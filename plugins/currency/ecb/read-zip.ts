import { unzipSync } from "fflate";
import type { RateDay } from "./day.ts";
import { readTable } from "./table.ts";

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
