import type { Level } from "./capacity.ts";
import { blockPenalty, darkPenalty, linePenalty } from "./penalty.ts";

const levelBits: Readonly<Record<Level, number>> = { L: 1, M: 0, Q: 3, H: 2 };

// Indexes below are within bounds by construction, and every module of every mask passes here:
// `!` says so where a check would cost as much as the work.

/** A code under mask 0, with the modules marked that no mask may touch. */
interface Unmasked {
  size: number;
  modules: Uint8Array;
  reserved: Uint8Array;
  level: Level;
}

/** A code under a mask. */
interface Masked {
  mask: number;
  modules: Uint8Array;
}

/** Puts a code under one mask. */
export function maskCode(code: Unmasked, mask: number): Masked {
  const rows = packLines(code, false);
  applyMask(rows, { ...code, mask });
  return { mask, modules: unpackModules(rows, code.size) };
}

/** Puts a code under the mask with the fewest penalty points. */
export function maskWithFewestPenalties(code: Unmasked): Masked {
  const { size, level } = code;
  const rows = packLines(code, false);
  const columns = packLines(code, true);
  let [best, fewest] = [0, Number.POSITIVE_INFINITY];
  for (let mask = 0; mask < patterns[0]!.length; mask++) {
    applyMask(rows, { size, level, mask });
    let points =
      blockPenalty(rows.now, size) + darkPenalty(rows.now, size) + linePenalty(rows.now, size);
    if (points >= fewest) continue;
    applyMask(columns, { size, level, mask });
    points += linePenalty(columns.now, size);
    if (points < fewest) [best, fewest] = [mask, points];
  }
  applyMask(rows, { size, level, mask: best });
  return { mask: best, modules: unpackModules(rows, size) };
}

/** All rows or all columns as bits, the first module lowest, 32 to a number. */
interface Lines {
  down: boolean;
  base: Int32Array;
  maskable: Int32Array;
  now: Int32Array;
}

function packLines({ size, modules, reserved }: Unmasked, down: boolean): Lines {
  const words = Math.ceil(size / 32);
  const base = new Int32Array(size * words);
  const maskable = new Int32Array(size * words);
  const [along, across] = down ? [size, 1] : [1, size];
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
  return { down, base, maskable, now: new Int32Array(base.length) };
}

function unpackModules({ now }: Lines, size: number): Uint8Array {
  const modules = new Uint8Array(size * size);
  const words = now.length / size;
  for (let row = 0, at = 0; row < size; row++)
    for (let column = 0; column < size; column++, at++)
      modules[at] = (now[row * words + (column >> 5)]! >>> (column & 31)) & 1;
  return modules;
}

/** Brings the lines under another mask. */
function applyMask(
  { down, base, maskable, now }: Lines,
  { size, level, mask }: { size: number; level: Level; mask: number },
): void {
  const words = base.length / size;
  const [off, on] = [patterns[down ? 1 : 0]![0]!, patterns[down ? 1 : 0]![mask]!];
  for (let line = 0, at = 0; line < size; line++)
    for (let word = 0; word < words; word++, at++) {
      const part = (line % 12) * 6 + word;
      now[at] = base[at]! ^ ((off[part]! ^ on[part]!) & maskable[at]!);
    }
  writeFormat({ now, down }, { size, level, mask });
}

// A mask repeats after twelve rows and after twelve columns. Six numbers hold version 40's line.
const patterns = [false, true].map((down) =>
  Array.from({ length: 8 }, (_, mask) => {
    const bits = new Int32Array(12 * 6);
    for (let line = 0; line < 12; line++)
      for (let index = 0; index < 192; index++)
        if (down ? inverts(mask, index, line) : inverts(mask, line, index))
          bits[line * 6 + (index >> 5)]! |= 1 << (index & 31);
    return bits;
  }),
);

/** ISO/IEC 18004, table 10. */
function inverts(mask: number, row: number, column: number): boolean {
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

/** Writes the thirty modules that tell level and mask: ISO/IEC 18004, 7.9. */
function writeFormat(
  { now, down }: Pick<Lines, "now" | "down">,
  { size, level, mask }: { size: number; level: Level; mask: number },
): void {
  const words = now.length / size;
  const bits = formatBits((levelBits[level] << 3) | mask);
  for (let bit = 0; bit < 15; bit++) {
    const dark = (bits >> bit) & 1;
    const row = bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit;
    const column = bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit;
    setModule(now, down ? 8 * words : row * words, { index: down ? row : 8, dark });
    setModule(now, down ? column * words : 8 * words, { index: down ? 8 : column, dark });
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

/** Five bits with the remainder of their division by the BCH polynomial, under a mask. */
function formatBits(data: number): number {
  let rest = data << 10;
  for (let bit = 14; bit >= 10; bit--) if ((rest >> bit) & 1) rest ^= 0x537 << (bit - 10);
  return ((data << 10) | rest) ^ 0x5412;
}
