import { luminance } from "hub/drawing";
import type { Color } from "./page.ts";

/** Parses six hexadecimal digits. */
export function parseColor(text: string): Color {
  const value = Number.parseInt(text.replace("#", ""), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

/** Mixes a colour with white: 0 is white, 1 the colour itself. */
export function tint(color: Color, share: number): Color {
  return mapParts(color, (part) => 1 - (1 - part) * share);
}

/** Darkens a colour until it is readable on white: WCAG requires 4.5 to 1. */
export function darken(color: Color): Color {
  let dark = color;
  while (1.05 / (getLuminance(dark) + 0.05) < 4.5) dark = mapParts(dark, (part) => part * 0.92);
  return dark;
}

/** Returns black or white: the one that is more readable on a colour. */
export function inkOn(color: Color): Color {
  return getLuminance(color) > 0.4 ? [0.1, 0.1, 0.12] : [1, 1, 1];
}

function getLuminance(color: Color): number {
  return luminance(mapParts(color, (part) => part * 255));
}

function mapParts([red, green, blue]: Color, change: (part: number) => number): Color {
  return [change(red), change(green), change(blue)];
}
