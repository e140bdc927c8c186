import { type Color, converter, type Rgb } from "culori";
import type { PaletteSpace } from "./scheme-names.ts";
import { srgbOf } from "./srgb.ts";

/** A colour as painters think of it, in one of the two spaces. */
export interface Tone {
  /** In degrees. */
  hue: number;
  /** OKLCh's chroma, or HSL's saturation from 0 to 1. */
  chroma: number;
  /** From 0 to 1. */
  lightness: number;
}

/** The way from a colour to a tone and back. */
export interface ToneSpace {
  toneOf(color: Color): Tone;
  colorOf(tone: Tone): Rgb;
}

const oklchOf = converter("oklch");
const hslOf = converter("hsl");

/** OKLCh, whose equal steps look equal, and HSL, whose hues are those of the usual colour wheel. */
export const toneSpaces: Readonly<Record<PaletteSpace, ToneSpace>> = {
  oklch: {
    toneOf(color) {
      const { l, c, h = 0 } = oklchOf(color);
      return { hue: h, chroma: c, lightness: l };
    },
    colorOf: ({ hue, chroma, lightness }) =>
      srgbOf({ mode: "oklch", l: lightness, c: chroma, h: hue }),
  },
  hsl: {
    toneOf(color) {
      const { h = 0, s, l } = hslOf(color);
      return { hue: h, chroma: s, lightness: l };
    },
    colorOf: ({ hue, chroma, lightness }) =>
      srgbOf({ mode: "hsl", h: ((hue % 360) + 360) % 360, s: chroma, l: lightness }),
  },
};
