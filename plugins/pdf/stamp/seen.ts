import type { Box, Matrix } from "./matrix.ts";

/** A page as it is seen: how large, and how its points map to those of its content. */
export interface SeenPage {
  /** In points of 1/72 inch, after the turn by /Rotate. */
  width: number;
  height: number;
  /** From points right and up of the seen lower left corner to user space. */
  toUser: Matrix;
}

/**
 * How a page with this crop box, this /Rotate (clockwise) and this /UserUnit is seen. What is drawn
 * through `toUser` stands upright, whatever the three are.
 */
export function seenPage(
  { left, bottom, right, top }: Box,
  { rotate = 0, unit = 1 }: { rotate?: number; unit?: number } = {},
): SeenPage {
  const wide = (right - left) * unit;
  const high = (top - bottom) * unit;
  const s = 1 / unit;
  switch (((rotate % 360) + 360) % 360) {
    case 90:
      return { width: high, height: wide, toUser: [0, s, -s, 0, right, bottom] };
    case 180:
      return { width: wide, height: high, toUser: [-s, 0, 0, -s, right, top] };
    case 270:
      return { width: high, height: wide, toUser: [0, -s, s, 0, left, top] };
    default:
      return { width: wide, height: high, toUser: [s, 0, 0, s, left, bottom] };
  }
}
