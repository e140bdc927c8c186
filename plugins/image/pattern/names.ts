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
