import { createDice } from "../random.ts";

/** The names of the patterns. */
export const patternNames = [
  "dots",
  "grid",
  "lines",
  "crosshatch",
  "checkers",
  "chevrons",
  "zigzag",
  "waves",
  "hexagons",
  "triangles",
  "delaunay",
  "circles",
  "squares",
  "plaid",
  "tessellation",
  "topography",
  "circuit",
  "bricks",
] as const;

export type PatternName = (typeof patternNames)[number];

/** Returns the requested pattern, or the one determined by a seed. */
export function resolvePatternName(pattern: PatternName | "auto", seed = ""): PatternName {
  return pattern === "auto" ? createDice(`pattern name ${seed}`).pick(patternNames) : pattern;
}
