import { nameOf, type PatternName } from "./names.ts";

/** Tiles that take more than a moment to draw. */
const slow: ReadonlySet<PatternName> = new Set(["delaunay", "topography"]);

/** Whether a pattern takes more than a moment: raster images do, and some of the tiles. */
export function isHeavy({
  format,
  response,
  pattern,
  seed,
}: {
  format: string;
  response: string;
  pattern: PatternName | "auto";
  seed?: string;
}): boolean {
  if (response === "json" || (format !== "svg" && format !== "css")) return true;
  return slow.has(nameOf(pattern, seed));
}
