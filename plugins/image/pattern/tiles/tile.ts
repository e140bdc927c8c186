import { type Child, svg } from "hub/drawing";
import type { Dice } from "../../random.ts";

/** A tile that repeats: a line that crosses an edge continues at the opposite one. */
export interface Tile {
  /** Whole pixels, to avoid blurred seams. */
  width: number;
  height: number;
  drawn: Child;
}

export interface TileOptions {
  /** The size of a cell, in pixels. */
  size: number;
  /** The width of lines. */
  stroke: number;
  /** The colour of the pattern, as CSS. */
  fg: string;
  dice: Dice;
}

export type DrawTile = (options: TileOptions) => Tile;

/** The bounds of a shape. */
export interface Reach {
  left: number;
  top: number;
  right: number;
  low: number;
}

/** Draws a shape at its position, and again at the opposite side for each edge that it crosses. */
export function wrapEdges(
  draw: (dx: number, dy: number) => Child,
  { width, height }: { width: number; height: number },
  { left, top, right, low }: Reach,
): Child {
  const shifts = (from: number, to: number, side: number) =>
    [-side, 0, side].filter((shift) => to + shift > 0 && from + shift < side);
  return shifts(top, low, height).flatMap((dy) =>
    shifts(left, right, width).map((dx) => draw(dx, dy)),
  );
}

/** Returns the attributes of a line. */
export function getLineAttributes({ fg, stroke }: TileOptions) {
  return { fill: "none", stroke: fg, "stroke-width": stroke };
}

/** Builds the path of a closed shape through points. */
export function shape(points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}z`;
}

/** Draws a filled shape with a share of the pattern's opacity. */
export function fillShape(d: string, fill: string, opacity: number): Child {
  return svg("path", { d, fill, ...(opacity < 1 && { "fill-opacity": round(opacity) }) });
}

/** Rounds to two decimals: screens show no more. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
