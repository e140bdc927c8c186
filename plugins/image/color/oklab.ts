import { type Rgba, toLinear } from "hub/drawing";

/** Lightness from 0 to 1, the two colour axes of OKLab, and opacity from 0 to 1. */
export type Oklab = readonly [lightness: number, a: number, b: number, opacity: number];

/** Converts a colour to OKLab with Björn Ottosson's matrices. */
export function toOklab([red, green, blue, opacity]: Rgba): Oklab {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    opacity / 255,
  ];
}

/** Converts a colour to red, green and blue from 0 to 255, not rounded, and clipped to sRGB. */
export function toRgbChannels([lightness, a, b]: Oklab): [number, number, number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encodeChannel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encodeChannel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encodeChannel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Returns the nearest sRGB colour. */
export function fromOklab(color: Oklab): Rgba {
  const [red, green, blue] = toRgbChannels(color);
  return [Math.round(red), Math.round(green), Math.round(blue), Math.round(color[3] * 255)];
}

/**
 * Returns a colour from lightness, chroma and hue in degrees. Reduces the chroma if sRGB lacks the
 * colour.
 */
export function fromOklch(lightness: number, chroma: number, hue: number): Rgba {
  const radians = (hue * Math.PI) / 180;
  for (let share = 1; share > 0; share -= 0.05) {
    const reach = chroma * share;
    const color = [lightness, reach * Math.cos(radians), reach * Math.sin(radians), 1] as const;
    if (toRgbChannels(color).every((value) => value > 0 && value < 255)) return fromOklab(color);
  }
  return fromOklab([lightness, 0, 0, 1]);
}

/** Returns a vivid colour. Yellow hues are lighter, because dark yellow is olive. */
export function vivid(lightness: number, chroma: number, hue: number): Rgba {
  const normalisedHue = ((hue % 360) + 360) % 360;
  const yellow = Math.max(0, 1 - Math.abs(normalisedHue - 100) / 45);
  return fromOklch(lightness + (0.88 - lightness) * 0.6 * yellow, chroma, normalisedHue);
}

/** Mixes two colours perceptually. `share` is that of the second one. */
export function mix(one: Rgba, two: Rgba, share: number): Rgba {
  const [from, to] = [toOklab(one), toOklab(two)];
  const mixChannel = (at: 0 | 1 | 2 | 3) => from[at] + (to[at] - from[at]) * share;
  return fromOklab([mixChannel(0), mixChannel(1), mixChannel(2), mixChannel(3)]);
}

function encodeChannel(share: number): number {
  const value = share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055;
  return Math.min(255, Math.max(0, value * 255));
}
