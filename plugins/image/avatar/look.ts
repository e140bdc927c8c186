import type { Child, Rgba } from "hub/drawing";
import { contrast, formatCss, readableOn } from "../color/color.ts";
import { vivid } from "../color/oklab.ts";
import type { Dice } from "../dice.ts";

/** What a style draws with, on a square of 100. */
export interface AvatarContext {
  dice: Dice;
  /** At least five colours that go together, the first the one that most is drawn in. */
  colors: readonly Rgba[];
  /** What was asked for, over what the style would choose. */
  background: Rgba | undefined;
  color: Rgba | undefined;
}

/** Draws the picture, its background included, on a square of 100. */
export type Style = (look: AvatarContext) => Child;

const schemes = [
  [0, 32, 64, 180, 212],
  [0, 120, 150, 240, 20],
  [0, 180, 205, 335, 25],
  [0, 25, 335, 160, 185],
  [0, 60, 95, 210, 240],
] as const;
/** The lightness and the chroma of each colour. */
const tones = [
  [0.66, 0.16],
  [0.8, 0.13],
  [0.56, 0.14],
  [0.74, 0.12],
  [0.9, 0.06],
] as const;

/** Five colours of one harmony, by OKLCH. */
export function harmony(dice: Dice): Rgba[] {
  const hue = dice.integer(360);
  const scheme = dice.pick(schemes);
  const [first, second, third, fourth, fifth] = tones;
  return [
    vivid(...first, hue + scheme[0]),
    vivid(...second, hue + scheme[1]),
    vivid(...third, hue + scheme[2]),
    vivid(...fourth, hue + scheme[3]),
    vivid(...fifth, hue + scheme[4]),
  ];
}

/** One of the colours, over and over where there are few. */
export function getColor({ colors }: Pick<AvatarContext, "colors">, index: number): Rgba {
  // None are there for initials alone, which draw with none.
  return colors[index % colors.length]!;
}

/** Colours as SVG reads them. */
export function paints(look: AvatarContext): (index: number) => string {
  return (index) => formatCss(getColor(look, index));
}

/** The colour of what must be seen on a background. */
export function inkOn(background: Rgba): string {
  return formatCss(readableOn(background));
}

/** The one of some colours that stands out most from a background. */
export function strongest(colors: readonly Rgba[], background: Rgba): Rgba {
  return colors.reduce((one, two) =>
    contrast(two, background) > contrast(one, background) ? two : one,
  );
}
