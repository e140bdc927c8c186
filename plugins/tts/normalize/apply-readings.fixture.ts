import type { Reading } from "./cursor.ts";

/** Returns the spoken form of a text. */
export function applyReadings(text: string, readings: readonly Reading[]): string {
  let spoken = "";
  let at = 0;
  for (const { start, end, spoken: words } of readings) {
    spoken += text.slice(at, start) + words;
    at = end;
  }
  return spoken + text.slice(at);
}
