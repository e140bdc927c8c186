import type { Rgba } from "hub/drawing";

/** Red, green, blue and opacity, each from 0 to 255. */
export type Color = Rgba;

export const transparent: Color = [255, 255, 255, 0];

/** Parses a colour that matches `colorPattern`. */
export function parseColor(text: string): Color {
  const digits = text.startsWith("#") ? text.slice(1) : text;
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const byte = (at: number) => Number.parseInt(six.slice(at, at + 2), 16);
  return [byte(0), byte(2), byte(4), six.length === 8 ? byte(6) : 255];
}

/** Interpolates between two colours, by the share of the second. */
export function between(one: Color, two: Color, share: number): Color {
  const mix = (at: 0 | 1 | 2 | 3) => Math.round(one[at] + (two[at] - one[at]) * share);
  return [mix(0), mix(1), mix(2), mix(3)];
}
