import { between, type Color, contrast, luminance, over } from "./color.ts";
import type { Picture } from "./picture.ts";

/** How well a code should scan. */
export interface Scannability {
  /** From 0 to 100. */
  score: number;
  /** Of the least visible module to the background, from 1 to 21. */
  contrast_ratio: number;
  quiet_zone_ok: boolean;
  /** Whether a decoder read this image back; null where none was asked. */
  decoded_ok: boolean | null;
  warnings: string[];
}

/** A judgement, and whether the code is of a kind that is known to scan without being tried. */
export interface Verdict extends Scannability {
  known: boolean;
}

// WCAG's least for text; and the least at which rugk/offline-qr-code still lets a code pass.
const contrastGood = 4.5;
const contrastLeast = 3;
const white: Color = [255, 255, 255, 255];

/**
 * Judges a picture by what is known to keep scanners from reading. What draws no warning is of a
 * kind of which the tests read every style, size and level back with two decoders.
 */
export function judge({ design, matrix, pixels }: Picture): Verdict {
  const ground = luminance(over(design.bg, white));
  const inks = inksOf(design.fg, design).map((ink) => luminance(over(ink, over(design.bg, white))));
  const ratio = Math.min(...inks.map((ink) => contrast(ink, ground)));
  const { style, margin } = design;
  const found: [boolean, number, string][] = [
    [ratio < contrastLeast, 60, "The colours are too alike: many scanners need a contrast of 3"],
    [
      ratio >= contrastLeast && ratio < contrastGood,
      20,
      "The contrast is below 4.5, which poor light and cameras may not forgive",
    ],
    [
      Math.max(...inks) > ground,
      30,
      "The modules are lighter than the background, which many scanners do not read",
    ],
    [
      design.bg[3] < 255,
      10,
      "The background is transparent: what lies behind it may hide the code",
    ],
    [margin < 2, 30, "The quiet zone is narrower than 2 modules"],
    [
      margin >= 2 && margin < 4,
      10,
      "The quiet zone is narrower than the 4 modules of the standard",
    ],
    [pixels < 2, 30, "A module is one pixel: enlarge the image"],
    [
      style !== "standard" && style !== "rounded" && matrix.level === "L",
      10,
      "Little error correction is left for what the style takes away",
    ],
  ];
  const faults = found.filter(([applies]) => applies);
  return {
    score: Math.max(0, 100 - faults.reduce((sum, [, points]) => sum + points, 0)),
    contrast_ratio: Math.round(ratio * 100) / 100,
    quiet_zone_ok: margin >= 4,
    decoded_ok: null,
    warnings: faults.map(([, , warning]) => warning),
    known: faults.length === 0,
  };
}

/** The verdict on a picture that was given to a decoder. */
export function tried(verdict: Verdict, decoded: boolean): Verdict {
  return {
    ...verdict,
    decoded_ok: decoded,
    known: decoded,
    score: decoded ? verdict.score : Math.min(verdict.score, 10),
    warnings: decoded ? verdict.warnings : ["The image was not read back", ...verdict.warnings],
  };
}

function inksOf(fg: Color, { gradient, eye }: Picture["design"]): Color[] {
  const eyes = eye ? [eye] : [];
  if (!gradient) return [fg, ...eyes];
  // Half way between two colours may be lighter than both.
  return [0, 0.25, 0.5, 0.75, 1]
    .map((share) => between(gradient.from, gradient.to, share))
    .concat(eyes);
}
