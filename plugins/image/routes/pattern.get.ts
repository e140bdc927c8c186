import { binary, t } from "hub";
import { colorNote, imageFields, mediaTypes } from "../formats.ts";
import { type PatternName, resolvePatternName } from "../pattern/names.ts";
import { patternFields } from "../pattern/options.ts";
import image from "../plugin.ts";
import { needsPixels } from "../weight.ts";

/** Tiles that take more than a moment to draw. */
const slow: ReadonlySet<PatternName> = new Set(["delaunay", "topography"]);

const text = (description: string) => t.String({ description });

export default image.route({
  summary: "Draw a pattern that repeats without a seam",
  description: `Eighteen patterns, drawn by this hub and free to use; the seed decides the details of each. ${colorNote}`,
  query: t.Object(patternFields),
  response: t.Union([
    binary(mediaTypes.svg, mediaTypes.png, mediaTypes.webp, "text/css"),
    t.Object({
      ...imageFields,
      pattern: text("What is repeated"),
      fg: text("The colour it is drawn in"),
      bg: text("The background"),
      tile_width: t.Integer({ description: "The width of its tile in pixels" }),
      tile_height: t.Integer({ description: "The height of its tile in pixels" }),
    }),
  ]),
  cache: "forever",
  heavy: ({ query }) => isHeavy(query),
  example: { query: { pattern: "hexagons", seed: "hello" } },
  async handler({ query }) {
    const { pattern } = await import("../pattern/pattern.ts");
    return pattern(query);
  },
});

/** Whether a pattern takes more than a moment: raster images do, and some of the tiles. */
function isHeavy(asked: {
  format: string;
  response: string;
  pattern: PatternName | "auto";
  seed?: string;
}): boolean {
  return needsPixels(asked) || slow.has(resolvePatternName(asked.pattern, asked.seed));
}
