import { type Color, converter, type Rgb } from "culori";
import { fitToSrgb, toByte } from "./srgb.ts";

const hslOf = converter("hsl");
const hsvOf = converter("hsv");
const hwbOf = converter("hwb");
const labOf = converter("lab");
const lchOf = converter("lch");
const oklabOf = converter("oklab");
const oklchOf = converter("oklch");
const xyzOf = converter("xyz65");
const p3Of = converter("p3");

/**
 * A colour's numbers in the spaces people use. Those up to `cmyk` are of the nearest colour that
 * sRGB has, of which `rgb` alone is in whole 255ths; the others are the colour's own. A hue is 0 where there is none.
 */
export function computeChannels(color: Color) {
  const shown = fitToSrgb(color);
  const hsl = hslOf(shown);
  const hsv = hsvOf(shown);
  const hwb = hwbOf(shown);
  const lab = labOf(color);
  const oklab = oklabOf(color);
  const xyz = xyzOf(color);
  const p3 = p3Of(color);
  return {
    rgb: { r: toByte(shown.r), g: toByte(shown.g), b: toByte(shown.b) },
    hsl: { h: roundHue(hsl.h, percent(hsl.s)), s: percent(hsl.s), l: percent(hsl.l) },
    hsv: { h: roundHue(hsv.h, percent(hsv.s)), s: percent(hsv.s), v: percent(hsv.v) },
    hwb: {
      h: roundHue(hwb.h, 100 - percent(hwb.w) - percent(hwb.b)),
      w: percent(hwb.w),
      b: percent(hwb.b),
    },
    cmyk: toCmyk(shown),
    lab: { l: round(lab.l, 3), a: round(lab.a, 3), b: round(lab.b, 3) },
    lch: polar(lchOf(color), 3),
    oklab: { l: round(oklab.l, 5), a: round(oklab.a, 5), b: round(oklab.b, 5) },
    oklch: polar(oklchOf(color), 5),
    xyz: { x: round(xyz.x, 5), y: round(xyz.y, 5), z: round(xyz.z, 5) },
    display_p3: { r: round(p3.r, 5), g: round(p3.g, 5), b: round(p3.b, 5) },
  };
}

export type Channels = ReturnType<typeof computeChannels>;

/** A number with so many decimals, and never minus nought. */
export function round(value: number, places: number): number {
  return Number(value.toFixed(places)) + 0;
}

/** Without a profile of a printer: what is common to all three inks is black. */
function toCmyk({ r, g, b }: Rgb) {
  const white = Math.max(r, g, b);
  const ink = (channel: number) => (white === 0 ? 0 : percent((white - channel) / white));
  return { c: ink(r), m: ink(g), y: ink(b), k: percent(1 - white) };
}

function polar({ l, c, h }: { l: number; c: number; h?: number | undefined }, places: number) {
  const chroma = round(c, places);
  return { l: round(l, places), c: chroma, h: roundHue(h, chroma) };
}

/** The hue of a grey is what rounding left, so it counts only where there is some colour. */
function roundHue(hue: number | undefined, chroma: number): number {
  return round(chroma, 5) <= 0 ? 0 : degrees(hue);
}

function degrees(hue = 0): number {
  return round(hue, 2) % 360;
}

function percent(share: number): number {
  return round(share * 100, 2);
}
