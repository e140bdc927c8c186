import { binary, oneOf, t } from "hub";
import { mediaTypes } from "../formats.ts";
import image from "../plugin.ts";

const color = t.String({
  pattern: "^(transparent|[A-Fa-f0-9]{6})$",
  errorMessage: "six hexadecimal digits or transparent",
});

const number = (minimum: number, maximum: number, description: string) =>
  t.Optional(t.Integer({ minimum, maximum, description }));

/** The query fields that all DiceBear styles have. */
export const dicebearFields = {
  seed: t.Optional(
    t.String({
      maxLength: 1024,
      description: "Any text; the same text always gives the same picture",
    }),
  ),
  size: number(
    1,
    image.limits.sideMax,
    "The width and height, in pixels. Default: 128 in raster images",
  ),
  flip: t.Optional(t.Boolean({ description: "Whether to mirror the picture horizontally" })),
  rotate: number(0, 360, "The rotation of the drawing, in degrees"),
  scale: number(0, 200, "The size of the drawing, in percent"),
  radius: number(0, 50, "The corner radius in percent; 50 gives a circle"),
  translateX: number(-100, 100, "How far to move the drawing to the right, in percent"),
  translateY: number(-100, 100, "How far to move the drawing down, in percent"),
  clip: t.Optional(t.Boolean({ description: "Whether to cut off what is outside the square" })),
  backgroundColor: t.Optional(
    t.Array(color, {
      maxItems: 200,
      description:
        "The background as six hexadecimal digits or `transparent`; the seed chooses one of several",
    }),
  ),
  backgroundType: t.Optional(
    t.Array(oneOf(["solid", "gradientLinear"]), {
      maxItems: 2,
      description: "`gradientLinear` blends two of the colours",
    }),
  ),
  backgroundRotation: t.Optional(
    t.Array(t.Integer({ minimum: -360, maximum: 360 }), {
      maxItems: 2,
      description: "The angle of the gradient, in degrees; the seed chooses between two",
    }),
  ),
};

/** The file formats, which are part of the path. */
export const dicebearFormats = oneOf(
  ["svg", "png", "jpg", "jpeg", "webp", "avif", "json", "schema.json"],
  {
    description:
      "The file format; `json` has the SVG and what was chosen, `schema.json` the options of the style",
  },
);

/** The responses of both endpoints: a picture, what was chosen, or the options of a style. */
export const dicebearResponse = t.Union([
  binary(
    ...[mediaTypes.svg, mediaTypes.png, mediaTypes.jpg, mediaTypes.webp, mediaTypes.avif],
    "application/schema+json",
  ),
  t.Object({
    svg: t.String({ description: "The picture as SVG" }),
    extra: t.Record(t.String(), t.Unknown(), { description: "What the seed has chosen" }),
  }),
]);

/** The options of one style, as texts. */
export const styleOptions = t.Array(t.String({ maxLength: 4000 }));
