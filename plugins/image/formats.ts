import { oneOf, t } from "hub";
import image from "./plugin.ts";

/** The kinds of file an image may be, and the media type of each. */
export const mediaTypes = {
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  avif: "image/avif",
  gif: "image/gif",
  ico: "image/x-icon",
} as const;

export type Format = keyof typeof mediaTypes;

/** The fields that every image has. */
export const answerFields = {
  scale: t.Integer({
    minimum: 1,
    maximum: 3,
    default: 1,
    description: "Pixels of a raster image for each pixel asked for",
  }),
  response: oneOf(["binary", "json"], {
    default: "binary",
    description: "The image itself, or JSON with the image and what can be said of it",
  }),
};

const text = (description: string) => t.String({ description });

/** The facts of a JSON answer that all images share. */
export const imageFields = {
  format: text("The kind of file"),
  media_type: text("Its media type"),
  width: t.Integer({ description: "Its width in pixels" }),
  height: t.Integer({ description: "Its height in pixels" }),
  bytes: t.Integer({ description: "Its size" }),
  data_uri: text("The image as a `data:` URI"),
  alt: text("What it shows, for the attribute `alt`"),
  blurhash: text("A BlurHash: a blurred image in some 30 characters"),
  lqip: text("The image 16 pixels wide as a `data:` URI, to be shown until the whole one is there"),
  dominant_color: text("The colour that most of it has, as `#rrggbb`"),
  contrast_ratio: t.Union([t.Number(), t.Null()], {
    description:
      "How far its text stands out from what is behind it, from 1 to 21 after WCAG 2.2: where that differs, the least; null without text. An image of less than 4.5, as a caller's own colours may make it, has it in `X-Low-Contrast`",
  }),
  missing_glyphs: t.Array(t.String(), {
    description:
      "Characters of its text that no font of this hub has, drawn as boxes; an image has them as code points in `X-Missing-Glyphs`",
  }),
};

/** A field for a side of an image. */
export function sideField(what: "width" | "height", usual: number) {
  const description = `The ${what} in pixels`;
  return t.Integer({ minimum: 16, maximum: image.limits.sideMax, default: usual, description });
}

/** A field for a colour. */
export function colorField(description: string, options: { default?: string } = {}) {
  return t.String({ minLength: 1, maxLength: 80, description, ...options });
}

/** How a colour may be written: said once a page. */
export const colorNote =
  "Colours are `ff6347`, `#f63`, a CSS name such as `tomato`, or a CSS function such as `oklch(0.7 0.15 30)`.";
