import type { PageBox } from "../preflight/preflight.ts";

/** An affine transformation as for PDF's `cm`: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number];

/** Returns a matrix from six numbers, or undefined for any other count. */
export function matrixFrom(numbers: readonly number[]): Matrix | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  return numbers.length === 6 ? [a, b, c, d, e, f] : undefined;
}

/** Returns the transformation that applies `inner`, then `outer`. */
export function multiply(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner;
  const [A, B, C, D, E, F] = outer;
  return [
    a * A + b * C,
    a * B + b * D,
    c * A + d * C,
    c * B + d * D,
    e * A + f * C + E,
    e * B + f * D + F,
  ];
}

/** Exact cosines and sines of quarter turns, which rounding would make inexact. */
const quarters: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** Returns an anticlockwise rotation about the origin, in degrees. */
export function rotationBy(degrees: number): Matrix {
  const quarter = (((degrees % 360) + 360) % 360) / 90;
  const exact = quarters[quarter];
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = exact ?? [Math.cos(radians), Math.sin(radians)];
  return [cos, sin, -sin, cos, 0, 0];
}

/** Returns a translation. */
export function translation(x: number, y: number): Matrix {
  return [1, 0, 0, 1, x, y];
}

/** Returns the size of the bounding box of a rectangle after rotation. */
export function computeBounds(size: { width: number; height: number }, degrees: number) {
  const [cos, sin] = rotationBy(degrees);
  return {
    width: Math.abs(size.width * cos) + Math.abs(size.height * sin),
    height: Math.abs(size.width * sin) + Math.abs(size.height * cos),
  };
}

/** A page as displayed: its size, and the transformation to its content's coordinates. */
export interface PageView {
  /** In points, after rotation by /Rotate. */
  width: number;
  height: number;
  /**
   * Maps points, measured right and up from the displayed lower left corner, to the page's own
   * coordinates.
   */
  toUser: Matrix;
}

/**
 * Returns the view of a page. Content drawn through `toUser` is upright, regardless of the page's
 * box and rotation.
 */
export function createPageView({ crop, rotation }: Pick<PageBox, "crop" | "rotation">): PageView {
  const [left, bottom, right, top] = crop;
  const [wide, high] = [right - left, top - bottom];
  switch (rotation) {
    case 90:
      return { width: high, height: wide, toUser: [0, 1, -1, 0, right, bottom] };
    case 180:
      return { width: wide, height: high, toUser: [-1, 0, 0, -1, right, top] };
    case 270:
      return { width: high, height: wide, toUser: [0, -1, 1, 0, left, top] };
    default:
      return { width: wide, height: high, toUser: [1, 0, 0, 1, left, bottom] };
  }
}
