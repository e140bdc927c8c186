import { oneOf, t } from "hub";
import { levels } from "./matrix/capacity.ts";
import { styles } from "./options.ts";

/** What an address may have about it that its reader should know before following it. */
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

/** The formats that are read. */
export const formats = ["qr", "micro_qr", "rmqr"] as const;

/** An image in a JSON string. */
export const base64Answer = t.Object({
  base64: t.String({ description: "The image as a data URI, ready for the `src` of an `<img>`" }),
  mime_type: t.String({ description: "Media type of the image" }),
  bytes: t.Integer({ description: "Size of the image in bytes" }),
  size: t.Integer({ description: "Width of the image in pixels" }),
  style: oneOf(styles, { description: "Shape of the modules" }),
});

/** How well a code should scan. */
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
        "Whether a decoder read this very image back, on white if it is transparent; null if that was not tried, as in every GET",
    }),
    warnings: t.Array(t.String(), { description: "What may prevent scanners from reading it" }),
  },
  { description: "How well the code is likely to scan" },
);

/** A code with all there is to know about it. */
export const jsonAnswer = t.Object({
  data: t.String({ description: "Content of the code" }),
  version: t.Integer({ description: "1 to 40" }),
  modules: t.Integer({ description: "Modules per side, without the margin" }),
  ecc: oneOf(levels, { description: "The error correction that was used" }),
  mask: t.Integer({ description: "The mask pattern that was used, 0 to 7" }),
  size: t.Integer({ description: "Width of the image in pixels" }),
  module_px: t.Integer({ description: "Pixels per side of a module" }),
  style: oneOf(styles, { description: "Shape of the modules" }),
  matrix: t.Array(t.String(), { description: "The modules row by row, 1 for dark" }),
  scannability,
  image: t.String({ description: "The image as PNG in a data URI" }),
});

/** A kind of code. */
export type Format = (typeof formats)[number];

export type UrlWarning = (typeof urlWarnings)[number];
