import type { Level } from "./capacity.ts";
import { blockPenalty, darkPenalty, linePenalty } from "./penalty.ts";

const levelBits: Readonly<Record<Level, number>> = { L: 1, M: 0, Q: 3, H: 2 };

// In this file `!` is safe: indexes are within bounds by construction, and a check for each module would cost as much
// as the work itself.

/** A code with mask 0. Reserved modules must not be masked. */
interface Unmasked {
  size: number;
  modules: Uint8Array;
  reserved: Uint8Array;
  level: Level;
}

/** A code with a mask. */
interface Masked {
  mask: number;
  modules: Uint8Array;
}

/** Applies a mask to a code. */
export function maskCode(code: Unmasked, mask: number): Masked {
  const rows = packLines(code, false);
  applyMask(rows, { ...code, mask });
  return { mask, modules: unpackModules(rows, code.size) };
}

/** Applies the mask with the fewest penalty points to a code. */
export function maskWithFewestPenalties(code: Unmasked): Masked {
  const { size, level } = code;
  const rows = packLines(code, false);
  const columns = packLines(code, true);
  let [best, fewest] = [0, Number.POSITIVE_INFINITY];
  for (let mask = 0; mask < patterns[0]!.length; mask++) {
    applyMask(rows, { size, level, mask });
    let points =
      blockPenalty(rows.masked, size) +
      darkPenalty(rows.masked, size) +
      linePenalty(rows.masked, size);
    if (points >= fewest) continue;
    applyMask(columns, { size, level, mask });
    points += linePenalty(columns.masked, size);
    if (points < fewest) [best, fewest] = [mask, points];
  }
  applyMask(rows, { size, level, mask: best });
  return { mask: best, modules: unpackModules(rows, size) };
}

/** All rows or all columns as bits, first module in the lowest bit, 32 per number. */
interface Lines {
  isColumns: boolean;
  base: Int32Array;
  maskable: Int32Array;
  masked: Int32Array;
}

function packLines({ size, modules, reserved }: Unmasked, isColumns: boolean): Lines {
  const words = Math.ceil(size / 32);
  const base = new Int32Array(size * words);
  const maskable = new Int32Array(size * words);
  const [along, across] = isColumns ? [size, 1] : [1, size];
  for (let line = 0; line < size; line++)
    for (let word = 0, from = 0; from < size; word++, from += 32) {
      let [dark, free] = [0, 0];
      const count = Math.min(size - from, 32);
      for (let bit = 0, at = line * across + from * along; bit < count; bit++, at += along) {
        dark |= modules[at]! << bit;
        free |= (reserved[at]! ^ 1) << bit;
      }
      base[line * words + word] = dark;
      maskable[line * words + word] = free;
    }
  return { isColumns, base, maskable, masked: new Int32Array(base.length) };
}

function unpackModules({ masked }: Lines, size: number): Uint8Array {
  const modules = new Uint8Array(size * size);
  const words = masked.length / size;
  for (let row = 0, at = 0; row < size; row++)
    for (let column = 0; column < size; column++, at++)
      modules[at] = (masked[row * words + (column >> 5)]! >>> (column & 31)) & 1;
  return modules;
}

/** Applies another mask to the lines. */
function applyMask(
  { isColumns, base, maskable, masked }: Lines,
  { size, level, mask }: { size: number; level: Level; mask: number },
): void {
  const words = base.length / size;
  const [oldPattern, newPattern] = [
    patterns[isColumns ? 1 : 0]![0]!,
    patterns[isColumns ? 1 : 0]![mask]!,
  ];
  for (let line = 0, at = 0; line < size; line++)
    for (let word = 0; word < words; word++, at++) {
      const patternIndex = (line % 12) * 6 + word;
      masked[at] =
        base[at]! ^ ((oldPattern[patternIndex]! ^ newPattern[patternIndex]!) & maskable[at]!);
    }
  writeFormat({ masked, isColumns }, { size, level, mask });
}

// A mask repeats after twelve rows and columns. Six numbers hold a line of version 40.
const patterns = [false, true].map((isColumns) =>
  Array.from({ length: 8 }, (_, mask) => {
    const bits = new Int32Array(12 * 6);
    for (let line = 0; line < 12; line++)
      for (let index = 0; index < 192; index++)
        if (isColumns ? isInverted(mask, index, line) : isInverted(mask, line, index))
          bits[line * 6 + (index >> 5)]! |= 1 << (index & 31);
    return bits;
  }),
);

/** Returns whether a mask inverts a module: ISO/IEC 18004, table 10. */
function isInverted(mask: number, row: number, column: number): boolean {
  switch (mask) {
    case 0:
      return (row + column) % 2 === 0;
    case 1:
      return row % 2 === 0;
    case 2:
      return column % 3 === 0;
    case 3:
      return (row + column) % 3 === 0;
    case 4:
      return ((row >> 1) + Math.floor(column / 3)) % 2 === 0;
    case 5:
      return (row * column) % 6 === 0;
    case 6:
      return (((row * column) % 2) + ((row * column) % 3)) % 2 === 0;
    default:
      return (((row * column) % 3) + ((row + column) % 2)) % 2 === 0;
  }
}

/** Writes the thirty modules with level and mask: ISO/IEC 18004, 7.9. */
function writeFormat(
  { masked, isColumns }: Pick<Lines, "masked" | "isColumns">,
  { size, level, mask }: { size: number; level: Level; mask: number },
): void {
  const words = masked.length / size;
  const bits = formatBits((levelBits[level] << 3) | mask);
  for (let bit = 0; bit < 15; bit++) {
    const dark = (bits >> bit) & 1;
    const row = bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit;
    const column = bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit;
    setModule(masked, isColumns ? 8 * words : row * words, { index: isColumns ? row : 8, dark });
    setModule(masked, isColumns ? column * words : 8 * words, {
      index: isColumns ? 8 : column,
      dark,
    });
  }
}

function setModule(
  lines: Int32Array,
  line: number,
  { index, dark }: { index: number; dark: number },
): void {
  const [at, bit] = [line + (index >> 5), index & 31];
  lines[at] = (lines[at]! & ~(1 << bit)) | (dark << bit);
}

/** Appends the BCH remainder to five bits and applies the format mask. */
function formatBits(data: number): number {
  let remainder = data << 10;
  for (let bit = 14; bit >= 10; bit--) if ((remainder >> bit) & 1) remainder ^= 0x537 << (bit - 10);
  return ((data << 10) | remainder) ^ 0x5412;
}
