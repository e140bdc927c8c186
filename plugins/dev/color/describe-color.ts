import { type Color, converter } from "culori";
import { type Channels, computeChannels, round } from "./channels.ts";
import { findColorName } from "./names.ts";
import { decodeRec2020 } from "./rec2020.ts";
import type { CssNotation, Notation } from "./request.ts";
import { formatHex, inSrgb, isDark, luminance, roundToSrgb, toByte } from "./srgb.ts";

/** Returns a colour in every colour space and notation, with its name. */
export async function describeColor(color: Color, { to }: { to: Notation }) {
  const shown = roundToSrgb(color);
  const alpha = round(color.alpha ?? 1, 4);
  const hex = formatHex(shown);
  const hex8 = hex + formatAlpha(alpha);
  const channels = computeChannels(color);
  const css = formatCssNotations(color, channels);
  const name = await findColorName(shown);
  const { h, s, v } = channels.hsv;
  const otherNotations = { hex8, hsv: `hsv(${h} ${s}% ${v}%)`, name: name.nearest };
  return {
    hex,
    hex8,
    ...channels,
    css,
    name,
    luminance: round(luminance(shown), 5),
    is_dark: isDark(shown),
    in_srgb_gamut: inSrgb(color),
    alpha,
    converted: { ...css, ...otherNotations }[to],
  };
}

const srgb = converter("rgb");
const linear = converter("lrgb");
const p3 = converter("p3");
const a98 = converter("a98");
const prophoto = converter("prophoto");
const rec2020 = converter("rec2020");
const xyz65 = converter("xyz65");
const xyz50 = converter("xyz50");

/**
 * Formats a colour in all notations of CSS Color 4 and in `device-cmyk()` of CSS Color 5. Notations up to `cmyk` show
 * the nearest sRGB colour.
 */
function formatCssNotations(
  color: Color,
  { rgb, hsl, hwb, cmyk, lab, lch, oklab, oklch }: Channels,
): Record<CssNotation, string> {
  const alpha = round(color.alpha ?? 1, 4);
  const call = (name: string, ...values: (string | number)[]) =>
    `${name}(${values.join(" ")}${alpha === 1 ? "" : ` / ${alpha}`})`;
  const inRgb = (space: string, { r, g, b }: { r: number; g: number; b: number }) =>
    call("color", space, ...[r, g, b].map((value) => round(value, 5)));
  const inXyz = (space: string, { x, y, z }: { x: number; y: number; z: number }) =>
    call("color", space, ...[x, y, z].map((value) => round(value, 5)));
  return {
    hex: formatHex(roundToSrgb(color)) + (alpha === 1 ? "" : formatAlpha(alpha)),
    rgb: call("rgb", rgb.r, rgb.g, rgb.b),
    hsl: call("hsl", hsl.h, `${hsl.s}%`, `${hsl.l}%`),
    hwb: call("hwb", hwb.h, `${hwb.w}%`, `${hwb.b}%`),
    cmyk: call("device-cmyk", `${cmyk.c}%`, `${cmyk.m}%`, `${cmyk.y}%`, `${cmyk.k}%`),
    lab: call("lab", lab.l, lab.a, lab.b),
    lch: call("lch", lch.l, lch.c, lch.h),
    oklab: call("oklab", oklab.l, oklab.a, oklab.b),
    oklch: call("oklch", oklch.l, oklch.c, oklch.h),
    srgb: inRgb("srgb", srgb(color)),
    srgb_linear: inRgb("srgb-linear", linear(color)),
    display_p3: inRgb("display-p3", p3(color)),
    a98_rgb: inRgb("a98-rgb", a98(color)),
    prophoto_rgb: inRgb("prophoto-rgb", prophoto(color)),
    rec2020: inRgb("rec2020", decodeRec2020(rec2020(color))),
    xyz_d65: inXyz("xyz-d65", xyz65(color)),
    xyz_d50: inXyz("xyz-d50", xyz50(color)),
  };
}

/** Returns the last two digits of `#rrggbbaa`. */
function formatAlpha(alpha: number): string {
  return toByte(alpha).toString(16).padStart(2, "0");
}
