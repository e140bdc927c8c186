import { group, oneOf, t } from "hub";
import image from "./plugin.ts";

/** The image formats, mapped to their media types. */
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

/** The headers of an image response with warnings. */
export const pictureHeaders = ["x-low-contrast", "x-missing-glyphs"];

/** The fields shared by all image endpoints. */
export const answerFields = {
  ...group("Response", {
    scale: t.Integer({
      minimum: 1,
      maximum: 3,
      default: 1,
      description: "The pixel density of raster images",
    }),
    response: oneOf(["binary", "json"], {
      default: "binary",
      description: "The image itself, or JSON with the image and its details",
    }),
  }),
};

const text = (description: string) => t.String({ description });

/** The fields shared by all JSON responses about images. */
export const imageFields = {
  format: text("The file format"),
  media_type: text("The media type"),
  width: t.Integer({ description: "The width, in pixels" }),
  height: t.Integer({ description: "The height, in pixels" }),
  bytes: t.Integer({ description: "The file size, in bytes" }),
  data_uri: text("The image as a `data:` URI"),
  alt: text("The text alternative, for the `alt` attribute"),
  blurhash: text("A BlurHash: a blurred image in some 30 characters"),
  lqip: text("The image 16 pixels wide as a `data:` URI, to show while the full image loads"),
  dominant_color: text("The most frequent colour, as `#rrggbb`"),
  contrast_ratio: t.Union([t.Number(), t.Null()], {
    description:
      "The lowest contrast of the text with its background, from 1 to 21 as defined by WCAG 2.2; null without text. If your own colours reduce it below 4.5, the header `X-Low-Contrast` has the value too",
  }),
  missing_glyphs: t.Array(t.String(), {
    description:
      "Characters that no available font has, drawn as boxes; an image response lists their code points in `X-Missing-Glyphs`",
  }),
};

/** Builds the field for a side of an image. */
export function sideField(what: "width" | "height", defaultSide: number) {
  const description = `The ${what}, in pixels`;
  return t.Integer({
    minimum: 16,
    maximum: image.limits.sideMax,
    default: defaultSide,
    description,
  });
}

/** Builds a colour field. */
export function colorField(description: string, options: { default?: string } = {}) {
  return t.String({ minLength: 1, maxLength: 80, description, ...options });
}

/** The accepted colour formats, stated once in each endpoint's description. */
export const colorNote =
  "Accepts colours as `ff6347`, `#f63`, a CSS name such as `tomato`, or a CSS function such as `oklch(0.7 0.15 30)`.";

/** Returns whether a response requires rasterising, which is slow. */
export function needsPixels({ format, response }: { format: string; response: string }): boolean {
  return response === "json" || (format !== "svg" && format !== "css");
}

/**
 * Returns whether a text can be set quickly, with few and small fonts. Emoji and Asian scripts
 * require fonts that take a tenth of a second to load.
 */
export function isLightText(text: string): boolean {
  if (text.length > 120) return false;
  for (const character of text) {
    // `for…of` never yields an empty string.
    const code = character.codePointAt(0)!;
    if (code > 0x52f && !(code >= 0x2010 && code <= 0x2044)) return false;
  }
  return true;
}
