import { oneOf, t } from "hub";
import { answerFields, sideField } from "../formats.ts";
import image from "../plugin.ts";

/** The query fields of a gradient. */
export const gradientFields = {
  colors: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 80 }), {
      minItems: 2,
      maxItems: 8,
      description: "The colours in order. Default: chosen by the seed",
    }),
  ),
  seed: t.Optional(
    t.String({
      maxLength: image.limits.seedMax,
      description:
        "Any text; it determines the colours and the points of a mesh. Default: the colours",
    }),
  ),
  type: oneOf(["linear", "radial", "conic", "mesh"], {
    default: "linear",
    description:
      "The type of gradient: along a line, from the centre outwards, around the centre, or between points",
  }),
  angle: t.Integer({
    minimum: 0,
    maximum: 360,
    default: 135,
    description:
      "The direction as in CSS: 0 is up, 90 is to the right; for a conic gradient, the start angle",
  }),
  stops: t.Optional(
    t.Array(t.Number({ minimum: 0, maximum: 100 }), {
      minItems: 2,
      maxItems: 8,
      description:
        "The position of each colour, in percent, in ascending order. Default: evenly spaced",
    }),
  ),
  width: sideField("width", 1200),
  height: sideField("height", 630),
  noise: t.Number({
    minimum: 0,
    maximum: 1,
    default: 0,
    description: "The amount of grain",
  }),
  dither: t.Boolean({
    default: true,
    description: "Whether raster images are dithered, to avoid banding",
  }),
  space: oneOf(["srgb", "oklab"], {
    default: "oklab",
    description: "The colour space to mix in; `oklab` avoids a grey middle",
  }),
  format: oneOf(["svg", "png", "jpg", "webp", "css", "json"], {
    default: "svg",
    description:
      "The file format; `css` is a background rule, `json` is the same as `response=json`",
  }),
  ...answerFields,
};
