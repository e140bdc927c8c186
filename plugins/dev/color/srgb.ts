import { type Color, converter, type Rgb, toGamut } from "culori";

const rgb = converter("rgb");
const mapToGamut = toGamut("rgb", "oklch");

/** Tolerance for rounding errors: a quarter of the smallest difference in hexadecimal notation. */
const tolerance = 1 / 1020;

/** Returns whether the colour is in the gamut of sRGB, the space of hexadecimal colours. */
export function inSrgb(color: Color): boolean {
  const { r, g, b } = rgb(color);
  return [r, g, b].every((channel) => channel >= -tolerance && channel <= 1 + tolerance);
}

/**
 * Converts a colour to opaque sRGB. Colours outside the gamut keep hue and lightness and lose chroma, by the
 * algorithm of CSS Color 4, section 13.2.
 */
export function fitToSrgb(color: Color): Rgb {
  const { r, g, b } = inSrgb(color) ? rgb(color) : mapToGamut(color);
  return { mode: "rgb", r: clamp(r), g: clamp(g), b: clamp(b) };
}

/** Converts a colour to sRGB and rounds each channel to 255ths, the resolution of hexadecimal digits. */
export function roundToSrgb(color: Color): Rgb {
  const { r, g, b } = fitToSrgb(color);
  return { mode: "rgb", r: toByte(r) / 255, g: toByte(g) / 255, b: toByte(b) / 255 };
}

/** Formats a colour from `roundToSrgb` as `#rrggbb`. */
export function formatHex({ r, g, b }: Rgb): string {
  return `#${Uint8Array.of(toByte(r), toByte(g), toByte(b)).toHex()}`;
}

/** Converts a channel from 0 to 1 to a byte. */
export function toByte(channel: number): number {
  return Math.round(clamp(channel) * 255);
}

/** Returns the WCAG 2 relative luminance: 0 for black, 1 for white. */
export function luminance({ r, g, b }: Rgb): number {
  return 0.2126 * linearize(r) + 0.7152 * linearize(g) + 0.0722 * linearize(b);
}

/** Returns whether white text has more contrast on it than black text, by the WCAG 2 contrast ratio. */
export function isDark(color: Rgb): boolean {
  return (luminance(color) + 0.05) ** 2 < 1.05 * 0.05;
}

function linearize(channel: number): number {
  return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function clamp(channel: number): number {
  return Math.max(0, Math.min(1, channel));
}
