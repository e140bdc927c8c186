import { type Color, converter, differenceEuclidean, type Oklch, type Rgb } from "culori";
import { round } from "./channels.ts";
import type { ContrastOptions } from "./request.ts";
import { formatHex, luminance, roundToSrgb } from "./srgb.ts";

/** Measures the contrast of two colours. Suggests the nearest colour that passes if the foreground doesn't. */
export function measureContrast(
  { foreground, background }: { foreground: Color; background: Color },
  { font_size, bold, target }: ContrastOptions,
) {
  const paper = blendOver(background, white);
  const ink = blendOver(foreground, paper);
  const ratio = contrastRatio(ink, paper);
  const isLargeText = isLarge({ size: font_size, bold });
  const requiredLc = apcaNeeded({ size: font_size, bold });
  const required = { aa: isLargeText ? 3 : 4.5, aaa: isLargeText ? 4.5 : 7, apca: requiredLc }[
    target
  ];
  const measure = target === "apca" ? lightnessContrast : contrastRatio;
  const passes = (text: Rgb) => measure(text, paper) >= required;
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
    apca_lc_needed: requiredLc,
    large_text: isLargeText,
    passes: passes(ink),
    suggestion: passes(ink) ? null : describeSuggestion(findNearestPassing(ink, passes), paper),
  };
}

/** Returns the WCAG 2 contrast ratio, from 1 to 21. */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const luminances = [luminance(one), luminance(other)];
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

function lightnessContrast(text: Rgb, paper: Rgb): number {
  return Math.abs(apca(text, paper));
}

/** Returns whether WCAG counts the text as large: from 18 pt, or 14 pt in bold. A point is 4/3 CSS pixels. */
function isLarge({ size, bold }: { size: number; bold: boolean }): boolean {
  return size >= (bold ? 14 : 18) * (4 / 3);
}

function describeSuggestion(suggestion: { color: Rgb; deltaE: number } | undefined, paper: Rgb) {
  if (!suggestion) return null;
  return {
    foreground: formatHex(suggestion.color),
    ratio: round(contrastRatio(suggestion.color, paper), 3),
    apca_lc: round(apca(suggestion.color, paper), 2),
    delta_e: round(suggestion.deltaE, 4),
  };
}

const white: Rgb = { mode: "rgb", r: 1, g: 1, b: 1 };

/** Blends a translucent colour with an opaque one below it, in sRGB as browsers do. */
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
 * Returns the lightness contrast of APCA 0.0.98G-4g, from -108 to 106. It is positive for dark text on light and
 * negative for light text on dark. The order of the arguments matters.
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
 * Returns the minimum contrast for readable text at a size in CSS pixels, after APCA's lookup table. Returns 90 if
 * the table requires its maximum.
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

/** Returns the luminance of a colour on a screen, including the flare that lifts black. */
function screenLuminance({ r, g, b }: Rgb): number {
  const y = 0.2126729 * r ** 2.4 + 0.7151522 * g ** 2.4 + 0.072175 * b ** 2.4;
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: APCA has 1.414, not the root of 2
  return y < 0.022 ? y + (0.022 - y) ** 1.414 : y;
}

const toOklch = converter("oklch");
const difference = differenceEuclidean("oklab");

/**
 * Returns the nearest colour of the same hue that passes, darker or lighter, with its chroma reduced to fit sRGB.
 * Returns undefined if neither black nor white passes.
 */
function findNearestPassing(
  color: Rgb,
  passes: (color: Rgb) => boolean,
): { color: Rgb; deltaE: number } | undefined {
  const start = toOklch(color);
  return [0, 1]
    .map((end) => findFirstPassing(start, { end, passes }))
    .filter((suggestion) => suggestion !== undefined)
    .map((suggestion) => ({ color: suggestion, deltaE: difference(color, suggestion) }))
    .toSorted((a, b) => a.deltaE - b.deltaE)[0];
}

/** Bisects the lightness between the colour and black or white. Ten steps are finer than one step of a byte. */
function findFirstPassing(
  start: Oklch,
  { end, passes }: { end: number; passes: (color: Rgb) => boolean },
): Rgb | undefined {
  let best = roundToSrgb({ ...start, l: end });
  if (!passes(best)) return undefined;
  let [failing, passing] = [start.l, end];
  for (let step = 0; step < 10; step++) {
    const l = (failing + passing) / 2;
    const candidate = roundToSrgb({ ...start, l });
    if (passes(candidate)) {
      passing = l;
      best = candidate;
    } else failing = l;
  }
  return best;
}
