import { oneOf, type Static, t } from "hub";

/** CSS notations, named as in responses. */
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

/** All notations that a caller can request. */
export const notations = [...cssNotations, "hex8", "hsv", "name"] as const;

export type Notation = (typeof notations)[number];

/** Contrast targets: the two levels of WCAG 2 for text, or APCA for the font size. */
const targets = ["aa", "aaa", "apca"] as const;

/** Options for measuring contrast. */
export const contrastOptions = t.Object({
  font_size: t.Number({
    minimum: 1,
    maximum: 1000,
    default: 16,
    description: "Font size in CSS pixels",
  }),
  bold: t.Boolean({ default: false, description: "Whether the font weight is 700 or more" }),
  target: oneOf(targets, {
    default: "aa",
    description: "Target for `passes` and the suggestion: WCAG AA or AAA, or APCA",
  }),
});

export type ContrastOptions = Static<typeof contrastOptions>;

/** Palette schemes. */
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

/** Colour spaces in which a palette varies hue and lightness. */
export const paletteSpaces = ["oklch", "hsl"] as const;

export type PaletteSpace = (typeof paletteSpaces)[number];

/** Options for generating a palette from a colour. */
export const paletteOptions = t.Object({
  scheme: oneOf(schemes, { default: "complementary", description: "Palette scheme" }),
  count: t.Optional(
    t.Integer({
      minimum: 2,
      maximum: 20,
      description: "Number of colours: 5 by default; `tailwind` always has 11",
    }),
  ),
  space: oneOf(paletteSpaces, {
    default: "oklch",
    description:
      "Colour space for hue and lightness: `oklch` is perceptually uniform, `hsl` is the usual colour wheel",
  }),
});

/** The options with the number of colours filled in. */
export type PaletteOptions = Required<Static<typeof paletteOptions>>;

/** Names of Tailwind's eleven steps. */
export const tailwindSteps = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950] as const;
