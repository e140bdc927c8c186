import type { RateDoors } from "../doors.ts";
import { shiftDay, today } from "./calendar.ts";
import type { RateDay } from "./day.ts";

/** Where an operator without a network puts the ECB's `eurofxref-hist.zip`. */
export const placedFile = "data/eurofxref-hist.zip";

/** The days of the file that the operator has put there; undefined where there is none of use. */
export async function placedDays({
  read,
  clock,
  log,
}: Pick<RateDoors, "read" | "clock" | "log">): Promise<RateDay[] | undefined> {
  const zip = await read(placedFile).catch(() => undefined);
  if (!zip) return undefined;
  try {
    const { readZip } = await import("./read-zip.ts");
    return readZip(zip, shiftDay(today(clock()), 1));
  } catch (error) {
    log.warn(`Cannot read ${placedFile}`, { error: String(error) });
    return undefined;
  }
}
