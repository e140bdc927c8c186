import { openTable } from "hub/data-file";
import { eciBits, type Mode } from "./segments.ts";

/** Error correction levels, weakest first. */
export const levels = ["L", "M", "Q", "H"] as const;

export type Level = (typeof levels)[number];

/** Returns the number of data bits in a code of a version (1 to 40). */
export function dataBits(version: number, level: Level): number {
  return (
    totalBits(version) -
    (totalBits(version) % 8) -
    8 * (readCorrectionBytes()[version - 1]?.[level] ?? 0)
  );
}

/** Returns the capacity of version 40 in one mode: digits, characters or bytes. */
export function computeCapacity(level: Level, mode: Mode, eci = false): number {
  const bits = dataBits(40, level) - 4 - (eci ? eciBits : 0);
  if (mode === "numeric") return Math.floor(((bits - 14) * 3) / 10);
  if (mode === "alphanumeric") return Math.floor(((bits - 13) * 2) / 11);
  if (mode === "kanji") return Math.floor((bits - 12) / 13);
  return Math.floor((bits - 16) / 8);
}

/** Returns the number of modules outside finder, timing, alignment, format and version patterns. */
function totalBits(version: number): number {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const alignmentModules = version === 1 ? 0 : (25 * alignments - 10) * alignments - 55;
  return (16 * version + 128) * version + 64 - alignmentModules - (version >= 7 ? 36 : 0);
}

// Error correction codewords of versions 1 to 40.
const readCorrectionBytes = openTable(new URL("./capacity.tsv", import.meta.url), {
  version: "number",
  L: "number",
  M: "number",
  Q: "number",
  H: "number",
});
