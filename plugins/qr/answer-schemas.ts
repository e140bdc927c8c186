import { oneOf, t } from "hub";
import { levels } from "./matrix/capacity.ts";
import { styles } from "./shape/styles.ts";

/** An image in a JSON string. */
export const base64Answer = t.Object({
  base64: t.String({ description: "The image as a data URI, ready for the source of an <img>" }),
  mime_type: t.String({ description: "The image's media type" }),
  bytes: t.Integer({ description: "The image's size in bytes" }),
  size: t.Integer({ description: "Its width in pixels" }),
  style: oneOf(styles, { description: "The shape of its modules" }),
});

/** How well a code should scan. */
const scannability = t.Object(
  {
    score: t.Integer({ description: "0 to 100; every warning costs some" }),
    contrast_ratio: t.Number({
      description: "Contrast of the least visible module to the background, 1 to 21 as in WCAG",
    }),
    quiet_zone_ok: t.Boolean({ description: "Whether the margin is 4 modules or more" }),
    decoded_ok: t.Union([t.Boolean(), t.Null()], {
      description:
        "Whether a decoder read this very image back, over white where it is transparent; null where it was not tried, as in every GET",
    }),
    warnings: t.Array(t.String(), { description: "What may keep scanners from reading it" }),
  },
  { description: "How well the code should scan" },
);

/** A code with all there is to know about it. */
export const jsonAnswer = t.Object({
  data: t.String({ description: "What the code says" }),
  version: t.Integer({ description: "1 to 40" }),
  modules: t.Integer({ description: "Modules along a side, without the margin" }),
  ecc: oneOf(levels, { description: "The error correction that was used" }),
  mask: t.Integer({ description: "The mask pattern that was used, 0 to 7" }),
  size: t.Integer({ description: "Width of the image in pixels" }),
  module_px: t.Integer({ description: "Pixels along the side of a module" }),
  style: oneOf(styles, { description: "The shape of the modules" }),
  matrix: t.Array(t.String(), { description: "The modules row by row, 1 for dark" }),
  scannability,
  image: t.String({ description: "The image as PNG in a data URI" }),
});
