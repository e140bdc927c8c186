import { eciBits, type Mode } from "./segments.ts";

/** Error correction levels, weakest first. */
export const levels = ["L", "M", "Q", "H"] as const;

export type Level = (typeof levels)[number];

/** Returns the number of data bits in a code of a version (1 to 40). */
export function dataBits(version: number, level: Level): number {
  return totalBits(version) - (totalBits(version) % 8) - 8 * (correctionBytes[level][version] ?? 0);
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

// Error correction codewords of versions 1 to 40: ISO/IEC 18004, table 9.
const correctionBytes: Readonly<Record<Level, readonly number[]>> = {
  L: [
    0, 7, 10, 15, 20, 26, 36, 40, 48, 60, 72, 80, 96, 104, 120, 132, 144, 168, 180, 196, 224, 224,
    252, 270, 300, 312, 336, 360, 390, 420, 450, 480, 510, 540, 570, 570, 600, 630, 660, 720, 750,
  ],
  M: [
    0, 10, 16, 26, 36, 48, 64, 72, 88, 110, 130, 150, 176, 198, 216, 240, 280, 308, 338, 364, 416,
    442, 476, 504, 560, 588, 644, 700, 728, 784, 812, 868, 924, 980, 1036, 1064, 1120, 1204, 1260,
    1316, 1372,
  ],
  Q: [
    0, 13, 22, 36, 52, 72, 96, 108, 132, 160, 192, 224, 260, 288, 320, 360, 408, 448, 504, 546, 600,
    644, 690, 750, 810, 870, 952, 1020, 1050, 1140, 1200, 1290, 1350, 1440, 1530, 1590, 1680, 1770,
    1860, 1950, 2040,
  ],
  H: [
    0, 17, 28, 44, 64, 88, 112, 130, 156, 192, 224, 264, 308, 352, 384, 432, 480, 532, 588, 650,
    700, 750, 816, 900, 960, 1050, 1110, 1200, 1260, 1350, 1440, 1530, 1620, 1710, 1800, 1890, 1980,
    2100, 2220, 2310, 2430,
  ],
};
