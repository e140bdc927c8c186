import type { Color, Rgb } from "culori";
import { channelsOf, rounded } from "./channels.ts";
import { contrastRatio } from "./contrast.ts";
import { nameOf } from "./names.ts";
import { tonesOf } from "./scheme.ts";
import { type PaletteSpace, type Scheme, tailwindSteps } from "./scheme-names.ts";
import { hexOf, isDark, srgbOf } from "./srgb.ts";
import { type Tone, toneSpaces } from "./tone.ts";

export interface PaletteOptions {
  scheme: Scheme;
  count: number;
  space: PaletteSpace;
}

/** Makes a palette that holds the colour given, or the nearest that sRGB has. */
export async function palette(color: Color, { scheme, count, space }: PaletteOptions) {
  const base = srgbOf(color);
  const { toneOf, colorOf } = toneSpaces[space];
  const start = toneOf(base);
  const colors = await Promise.all(
    tonesOf(start, { scheme, count, space }).map((tone, index) => {
      const is_base = isSame(tone, start);
      const step = scheme === "tailwind" ? tailwindSteps[index]! : index + 1;
      return entry(is_base ? base : colorOf(tone), { step, is_base });
    }),
  );
  const lines = colors.map(({ step, hex }) => `  --color-${step}: ${hex};\n`);
  return { base: hexOf(base), scheme, space, colors, css_variables: `:root {\n${lines.join("")}}` };
}

async function entry(color: Rgb, place: { step: number; is_base: boolean }) {
  const { rgb, hsl, oklch } = channelsOf(color);
  const { nearest } = await nameOf(color);
  return {
    ...place,
    hex: hexOf(color),
    rgb,
    hsl,
    oklch,
    name: nearest,
    is_dark: isDark(color),
    contrast_white: rounded(contrastRatio(color, white), 3),
    contrast_black: rounded(contrastRatio(color, black), 3),
  };
}

function isSame(one: Tone, other: Tone): boolean {
  return one.hue === other.hue && one.chroma === other.chroma && one.lightness === other.lightness;
}

const white: Rgb = { mode: "rgb", r: 1, g: 1, b: 1 };
const black: Rgb = { mode: "rgb", r: 0, g: 0, b: 0 };
