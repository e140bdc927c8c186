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

/** What a contrast may be held to: WCAG 2's two levels for text, or APCA for the size of the font. */
export const targets = ["aa", "aaa", "apca"] as const;

export type Target = (typeof targets)[number];

/** The rules a palette can follow. */
export const schemes = [
  "complementary",
  "analogous",
  "triadic",
  "tetradic",
  "split",
  "mono",
  "shades",
  "tints",
  "tailwind",
] as const;

export type Scheme = (typeof schemes)[number];

/** The spaces in which a palette can turn hues and step through lightness. */
export const paletteSpaces = ["oklch", "hsl"] as const;

export type PaletteSpace = (typeof paletteSpaces)[number];

/** The names of Tailwind's eleven steps. */
export const tailwindSteps = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950] as const;
