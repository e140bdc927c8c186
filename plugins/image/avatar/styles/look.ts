import type { Child, Rgba } from "hub/drawing";
import { formatCss } from "../../color/color.ts";
import { vivid } from "../../color/oklab.ts";
import type { Dice } from "../../random.ts";

/** The input of a style, which draws on a square of 100. */
export interface AvatarContext {
  dice: Dice;
  /** At least five harmonious colours. The first one is the main colour. */
  colors: readonly Rgba[];
  /** The requested colours, which override those of the style. */
  background: Rgba | undefined;
  color: Rgba | undefined;
}

/** Draws an avatar with its background on a square of 100. */
export type AvatarPainter = (context: AvatarContext) => Child;

const schemes = [
  [0, 32, 64, 180, 212],
  [0, 120, 150, 240, 20],
  [0, 180, 205, 335, 25],
  [0, 25, 335, 160, 185],
  [0, 60, 95, 210, 240],
] as const;
/** The lightness and chroma of each colour. */
const tones = [
  [0.66, 0.16],
  [0.8, 0.13],
  [0.56, 0.14],
  [0.74, 0.12],
  [0.9, 0.06],
] as const;

/** Creates five harmonious colours in OKLCH. */
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

/** Returns a colour by index. The colours repeat if there are too few. */
export function getColor({ colors }: Pick<AvatarContext, "colors">, index: number): Rgba {
  // Only initials have no colours, and they don't call this.
  return colors[index % colors.length]!;
}

/** Returns a function that formats colours for SVG by index. */
export function paints(context: AvatarContext): (index: number) => string {
  return (index) => formatCss(getColor(context, index));
}
