import { fromOklch, mix as mixOklab, toOklab } from "./oklab.ts";

/** Red, green and blue from 0 to 255, not rounded. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Parses `rrggbb`, `#rrggbb` or `#rgb`. */
export function hex(text: string): Rgb {
  const digits = text.replace("#", "");
  const isShort = digits.length === 3;
  const value = Number.parseInt(isShort ? digits.replaceAll(/./g, "$&$&") : digits, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** A colour between two, as the eye takes it. */
export function blend(one: Rgb, two: Rgb, share: number): Rgb {
  const [red, green, blue] = mixOklab([...one, 255], [...two, 255], share);
  return [red, green, blue];
}

/** Lightness from 0 to 1, chroma from 0 to some 0.35, and hue in degrees. */
export function toLch(color: Rgb): [lightness: number, chroma: number, hue: number] {
  const [lightness, a, b] = toOklab([...color, 255]);
  return [lightness, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI];
}

/** The colour of a lightness, a chroma and a hue. */
export function fromLch(lightness: number, chroma: number, hue: number): Rgb {
  const [red, green, blue] = fromOklch(Math.min(0.995, Math.max(0.02, lightness)), chroma, hue);
  return [red, green, blue];
}

/** The same hue, lighter (or darker, below 0) and more colourful by a factor. */
export function shiftColor(color: Rgb, { light = 0, chroma = 1, hue = 0 }): Rgb {
  const [l, c, h] = toLch(color);
  return fromLch(l + light, c * chroma, h + hue);
}

/** A colour under a light: each channel by its factor. */
export function multiply(color: Rgb, factor: Rgb): Rgb {
  const part = (at: 0 | 1 | 2) => Math.min(255, color[at] * factor[at]);
  return [part(0), part(1), part(2)];
}

/** A colour or factors between two, channel by channel. */
export function mix(one: Rgb, two: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => one[at] + (two[at] - one[at]) * share;
  return [part(0), part(1), part(2)];
}

/** A colour with all channels multiplied by one number. */
export function scale([red, green, blue]: Rgb, factor: number): Rgb {
  return [red * factor, green * factor, blue * factor];
}

/** As CSS and SVG read it. */
export function css(color: Rgb): string {
  const digits = color.map((value) => {
    const byte = Math.round(Math.min(255, Math.max(0, value)));
    return byte.toString(16).padStart(2, "0");
  });
  return `#${digits.join("")}`;
}
