import { binary, oneOf, t } from "hub";
import { levels } from "./matrix/capacity.ts";
import { mediaTypes } from "./media-types.ts";
import { styles } from "./request.ts";

/** Warnings about a URL for users who consider following it. */
export const urlWarnings = [
  "not_http",
  "runs_code",
  "no_tls",
  "credentials",
  "ip_host",
  "local_host",
  "unusual_port",
  "punycode",
  "mixed_scripts",
  "lookalike",
  "shortener",
  "invisible_characters",
] as const;

/** An image of a single code, in any format. */
export const imageAnswer = binary(
  mediaTypes.png,
  mediaTypes.svg,
  mediaTypes.webp,
  mediaTypes.jpeg,
  mediaTypes.text,
  mediaTypes.pdf,
  mediaTypes.eps,
);

/** An image in a JSON string. */
export const base64Answer = t.Object({
  base64: t.String({ description: "The image as a data URI, ready for the `src` of an `<img>`" }),
  mime_type: t.String({ description: "Media type of the image" }),
  bytes: t.Integer({ description: "Size of the image in bytes" }),
  size: t.Integer({ description: "Width of the image in pixels" }),
  style: oneOf(styles, { description: "Shape of the modules" }),
});

/** An estimate of how reliably a code scans. */
export const scannability = t.Object(
  {
    score: t.Integer({ description: "0 to 100; every warning lowers it" }),
    contrast_ratio: t.Number({
      description:
        "Contrast between the least visible module and the background, 1 to 21 as in WCAG",
    }),
    quiet_zone_ok: t.Boolean({ description: "Whether the margin is at least 4 modules" }),
    decoded_ok: t.Union([t.Boolean(), t.Null()], {
      description:
        "Whether two decoders read this image back at full size, on white if it is transparent; null if not tried, as for GET without `verify`",
    }),
    warnings: t.Array(t.String(), {
      description: "Problems that may prevent scanners from reading the code",
    }),
  },
  { description: "Estimate of how reliably the code scans" },
);

/** A code with all its properties. */
export const jsonAnswer = t.Object({
  data: t.String({ description: "Content of the code, as base64 if it was sent so" }),
  version: t.Integer({ description: "Version of the code, 1 to 40" }),
  modules: t.Integer({ description: "Number of modules per side, without the margin" }),
  ecc: oneOf(levels, { description: "Error correction level of the code" }),
  mask: t.Integer({ description: "Mask pattern of the code, 0 to 7" }),
  size: t.Integer({ description: "Width of the image in pixels" }),
  module_px: t.Integer({ description: "Width of a module in pixels" }),
  style: oneOf(styles, { description: "Shape of the modules" }),
  matrix: t.Array(t.String(), { description: "The modules by row; 1 is dark" }),
  scannability,
  image: t.String({ description: "The image as PNG in a data URI" }),
});

export type UrlWarning = (typeof urlWarnings)[number];
