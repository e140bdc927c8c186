import { oneOf, t } from "hub";
import { answerFields, colorField, sideField } from "../formats.ts";
import image from "../plugin.ts";
import { patternNames } from "./names.ts";

/** What a pattern may be asked for. */
export const patternFields = {
  pattern: oneOf(["auto", ...patternNames], {
    default: "auto",
    description: "What is repeated; `auto` lets the seed decide",
  }),
  seed: t.Optional(
    t.String({
      maxLength: image.limits.seedMax,
      description: "Any text, which decides the pattern, its colours and what varies in it",
    }),
  ),
  fg: t.Optional(colorField("What is drawn. Default: what stands out from the background")),
  bg: t.Optional(colorField("The background. Default: by the seed, or a light grey")),
  size: t.Integer({
    minimum: 4,
    maximum: 512,
    default: 40,
    description: "Pixels along one cell of the pattern",
  }),
  stroke: t.Optional(
    t.Number({
      minimum: 0.5,
      maximum: 64,
      description: "The width of lines. Default: by the size",
    }),
  ),
  opacity: t.Number({
    minimum: 0,
    maximum: 1,
    default: 0.35,
    description: "How strongly it is drawn",
  }),
  rotate: t.Integer({
    minimum: 0,
    maximum: 360,
    default: 0,
    description: "Degrees that the pattern is turned by; not of a single tile",
  }),
  width: sideField("width", 800),
  height: sideField("height", 400),
  tile: t.Boolean({
    default: false,
    description: "Whether to draw a single tile, which may be repeated without a seam",
  }),
  format: oneOf(["svg", "png", "webp", "css"], {
    default: "svg",
    description: "The kind of file; `css` is a background with the tile in it",
  }),
  ...answerFields,
};
