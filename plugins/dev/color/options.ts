import { oneOf, type Static, t } from "hub";

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
const targets = ["aa", "aaa", "apca"] as const;

/** What a contrast is measured for. */
export const contrastOptions = t.Object({
  font_size: t.Number({
    minimum: 1,
    maximum: 1000,
    default: 16,
    description: "The size of the font in CSS pixels",
  }),
  bold: t.Boolean({ default: false, description: "Whether its weight is 700 or more" }),
  target: oneOf(targets, {
    default: "aa",
    description: "What `passes` and the suggestion go by: WCAG's AA or AAA, or APCA",
  }),
});

export type ContrastOptions = Static<typeof contrastOptions>;

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

/** The spaces in which a palette can turn hues and step through lightness. */
export const paletteSpaces = ["oklch", "hsl"] as const;

export type PaletteSpace = (typeof paletteSpaces)[number];

/** How a palette is made of a colour. */
export const paletteOptions = t.Object({
  scheme: oneOf(schemes, { default: "complementary", description: "The rule to follow" }),
  count: t.Optional(
    t.Integer({
      minimum: 2,
      maximum: 20,
      description: "How many colours: 5 unless given; `tailwind` always has 11",
    }),
  ),
  space: oneOf(paletteSpaces, {
    default: "oklch",
    description:
      "Where hues turn and lightness steps: `oklch` looks even to the eye, `hsl` is the usual colour wheel",
  }),
});

/** The same with the number of colours settled. */
export type PaletteOptions = Required<Static<typeof paletteOptions>>;

/** The names of Tailwind's eleven steps. */
export const tailwindSteps = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950] as const;
