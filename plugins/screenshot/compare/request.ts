import { group, oneOf, type Static, t } from "hub";
import { printFields } from "../page/print.ts";
import screenshot from "../plugin.ts";
import { captureFields } from "../request.ts";

const { limits } = screenshot;

/** The options of captures that have no effect on a comparison, or are different in it. */
const unused = [
  ...(Object.keys(printFields) as (keyof typeof printFields)[]),
  "format",
  "quality",
  "resize_width",
  "omit_background",
  "cache_ttl",
] as const;

function omitUnused<Fields extends object>(fields: Fields): Omit<Fields, (typeof unused)[number]> {
  const names: readonly string[] = unused;
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => !names.includes(name)),
  ) as Omit<Fields, (typeof unused)[number]>;
}

/** A page or an image. */
const side = (which: string) =>
  t.Object(
    {
      url: t.Optional(
        t.String({ minLength: 1, maxLength: limits.urlMax, description: "URL of a page" }),
      ),
      html: t.Optional(
        t.String({ minLength: 1, maxLength: limits.htmlMax, description: "HTML of a page" }),
      ),
      image: t.Optional(
        t.String({
          minLength: 1,
          maxLength: limits.comparedImageMax,
          description: "PNG, JPEG, WebP, GIF or AVIF image as base64 or a `data:` URI",
        }),
      ),
    },
    { description: `The ${which} side: exactly one of url, html and image` },
  );

const coordinate = (description: string) =>
  t.Integer({ minimum: 0, maximum: limits.pageHeightMax, description });

/** The fields of a comparison. */
export const compareFields = {
  before: side("first"),
  after: side("second"),
  format: oneOf(["json", "png"], {
    default: "json",
    description:
      "`json` describes the differences and contains their image as a data URI; `png` is the image",
  }),
  ...group("Comparison", {
    threshold: t.Number({
      minimum: 0,
      maximum: 1,
      default: 0.1,
      description:
        "Smallest distance of two colours that counts as a difference: 1 is black to white",
    }),
    include_antialiasing: t.Boolean({
      default: false,
      description: "Whether pixels that differ only by the smoothing of edges count",
    }),
    max_different_pixels: t.Integer({
      minimum: 0,
      maximum: limits.comparedPixelsMax,
      default: 0,
      description: "Number of different pixels up to which `equal` is true",
    }),
    masks: t.Array(
      t.Object({
        x: coordinate("Distance from the left edge of the image, in pixels"),
        y: coordinate("Distance from the top edge of the image, in pixels"),
        width: t.Integer({
          minimum: 1,
          maximum: limits.pageHeightMax,
          description: "Width in pixels",
        }),
        height: t.Integer({
          minimum: 1,
          maximum: limits.pageHeightMax,
          description: "Height in pixels",
        }),
      }),
      { default: [], maxItems: 50, description: "Parts of the images that are not compared" },
    ),
  }),
  ...omitUnused(captureFields),
};

const body = t.Object(compareFields);

/** A request to compare two images. */
export type CompareRequest = Static<typeof body>;

const integer = (description: string) => t.Integer({ description });
const size = (description: string) =>
  t.Object(
    { width: integer("Width in pixels"), height: integer("Height in pixels") },
    { description },
  );

/** The JSON response of a comparison. */
export const comparison = t.Object({
  equal: t.Boolean({
    description: "Whether the number of different pixels is at most `max_different_pixels`",
  }),
  different_pixels: integer(
    "Number of different pixels. If the sizes differ, all pixels that only one image has count",
  ),
  compared_pixels: integer("Number of compared pixels: all except those of the masks"),
  ratio: t.Number({ description: "Share of the different pixels, from 0 to 1" }),
  bounds: t.Union(
    [
      t.Object({
        x: integer("Distance from the left edge"),
        y: integer("Distance from the top edge"),
        width: integer("Width in pixels"),
        height: integer("Height in pixels"),
      }),
      t.Null(),
    ],
    { description: "The smallest rectangle with all different pixels; null without any" },
  ),
  before: size("Size of the first image"),
  after: size("Size of the second image"),
  image: t.String({
    description:
      "The differences in red over the pale first image, as a data URI of a PNG. Smoothed edges are yellow",
  }),
});
