import { type Color, converter, type Rgb } from "culori";
import { fitToSrgb, toByte } from "./srgb.ts";

const toHsl = converter("hsl");
const toHsv = converter("hsv");
const toHwb = converter("hwb");
const toLab = converter("lab");
const toLch = converter("lch");
const toOklab = converter("oklab");
const toOklch = converter("oklch");
const toXyz = converter("xyz65");
const toP3 = converter("p3");

/**
 * Returns a colour's channels in common colour spaces. Up to `cmyk` they describe the nearest sRGB colour, and only
 * `rgb` is rounded to 255ths. The others describe the colour itself. The hue of a grey is 0.
 */
export function computeChannels(color: Color) {
  const shown = fitToSrgb(color);
  const hsl = toHsl(shown);
  const hsv = toHsv(shown);
  const hwb = toHwb(shown);
  const lab = toLab(color);
  const oklab = toOklab(color);
  const xyz = toXyz(color);
  const p3 = toP3(color);
  return {
    rgb: { r: toByte(shown.r), g: toByte(shown.g), b: toByte(shown.b) },
    hsl: { h: roundHue(hsl.h, toPercent(hsl.s)), s: toPercent(hsl.s), l: toPercent(hsl.l) },
    hsv: { h: roundHue(hsv.h, toPercent(hsv.s)), s: toPercent(hsv.s), v: toPercent(hsv.v) },
    hwb: {
      h: roundHue(hwb.h, 100 - toPercent(hwb.w) - toPercent(hwb.b)),
      w: toPercent(hwb.w),
      b: toPercent(hwb.b),
    },
    cmyk: toCmyk(shown),
    lab: { l: round(lab.l, 3), a: round(lab.a, 3), b: round(lab.b, 3) },
    lch: roundPolar(toLch(color), 3),
    oklab: { l: round(oklab.l, 5), a: round(oklab.a, 5), b: round(oklab.b, 5) },
    oklch: roundPolar(toOklch(color), 5),
    xyz: { x: round(xyz.x, 5), y: round(xyz.y, 5), z: round(xyz.z, 5) },
    display_p3: { r: round(p3.r, 5), g: round(p3.g, 5), b: round(p3.b, 5) },
  };
}

export type Channels = ReturnType<typeof computeChannels>;

/** Rounds to a number of decimals. Never returns -0. */
export function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals)) + 0;
}

/** Converts without a printer profile: the share common to all three inks becomes black. */
function toCmyk({ r, g, b }: Rgb) {
  const white = Math.max(r, g, b);
  const ink = (channel: number) => (white === 0 ? 0 : toPercent((white - channel) / white));
  return { c: ink(r), m: ink(g), y: ink(b), k: toPercent(1 - white) };
}

function roundPolar(
  { l, c, h }: { l: number; c: number; h?: number | undefined },
  decimals: number,
) {
  const chroma = round(c, decimals);
  return { l: round(l, decimals), c: chroma, h: roundHue(h, chroma) };
}

/** Rounds a hue. The hue of a grey is rounding noise and becomes 0. */
function roundHue(hue: number | undefined, chroma: number): number {
  return round(chroma, 5) <= 0 ? 0 : toDegrees(hue);
}

function toDegrees(hue = 0): number {
  return round(hue, 2) % 360;
}

function toPercent(share: number): number {
  return round(share * 100, 2);
}
