/** The notations of CSS, by the names the answers give them. */
export const cssNotations = [
  "hex",
  "rgb",
  "hsl",
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
] as const;

export type CssNotation = (typeof cssNotations)[number];

/** All that an answer can be asked for in. */
export const notations = [...cssNotations, "hex8", "hsv", "name"] as const;

export type Notation = (typeof notations)[number];
