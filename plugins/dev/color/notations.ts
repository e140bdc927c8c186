/** The notations an answer can be asked for in: those of CSS, and three that CSS does not have. */
export const notations = [
  "hex",
  "hex8",
  "rgb",
  "hsl",
  "hsv",
  "hwb",
  "cmyk",
  "lab",
  "lch",
  "oklab",
  "oklch",
  "srgb",
  "srgb_linear",
  "display_p3",
  "a98_rgb",
  "prophoto_rgb",
  "rec2020",
  "xyz_d65",
  "xyz_d50",
  "name",
] as const;

export type Notation = (typeof notations)[number];
