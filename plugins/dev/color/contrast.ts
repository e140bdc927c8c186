import { type Color, converter, differenceEuclidean, type Oklch, type Rgb } from "culori";
import { round } from "./channels.ts";
import type { ContrastOptions } from "./options.ts";
import { formatHex, luminance, roundToSrgb } from "./srgb.ts";

/** Measures a colour on another, and finds the nearest that is enough where it is not. */
export function measureContrast(
  { foreground, background }: { foreground: Color; background: Color },
  { font_size, bold, target }: ContrastOptions,
) {
  const paper = blendOver(background, white);
  const ink = blendOver(foreground, paper);
  const ratio = contrastRatio(ink, paper);
  const large = isLarge({ size: font_size, bold });
  const lcNeeded = apcaNeeded({ size: font_size, bold });
  const needed = { aa: large ? 3 : 4.5, aaa: large ? 4.5 : 7, apca: lcNeeded }[target];
  const measure = target === "apca" ? lightnessContrast : contrastRatio;
  const passes = (text: Rgb) => measure(text, paper) >= needed;
  return {
    foreground: formatHex(ink),
    background: formatHex(paper),
    ratio: round(ratio, 3),
    wcag: {
      aa_normal: ratio >= 4.5,
      aa_large: ratio >= 3,
      aaa_normal: ratio >= 7,
      aaa_large: ratio >= 4.5,
      ui: ratio >= 3,
    },
    apca_lc: round(apca(ink, paper), 2),
    apca_lc_needed: lcNeeded,
    large_text: large,
    passes: passes(ink),
    suggestion: passes(ink) ? null : describeSuggestion(findNearestPassing(ink, passes), paper),
  };
}

/** The contrast ratio of WCAG 2, from 1 to 21. */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const lights = [luminance(one), luminance(other)];
  return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
}

function lightnessContrast(text: Rgb, paper: Rgb): number {
  return Math.abs(apca(text, paper));
}

/** 18 points, or 14 in bold, are large for WCAG; a point is 4/3 of a CSS pixel. */
function isLarge({ size, bold }: { size: number; bold: boolean }): boolean {
  return size >= (bold ? 14 : 18) * (4 / 3);
}

function describeSuggestion(found: { color: Rgb; deltaE: number } | undefined, paper: Rgb) {
  if (!found) return null;
  return {
    foreground: formatHex(found.color),
    ratio: round(contrastRatio(found.color, paper), 3),
    apca_lc: round(apca(found.color, paper), 2),
    delta_e: round(found.deltaE, 4),
  };
}

const white: Rgb = { mode: "rgb", r: 1, g: 1, b: 1 };

/** What is seen of a colour that lets through an opaque one, blended in sRGB as browsers do. */
function blendOver(color: Color, below: Rgb): Rgb {
  const { r, g, b } = roundToSrgb(color);
  const alpha = color.alpha ?? 1;
  const blend = (top: number, bottom: number) => top * alpha + bottom * (1 - alpha);
  return roundToSrgb({
    mode: "rgb",
    r: blend(r, below.r),
    g: blend(g, below.g),
    b: blend(b, below.b),
  });
}

/**
 * The lightness contrast of APCA 0.0.98G-4g: positive for dark text on light, negative for light
 * text on dark, from -108 to 106. Which of the two is the text matters.
 */
export function apca(text: Rgb, background: Rgb): number {
  const ink = screenLuminance(text);
  const paper = screenLuminance(background);
  if (Math.abs(paper - ink) < 0.0005) return 0;
  const contrast =
    paper > ink ? (paper ** 0.56 - ink ** 0.57) * 1.14 : (paper ** 0.65 - ink ** 0.62) * 1.14;
  if (Math.abs(contrast) < 0.1) return 0;
  return (contrast - Math.sign(contrast) * 0.027) * 100;
}

/**
 * The least contrast for text one is to read, after APCA's own table for sizes in CSS pixels; 90
 * where the table asks for the most it knows.
 */
export function apcaNeeded({ size, bold }: { size: number; bold: boolean }): number {
  const steps: [from: number, contrast: number][] = bold
    ? [
        [24, 45],
        [16, 60],
        [14, 75],
      ]
    : [
        [36, 45],
        [24, 60],
        [18, 75],
      ];
  return steps.find(([from]) => size >= from)?.[1] ?? 90;
}

/** The luminance a screen gives off, with the flare that lifts black. */
function screenLuminance({ r, g, b }: Rgb): number {
  const y = 0.2126729 * r ** 2.4 + 0.7151522 * g ** 2.4 + 0.072175 * b ** 2.4;
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: APCA has 1.414, not the root of 2
  return y < 0.022 ? y + (0.022 - y) ** 1.414 : y;
}

const oklchOf = converter("oklch");
const difference = differenceEuclidean("oklab");

/**
 * The colour of the same hue that passes and comes nearest, darker or lighter, with the chroma
 * that sRGB has room for; undefined where neither black nor white passes.
 */
function findNearestPassing(
  color: Rgb,
  passes: (color: Rgb) => boolean,
): { color: Rgb; deltaE: number } | undefined {
  const start = oklchOf(color);
  return [0, 1]
    .map((end) => findFirstPassing(start, { end, passes }))
    .filter((found) => found !== undefined)
    .map((found) => ({ color: found, deltaE: difference(color, found) }))
    .toSorted((a, b) => a.deltaE - b.deltaE)[0];
}

/** Halves the way to black or white ten times: finer than a step of a byte. */
function findFirstPassing(
  start: Oklch,
  { end, passes }: { end: number; passes: (color: Rgb) => boolean },
): Rgb | undefined {
  let best = roundToSrgb({ ...start, l: end });
  if (!passes(best)) return undefined;
  let [failing, passing] = [start.l, end];
  for (let step = 0; step < 10; step++) {
    const l = (failing + passing) / 2;
    const tried = roundToSrgb({ ...start, l });
    if (passes(tried)) {
      passing = l;
      best = tried;
    } else failing = l;
  }
  return best;
}
