import type { PatternName } from "./names.ts";
import { checkers, circles, dots, squares } from "./tiles/cells.ts";
import { circuit } from "./tiles/circuit.ts";
import { delaunay } from "./tiles/delaunay.ts";
import { bricks, chevrons, crosshatch, grid, lines, plaid, waves, zigzag } from "./tiles/lines.ts";
import { hexagons, tessellation, triangles } from "./tiles/polygons.ts";
import type { DrawTile } from "./tiles/tile.ts";
import { topography } from "./tiles/topography.ts";

/** The functions that draw the tiles, by pattern. */
export const tiles: Readonly<Record<PatternName, DrawTile>> = {
  dots,
  grid,
  lines,
  crosshatch,
  checkers,
  chevrons,
  zigzag,
  waves,
  hexagons,
  triangles,
  delaunay,
  circles,
  squares,
  plaid,
  tessellation,
  topography,
  circuit,
  bricks,
};
