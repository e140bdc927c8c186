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
