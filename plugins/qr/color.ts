/** Red, green, blue and opacity, each from 0 to 255. */
export type Color = readonly [number, number, number, number];

/** Pattern of a colour: three, six or eight hexadecimal digits. */
export const colorPattern = "^#?(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$";

export const transparent: Color = [255, 255, 255, 0];

/** Parses a colour that matches `colorPattern`. */
export function parseColor(text: string): Color {
  const digits = text.startsWith("#") ? text.slice(1) : text;
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const byte = (at: number) => Number.parseInt(six.slice(at, at + 2), 16);
  return [byte(0), byte(2), byte(4), six.length === 8 ? byte(6) : 255];
}

/** Blends a colour over another, with a share of its opacity. */
export function over(top: Color, below: Color, share = 1): Color {
  const a = (top[3] / 255) * share;
  const b = (below[3] / 255) * (1 - a);
  if (a + b === 0) return below;
  const mix = (at: 0 | 1 | 2) => Math.round((top[at] * a + below[at] * b) / (a + b));
  return [mix(0), mix(1), mix(2), Math.round((a + b) * 255)];
}

/** Interpolates between two colours, by the share of the second. */
export function between(one: Color, two: Color, share: number): Color {
  const mix = (at: 0 | 1 | 2 | 3) => Math.round(one[at] + (two[at] - one[at]) * share);
  return [mix(0), mix(1), mix(2), mix(3)];
}

/** Returns the WCAG 2.2 relative luminance, from 0 to 1. */
export function luminance([red, green, blue]: Color): number {
  return 0.2126 * linearize(red) + 0.7152 * linearize(green) + 0.0722 * linearize(blue);
}

/** Returns the WCAG 2.2 contrast ratio of two luminances, from 1 to 21. */
export function contrast(one: number, two: number): number {
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
}

function linearize(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
