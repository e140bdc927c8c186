import type { Rgba } from "../png/encode.ts";

/** Red, green and blue, each from 0 to 255. Further numbers are ignored. */
type Channels = readonly [red: number, green: number, blue: number, ...rest: number[]];

/** Paints a colour over another, with a share of its opacity. */
export function over(top: Rgba, below: Rgba, share = 1): Rgba {
  const a = (top[3] / 255) * share;
  const b = (below[3] / 255) * (1 - a);
  if (a + b === 0) return below;
  const mix = (at: 0 | 1 | 2) => Math.round((top[at] * a + below[at] * b) / (a + b));
  return [mix(0), mix(1), mix(2), Math.round((a + b) * 255)];
}

/** Returns the contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: Channels, two: Channels): number {
  const [first, second] = [luminance(one), luminance(two)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** Returns the relative luminance from 0 to 1 (WCAG 2.2). */
export function luminance([red, green, blue]: Channels): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

/** Converts a channel of sRGB, from 0 to 255, to linear light from 0 to 1. */
export function toLinear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
