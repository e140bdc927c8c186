import { needsPixels } from "../weight.ts";
import { nameOf, type PatternName } from "./names.ts";

/** Tiles that take more than a moment to draw. */
const slow: ReadonlySet<PatternName> = new Set(["delaunay", "topography"]);

/** Whether a pattern takes more than a moment: raster images do, and some of the tiles. */
export function isHeavy(asked: {
  format: string;
  response: string;
  pattern: PatternName | "auto";
  seed?: string;
}): boolean {
  return needsPixels(asked) || slow.has(nameOf(asked.pattern, asked.seed));
}
