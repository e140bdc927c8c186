import { oneOf, t } from "hub";
import { answerFields, colorField, sideField } from "../formats.ts";
import image from "../plugin.ts";
import { patternNames } from "./names.ts";

/** The query fields of a pattern. */
export const patternFields = {
  pattern: oneOf(["auto", ...patternNames], {
    default: "auto",
    description: "The pattern; `auto` chooses it by the seed",
  }),
  seed: t.Optional(
    t.String({
      maxLength: image.limits.seedMax,
      description: "Any text; it determines the pattern, its colours and its details",
    }),
  ),
  fg: t.Optional(
    colorField("The colour of the pattern. Default: one that stands out from the background"),
  ),
  bg: t.Optional(colorField("The background colour. Default: chosen by the seed, or light grey")),
  size: t.Integer({
    minimum: 4,
    maximum: 512,
    default: 40,
    description: "The size of one cell of the pattern, in pixels",
  }),
  stroke: t.Optional(
    t.Number({
      minimum: 0.5,
      maximum: 64,
      description: "The width of lines, in pixels. Default: depends on `size`",
    }),
  ),
  opacity: t.Number({
    minimum: 0,
    maximum: 1,
    default: 0.35,
    description: "The opacity of the pattern",
  }),
  rotate: t.Integer({
    minimum: 0,
    maximum: 360,
    default: 0,
    description: "The rotation of the pattern, in degrees; not for a single tile",
  }),
  width: sideField("width", 800),
  height: sideField("height", 400),
  tile: t.Boolean({
    default: false,
    description: "Whether to draw a single tile, which repeats seamlessly",
  }),
  format: oneOf(["svg", "png", "webp", "css"], {
    default: "svg",
    description: "The file format; `css` is a background rule that contains the tile",
  }),
  ...answerFields,
};
