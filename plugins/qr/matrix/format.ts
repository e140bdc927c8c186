import type { Level } from "./capacity.ts";

/** Calls `write` for each of the thirty modules that tell level and mask: ISO/IEC 18004, 7.9. */
export function writeFormat(
  { size, level, mask }: { size: number; level: Level; mask: number },
  write: (row: number, column: number, dark: number) => void,
): void {
  const bits = formatBits((levelBits[level] << 3) | mask);
  for (let bit = 0; bit < 15; bit++) {
    const dark = (bits >> bit) & 1;
    write(bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, 8, dark);
    write(8, bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit, dark);
  }
}

const levelBits: Readonly<Record<Level, number>> = { L: 1, M: 0, Q: 3, H: 2 };

/** Five bits with the remainder of their division by the BCH polynomial, under a mask. */
function formatBits(data: number): number {
  let rest = data << 10;
  for (let bit = 14; bit >= 10; bit--) if ((rest >> bit) & 1) rest ^= 0x537 << (bit - 10);
  return ((data << 10) | rest) ^ 0x5412;
}
