import { type Color, converter, type Rgb } from "culori";
import { computeChannels, round } from "./channels.ts";
import { contrastRatio } from "./contrast.ts";
import { findColorName } from "./names.ts";
import { type PaletteOptions, type PaletteSpace, tailwindSteps } from "./request.ts";
import { formatHex, isDark, roundToSrgb } from "./srgb.ts";

// In this file `!` is safe: indexes come from a list of the same length, or are taken modulo the length.

/** Generates a palette that contains the given colour, or the nearest sRGB colour. */
export async function makePalette(color: Color, { scheme, count, space }: PaletteOptions) {
  const base = roundToSrgb(color);
  const { toTone: toneOf, toColor: colorOf } = toneSpaces[space];
  const start = toneOf(base);
  const colors = await Promise.all(
    buildTones(start, { scheme, count, space }).map((tone, index) => {
      const is_base = isSame(tone, start);
      const step = scheme === "tailwind" ? tailwindSteps[index]! : index + 1;
      return describeEntry(is_base ? base : colorOf(tone), { step, is_base });
    }),
  );
  const lines = colors.map(({ step, hex }) => `  --color-${step}: ${hex};\n`);
  return {
    base: formatHex(base),
    scheme,
    space,
    colors,
    css_variables: `:root {\n${lines.join("")}}`,
  };
}

async function describeEntry(color: Rgb, position: { step: number; is_base: boolean }) {
  const { rgb, hsl, oklch } = computeChannels(color);
  const { nearest } = await findColorName(color);
  return {
    ...position,
    hex: formatHex(color),
    rgb,
    hsl,
    oklch,
    name: nearest,
    is_dark: isDark(color),
    contrast_white: round(contrastRatio(color, white), 3),
    contrast_black: round(contrastRatio(color, black), 3),
  };
}

function isSame(one: Tone, other: Tone): boolean {
  return one.hue === other.hue && one.chroma === other.chroma && one.lightness === other.lightness;
}

const white: Rgb = { mode: "rgb", r: 1, g: 1, b: 1 };
const black: Rgb = { mode: "rgb", r: 0, g: 0, b: 0 };

/** Returns the tones of a scheme. The base tone is one of them, unchanged. */
function buildTones(base: Tone, { scheme, count, space }: PaletteOptions): Tone[] {
  switch (scheme) {
    case "analogous":
      return turnHue(base, spreadHues(count));
    case "mono":
      return insertBase(base, spreadLightness(count));
    case "shades":
      return fadeTo(base, { count, space, to: 0 });
    case "tints":
      return fadeTo(base, { count, space, to: 1 });
    case "tailwind":
      return stepThroughBase(base, space);
    default:
      return varyLightness(base, { turns: turns[scheme], count });
  }
}

/** Harmonious hues on the colour wheel, in degrees relative to the base. */
const turns = {
  complementary: [0, 180],
  triadic: [0, 120, 240],
  tetradic: [0, 90, 180, 270],
  split: [0, 150, 210],
} as const;

function turnHue(base: Tone, degrees: readonly number[]): Tone[] {
  return degrees.map((turn) => ({ ...base, hue: base.hue + turn }));
}

/** Spreads hues on both sides of the base, 30° apart, or closer if they would exceed 60°. */
function spreadHues(count: number): number[] {
  const step = Math.min(30, 120 / (count - 1));
  const before = Math.floor((count - 1) / 2);
  return Array.from({ length: count }, (_, index) => (index - before) * step);
}

/** Cycles through the hues. Later cycles alternate between lighter and darker, further from the base each time. */
function varyLightness(
  base: Tone,
  { turns, count }: { turns: readonly number[]; count: number },
): Tone[] {
  const rounds = Math.ceil(count / turns.length);
  const levels = Math.ceil((rounds - 1) / 2) + 1;
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / turns.length);
    const share = Math.ceil(round / 2) / levels;
    const target = round % 2;
    return {
      ...base,
      hue: base.hue + turns[index % turns.length]!,
      lightness: base.lightness + (target - base.lightness) * share,
    };
  });
}

