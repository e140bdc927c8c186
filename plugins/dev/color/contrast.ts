import type { Color, Rgb } from "culori";
import { apca, apcaNeeded } from "./apca.ts";
import { rounded } from "./channels.ts";
import { hexOf, luminance, srgbOf } from "./srgb.ts";
import { nearestPassing } from "./suggestion.ts";
import type { Target } from "./targets.ts";

export interface ContrastOptions {
  /** In CSS pixels. */
  font_size: number;
  bold: boolean;
  target: Target;
}

/** Measures a colour on another, and finds the nearest that is enough where it is not. */
export function contrast(
  { foreground, background }: { foreground: Color; background: Color },
  { font_size, bold, target }: ContrastOptions,
) {
  const paper = over(background, white);
  const ink = over(foreground, paper);
  const ratio = contrastRatio(ink, paper);
  const large = isLarge({ size: font_size, bold });
  const lcNeeded = apcaNeeded({ size: font_size, bold });
  const needed = { aa: large ? 3 : 4.5, aaa: large ? 4.5 : 7, apca: lcNeeded }[target];
  const measure = target === "apca" ? lightnessContrast : contrastRatio;
  const passes = (text: Rgb) => measure(text, paper) >= needed;
  return {
    foreground: hexOf(ink),
    background: hexOf(paper),
    ratio: rounded(ratio, 3),
    wcag: {
      aa_normal: ratio >= 4.5,
      aa_large: ratio >= 3,
      aaa_normal: ratio >= 7,
      aaa_large: ratio >= 4.5,
      ui: ratio >= 3,
    },
    apca_lc: rounded(apca(ink, paper), 2),
    apca_lc_needed: lcNeeded,
    large_text: large,
    passes: passes(ink),
    suggestion: passes(ink) ? null : suggestion(nearestPassing(ink, passes), paper),
  };
}

/** The contrast ratio of WCAG 2, from 1 to 21. */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

function lightnessContrast(text: Rgb, paper: Rgb): number {
  return Math.abs(apca(text, paper));
}

/** 18 points, or 14 in bold, are large for WCAG; a point is 4/3 of a CSS pixel. */
function isLarge({ size, bold }: { size: number; bold: boolean }): boolean {
  return size >= (bold ? 14 : 18) * (4 / 3);
}

function suggestion(found: { color: Rgb; deltaE: number } | undefined, paper: Rgb) {
  if (!found) return null;
  return {
    foreground: hexOf(found.color),
    ratio: rounded(contrastRatio(found.color, paper), 3),
    apca_lc: rounded(apca(found.color, paper), 2),
    delta_e: rounded(found.deltaE, 4),
  };
}

const white: Rgb = { mode: "rgb", r: 1, g: 1, b: 1 };

/** What is seen of a colour that lets through an opaque one, blended in sRGB as browsers do. */
function over(color: Color, below: Rgb): Rgb {
  const { r, g, b } = srgbOf(color);
  const alpha = color.alpha ?? 1;
  const blend = (top: number, bottom: number) => top * alpha + bottom * (1 - alpha);
  return srgbOf({
    mode: "rgb",
    r: blend(r, below.r),
    g: blend(g, below.g),
    b: blend(b, below.b),
  });
}
