import { type Color, converter, type Rgb, toGamut } from "culori";

const rgb = converter("rgb");
const mapped = toGamut("rgb", "oklch");

/** How far outside counts as rounding: a quarter of what hexadecimal digits can tell apart. */
const tolerance = 1 / 1020;

/** Whether sRGB, the space of hexadecimal colours, can show the colour. */
export function inSrgb(color: Color): boolean {
  const { r, g, b } = rgb(color);
  return [r, g, b].every((channel) => channel >= -tolerance && channel <= 1 + tolerance);
}

/**
 * The colour in sRGB, without transparency. What sRGB cannot show keeps its hue and lightness and
 * loses chroma, by the algorithm of CSS Color 4, section 13.2.
 */
export function fitToSrgb(color: Color): Rgb {
  const { r, g, b } = inSrgb(color) ? rgb(color) : mapped(color);
  return { mode: "rgb", r: clamp(r), g: clamp(g), b: clamp(b) };
}

/** The same, each channel a whole 255th: what hexadecimal digits write. */
export function roundToSrgb(color: Color): Rgb {
  const { r, g, b } = fitToSrgb(color);
  return { mode: "rgb", r: toByte(r) / 255, g: toByte(g) / 255, b: toByte(b) / 255 };
}

/** `#rrggbb` of a colour that `srgbOf` made. */
export function formatHex({ r, g, b }: Rgb): string {
  return `#${Uint8Array.of(toByte(r), toByte(g), toByte(b)).toHex()}`;
}

/** A channel from 0 to 1 as a byte. */
export function toByte(channel: number): number {
  return Math.round(clamp(channel) * 255);
}

/** The relative luminance of WCAG 2: 0 for black, 1 for white. */
export function luminance({ r, g, b }: Rgb): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** Whether white stands out from it more than black does, by the contrast ratio of WCAG 2. */
export function isDark(color: Rgb): boolean {
  return (luminance(color) + 0.05) ** 2 < 1.05 * 0.05;
}

function linear(channel: number): number {
  return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function clamp(channel: number): number {
  return Math.max(0, Math.min(1, channel));
}
