import { binary, t } from "hub";
import { colorNote, imageFields, mediaTypes, needsPixels, pictureHeaders } from "../formats.ts";
import { type PatternName, resolvePatternName } from "../pattern/names.ts";
import { patternFields } from "../pattern/request.ts";
import image from "../plugin.ts";

/** Tiles that are slow to draw. */
const slow: ReadonlySet<PatternName> = new Set(["delaunay", "topography"]);

const text = (description: string) => t.String({ description });

export default image.route({
  summary: "Draw a pattern that repeats without a seam",
  description: `Returns one of eighteen original patterns that are free to use; the seed determines their details. ${colorNote}`,
  query: t.Object(patternFields),
  response: t.Union([
    binary(mediaTypes.svg, mediaTypes.png, mediaTypes.webp, "text/css"),
    t.Object({
      ...imageFields,
      pattern: text("The name of the pattern"),
      fg: text("The colour of the pattern"),
      bg: text("The background colour"),
      tile_width: t.Integer({ description: "The width of the tile, in pixels" }),
      tile_height: t.Integer({ description: "The height of the tile, in pixels" }),
    }),
  ]),
  cache: "forever",
  heavy: ({ query }) => isHeavy(query),
  headers: pictureHeaders,
  example: { query: { pattern: "hexagons", seed: "hello" } },
  async handler({ query }) {
    const { pattern } = await import("../pattern/pattern.ts");
    return pattern(query);
  },
});

/** Returns whether a pattern is slow to draw: raster images and some tiles are. */
function isHeavy(request: {
  format: string;
  response: string;
  pattern: PatternName | "auto";
  seed?: string;
}): boolean {
  return needsPixels(request) || slow.has(resolvePatternName(request.pattern, request.seed));
}
