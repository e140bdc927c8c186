import { oneOf, t } from "hub";
import { answerFields, sideField } from "../formats.ts";
import image from "../plugin.ts";

/** What a gradient may be asked for. */
export const gradientFields = {
  colors: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 80 }), {
      minItems: 2,
      maxItems: 8,
      description: "The colours, from the first to the last. Default: some that the seed decides",
    }),
  ),
  seed: t.Optional(
    t.String({
      maxLength: image.limits.seedMax,
      description: "Any text, which decides the colours and a mesh's points. Default: the colours",
    }),
  ),
  type: oneOf(["linear", "radial", "conic", "mesh"], {
    default: "linear",
    description: "Along a line, from the middle, around the middle, or between points",
  }),
  angle: t.Integer({
    minimum: 0,
    maximum: 360,
    default: 135,
    description: "As in CSS: 0 upwards, 90 to the right; of a conic one where it begins",
  }),
  stops: t.Optional(
    t.Array(t.Number({ minimum: 0, maximum: 100 }), {
      minItems: 2,
      maxItems: 8,
      description: "Where each colour is reached, in percent and rising. Default: evenly",
    }),
  ),
  width: sideField("width", 1200),
  height: sideField("height", 630),
  noise: t.Number({
    minimum: 0,
    maximum: 1,
    default: 0,
    description: "How much grain lies over it",
  }),
  dither: t.Boolean({
    default: true,
    description: "Whether pixels of raster images vary by less than a step, so that no bands show",
  }),
  space: oneOf(["srgb", "oklab"], {
    default: "oklab",
    description: "Where colours are mixed: `oklab` passes through no grey",
  }),
  format: oneOf(["svg", "png", "jpg", "webp", "css", "json"], {
    default: "svg",
    description: "The kind of file; `css` is a rule for a background, `json` is `response=json`",
  }),
  ...answerFields,
};
