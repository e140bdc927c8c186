import { asTable } from "hub";
import { openTexts } from "hub/data-file";
import type { Rgba } from "hub/drawing";
import { leastContrast, over, parseColor } from "../color/color.ts";

/** One colour, or a gradient between two. */
export interface BadgePaint {
  from: Rgba;
  to: Rgba | undefined;
}

/** How the texts of a badge are coloured: as READMEs are used to, or always with enough contrast. */
export type Contrast = "usual" | "readable";

const colors = openTexts(new URL("./colors.txt", import.meta.url), ["usual", "readable"])();
const palettes = { ...colors, readable: asTable({ ...colors.usual, ...colors.readable }) };

/** Parses a colour, or two colours separated by `..`. */
export function parsePaint(
  text: string,
  { at, contrast }: { at: string; contrast: Contrast },
): BadgePaint {
  const named = palettes[contrast];
  const [from = "", to, ...extra] = text.split("..");
  const parsePart = (part: string) => parseColor(named[part.trim().toLowerCase()] ?? part, at);
  if (extra.length > 0 || to === undefined) return { from: parsePart(text), to: undefined };
  return { from: parsePart(from), to: parsePart(to) };
}

/** A highlight from above: stops with an offset downwards, a colour and an opacity. */
export type Shine = readonly (readonly [offset: number, color: Rgba, opacity: number])[];

const [white, gray, silver, black]: readonly [Rgba, Rgba, Rgba, Rgba] = [
  [255, 255, 255, 255],
  [170, 170, 170, 255],
  [187, 187, 187, 255],
  [0, 0, 0, 255],
];

/** Returns the highlight of a badge style in shields.io, or a share of it. */
export function buildShine(style: string, share = 1): Shine {
  const whole: Shine =
    style === "flat"
      ? [
          [0, silver, 0.1],
          [1, black, 0.1],
        ]
      : style === "plastic"
        ? [
            [0, white, 0.7],
            [0.1, gray, 0.1],
            [0.9, black, 0.3],
            [1, black, 0.5],
          ]
        : [];
  return share === 0
    ? []
    : whole.map(([offset, color, opacity]) => [offset, color, opacity * share]);
}

// Letters fill the middle half of a badge.
const heights = [0.25, 0.5, 0.75];

/** Returns the colours behind letters on a paint with a highlight. */
export function sampleBackgrounds({ from, to }: BadgePaint, shine: Shine): Rgba[] {
  const along = to ? [0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => mix(from, to, share)) : [from];
  const below = along.map((color) => over(color, white));
  if (shine.length === 0) return below;
  return below.flatMap((color) =>
    heights.map((height) => {
      const at = Math.max(
        1,
        shine.findIndex(([offset]) => offset >= height),
      );
      const [one, two] = [shine[at - 1], shine[at]];
      if (!one || !two) return color;
      const share = (height - one[0]) / (two[0] - one[0]);
      return over(mix(one[1], two[1], share), color, one[2] + (two[2] - one[2]) * share);
    }),
  );
}

/** Mixes two colours as SVG does. */
function mix(one: Rgba, two: Rgba, share: number): Rgba {
  const mixChannel = (at: 0 | 1 | 2 | 3) => Math.round(one[at] + (two[at] - one[at]) * share);
  return [mixChannel(0), mixChannel(1), mixChannel(2), mixChannel(3)];
}

const dark: Rgba = [51, 51, 51, 255];

/** Returns the colour of letters that shields.io uses: white, except on very light colours. */
export function usualInkOn({ from, to }: BadgePaint): Rgba {
  const [red, green, blue] = over(to ? mix(from, to, 0.5) : from, white);
  return (red * 299 + green * 587 + blue * 114) / 255_000 <= 0.69 ? white : dark;
}

/** Returns white for letters, or a dark colour if only that is readable. */
export function inkOn(backgrounds: readonly Rgba[]): Rgba {
  const inks = [white, dark, black];
  const readable = inks.find((ink) => leastContrast(ink, backgrounds) >= contrastMin);
  return (
    readable ??
    inks.toSorted((a, b) => leastContrast(b, backgrounds) - leastContrast(a, backgrounds))[0] ??
    white
  );
}

/** The minimum contrast of text in WCAG 2.2. */
export const contrastMin = 4.5;
