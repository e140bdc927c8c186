import type { PageBox } from "../preflight/preflight.ts";

/** An affine map as PDF's `cm` takes it: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number];

/** A map of six numbers; undefined of fewer or more. */
export function matrixFrom(numbers: readonly number[]): Matrix | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
  return numbers.length === 6 ? [a, b, c, d, e, f] : undefined;
}

/** First `inner`, then `outer`. */
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

/** The cosine and the sine of whole quarters, which would not come out whole. */
const quarters: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** A turn to the left by so many degrees, about the origin. */
export function rotationBy(degrees: number): Matrix {
  const quarter = (((degrees % 360) + 360) % 360) / 90;
  const exact = quarters[quarter];
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = exact ?? [Math.cos(radians), Math.sin(radians)];
  return [cos, sin, -sin, cos, 0, 0];
}

/** A shift. */
export function translation(x: number, y: number): Matrix {
  return [1, 0, 0, 1, x, y];
}

/** The box around a rectangle of this size once it is turned about its centre. */
export function computeBounds(size: { width: number; height: number }, degrees: number) {
  const [cos, sin] = rotationBy(degrees);
  return {
    width: Math.abs(size.width * cos) + Math.abs(size.height * sin),
    height: Math.abs(size.width * sin) + Math.abs(size.height * cos),
  };
}

/** A page as it is seen: how large, and how its points map to those of its content. */
export interface PageView {
  /** In points, after the turn by /Rotate. */
  width: number;
  height: number;
  /** From points right and up of the seen lower left corner to the page's own. */
  toUser: Matrix;
}

/** How a page is seen. What is drawn through `toUser` stands upright, whatever its box and turn are. */
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