/**
 * Fades towards black or white without reaching it. In OKLCh chroma fades too, because less is available there. HSL
 * saturation is relative, so it stays.
 */
function fadeTo(
  base: Tone,
  { count, space, to }: { count: number; space: PaletteSpace; to: 0 | 1 },
): Tone[] {
  return Array.from({ length: count }, (_, index) => {
    const share = index / count;
    return {
      ...base,
      chroma: space === "oklch" ? base.chroma * (1 - share) : base.chroma,
      lightness: base.lightness + (to - base.lightness) * share,
    };
  });
}

function spreadLightness(count: number): number[] {
  return Array.from({ length: count }, (_, index) => 0.95 - (0.75 * index) / (count - 1));
}

/** Returns one tone per lightness. The base replaces the nearest of them. */
function insertBase(base: Tone, lightnesses: readonly number[]): Tone[] {
  const baseIndex = findNearestIndex(lightnesses, base.lightness);
  return lightnesses.map((lightness, index) =>
    index === baseIndex ? base : { ...base, lightness },
  );
}

/** Lightness and relative chroma of Tailwind's eleven steps, from 50 to 950: an average of its hues. */
const steps = {
  oklch: {
    lightnesses: [0.971, 0.937, 0.886, 0.81, 0.71, 0.64, 0.577, 0.505, 0.444, 0.394, 0.266],
    chromas: [0.07, 0.15, 0.28, 0.5, 0.8, 1, 1, 0.9, 0.76, 0.62, 0.4],
  },
  hsl: {
    lightnesses: [0.97, 0.94, 0.87, 0.77, 0.65, 0.55, 0.47, 0.4, 0.33, 0.27, 0.16],
    chromas: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  },
} as const;

/** Returns eleven steps. The base replaces the step nearest in lightness. */
function stepThroughBase(base: Tone, space: PaletteSpace): Tone[] {
  const { lightnesses, chromas } = steps[space];
  const baseIndex = findNearestIndex(lightnesses, base.lightness);
  const full = base.chroma / chromas[baseIndex]!;
  return insertBase(base, lightnesses).map((tone, index) =>
    index === baseIndex ? tone : { ...tone, chroma: full * chromas[index]! },
  );
}

function findNearestIndex(lightnesses: readonly number[], lightness: number): number {
  const distances = lightnesses.map((light) => Math.abs(light - lightness));
  return distances.indexOf(Math.min(...distances));
}

/** A colour as hue, chroma and lightness, in one of the two spaces. */
interface Tone {
  /** In degrees, from 0 to 360. */
  hue: number;
  /** OKLCh chroma, or HSL saturation from 0 to 1. */
  chroma: number;
  /** From 0 to 1. */
  lightness: number;
}

/** Conversions between colours and tones. */
interface ToneSpace {
  toTone(color: Color): Tone;
  toColor(tone: Tone): Rgb;
}

const toOklch = converter("oklch");
const toHsl = converter("hsl");

/** OKLCh, which is perceptually uniform, and HSL, the usual colour wheel. */
const toneSpaces: Readonly<Record<PaletteSpace, ToneSpace>> = {
  oklch: {
    toTone(color) {
      const { l, c, h = 0 } = toOklch(color);
      return { hue: h, chroma: c, lightness: l };
    },
    toColor: ({ hue, chroma, lightness }) =>
      roundToSrgb({ mode: "oklch", l: lightness, c: chroma, h: hue }),
  },
  hsl: {
    toTone(color) {
      const { h = 0, s, l } = toHsl(color);
      return { hue: h, chroma: s, lightness: l };
    },
    toColor: ({ hue, chroma, lightness }) =>
      roundToSrgb({ mode: "hsl", h: ((hue % 360) + 360) % 360, s: chroma, l: lightness }),
  },
};
