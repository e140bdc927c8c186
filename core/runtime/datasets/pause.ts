import type { Kept } from "../../contract/dataset-version.ts";
import type { Tried } from "./shelf.ts";

/** After an attempt nobody tries again during this time, and longer after each that failed. */
const pauseMs = 5 * 60_000;
export const pauseMsMax = 6 * 3_600_000;
/** The same where there is no data at all, and somebody waits for it. */
export const emptyPauseMs = 60_000;

/** How long after an attempt the next one is made. */
export function pauseAfter({ failures }: Tried, kept: Kept | undefined): number {
  return kept ? Math.min(pauseMs * 2 ** Math.max(0, failures - 1), pauseMsMax) : emptyPauseMs;
}
