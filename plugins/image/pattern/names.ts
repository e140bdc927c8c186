import { createDice } from "../dice.ts";

/** The patterns there are. */
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

/** The pattern asked for, or the one that a seed decides. */
export function resolvePatternName(pattern: PatternName | "auto", seed = ""): PatternName {
  return pattern === "auto" ? createDice(`pattern name ${seed}`).pick(patternNames) : pattern;
}
