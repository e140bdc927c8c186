import { type Child, svg } from "hub/drawing";
import type { Dice } from "../dice.ts";

/** What is repeated. Whatever leaves it at one side comes in at the other. */
export interface Tile {
  /** Whole pixels, so that no seam is blurred. */
  width: number;
  height: number;
  drawn: Child;
}

export interface TileOptions {
  /** Pixels along a cell. */
  size: number;
  /** The width of lines. */
  stroke: number;
  /** What is drawn, as CSS. */
  fg: string;
  dice: Dice;
}

export type DrawTile = (options: TileOptions) => Tile;

/** What something covers. */
export interface Reach {
  left: number;
  top: number;
  right: number;
  low: number;
}

/**
 * Draws something wherever it is seen: at its place, and where it enters the tile again that it left
 * at the other side.
 */
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

/** The attributes of a line. */
export function getLineAttributes({ fg, stroke }: TileOptions) {
  return { fill: "none", stroke: fg, "stroke-width": stroke };
}

/** A closed shape through points. */
export function shape(points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}z`;
}

/** A shape that is filled with a share of the whole opacity. */
export function fillShape(d: string, fill: string, opacity: number): Child {
  return svg("path", { d, fill, ...(opacity < 1 && { "fill-opacity": round(opacity) }) });
}

/** Two decimals: no screen shows more. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
