import { type Color, converter, type Rgb } from "culori";
import { computeChannels, round } from "./channels.ts";
import { contrastRatio } from "./contrast.ts";
import { findColorName } from "./names.ts";
import { type PaletteOptions, type PaletteSpace, tailwindSteps } from "./options.ts";
import { formatHex, isDark, roundToSrgb } from "./srgb.ts";

// Where `!` is below, a list is asked for an index of a list that is as long, or for a remainder of its length.

/** Makes a palette that holds the colour given, or the nearest that sRGB has. */
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

async function describeEntry(color: Rgb, place: { step: number; is_base: boolean }) {
  const { rgb, hsl, oklch } = computeChannels(color);
  const { nearest } = await findColorName(color);
  return {
    ...place,
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

/** The tones of a scheme. The one it starts from is among them, as it is. */
function buildTones(base: Tone, { scheme, count, space }: PaletteOptions): Tone[] {
  switch (scheme) {
    case "analogous":
      return turnHue(base, spreadHues(count));
    case "mono":
      return insertBase(base, spreadLights(count));
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

/** The hues that go together on the colour wheel, in degrees from the first. */
const turns = {
  complementary: [0, 180],
  triadic: [0, 120, 240],
  tetradic: [0, 90, 180, 270],
  split: [0, 150, 210],
} as const;

function turnHue(base: Tone, degrees: readonly number[]): Tone[] {
  return degrees.map((turn) => ({ ...base, hue: base.hue + turn }));
}

/** Hues 30° apart on both sides, and closer together where they would reach beyond 60°. */
function spreadHues(count: number): number[] {
  const step = Math.min(30, 120 / (count - 1));
  const before = Math.floor((count - 1) / 2);
  return Array.from({ length: count }, (_, index) => (index - before) * step);
}

/** The hues in turn; in every further round they are lighter, then darker, then lighter still. */
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
 * On the way to black or white, which is not reached. OKLCh has less chroma there, so it fades as
 * well; HSL's saturation is a share of what there is.
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

function spreadLights(count: number): number[] {
  return Array.from({ length: count }, (_, index) => 0.95 - (0.75 * index) / (count - 1));
}

/** One tone for each lightness; the nearest of them gives its place to the base. */
function insertBase(base: Tone, lights: readonly number[]): Tone[] {
  const own = nearest(lights, base.lightness);
  return lights.map((lightness, index) => (index === own ? base : { ...base, lightness }));
}

/** How light and how strong Tailwind's eleven steps are, from 50 to 950: about the middle of its hues. */
const steps = {
  oklch: {
    lights: [0.971, 0.937, 0.886, 0.81, 0.71, 0.64, 0.577, 0.505, 0.444, 0.394, 0.266],
    chromas: [0.07, 0.15, 0.28, 0.5, 0.8, 1, 1, 0.9, 0.76, 0.62, 0.4],
  },
  hsl: {
    lights: [0.97, 0.94, 0.87, 0.77, 0.65, 0.55, 0.47, 0.4, 0.33, 0.27, 0.16],
    chromas: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  },
} as const;

/** Eleven steps through the base, which stands where its lightness is. */
function stepThroughBase(base: Tone, space: PaletteSpace): Tone[] {
  const { lights, chromas } = steps[space];
  const own = nearest(lights, base.lightness);
  const full = base.chroma / chromas[own]!;
  return insertBase(base, lights).map((tone, index) =>
    index === own ? tone : { ...tone, chroma: full * chromas[index]! },
  );
}

function nearest(lights: readonly number[], lightness: number): number {
  const distances = lights.map((light) => Math.abs(light - lightness));
  return distances.indexOf(Math.min(...distances));
}

/** A colour as painters think of it, in one of the two spaces. */
interface Tone {
  /** In degrees. */
  hue: number;
  /** OKLCh's chroma, or HSL's saturation from 0 to 1. */
  chroma: number;
  /** From 0 to 1. */
  lightness: number;
}

/** The way from a colour to a tone and back. */
interface ToneSpace {
  toTone(color: Color): Tone;
  toColor(tone: Tone): Rgb;
}

const oklchOf = converter("oklch");
const hslOf = converter("hsl");

/** OKLCh, whose equal steps look equal, and HSL, whose hues are those of the usual colour wheel. */
const toneSpaces: Readonly<Record<PaletteSpace, ToneSpace>> = {
  oklch: {
    toTone(color) {
      const { l, c, h = 0 } = oklchOf(color);
      return { hue: h, chroma: c, lightness: l };
    },
    toColor: ({ hue, chroma, lightness }) =>
      roundToSrgb({ mode: "oklch", l: lightness, c: chroma, h: hue }),
  },
  hsl: {
    toTone(color) {
      const { h = 0, s, l } = hslOf(color);
      return { hue: h, chroma: s, lightness: l };
    },
    toColor: ({ hue, chroma, lightness }) =>
      roundToSrgb({ mode: "hsl", h: ((hue % 360) + 360) % 360, s: chroma, l: lightness }),
  },
};
