import type { Color } from "culori";
import { channelsOf, rounded } from "./channels.ts";
import { alphaDigits, cssOf } from "./css.ts";
import { nameOf } from "./names.ts";
import type { Notation } from "./notations.ts";
import { hexOf, inSrgb, isDark, luminance, srgbOf } from "./srgb.ts";

/** Tells a colour in every space and notation, and what it is called. */
export async function describeColor(color: Color, { to }: { to: Notation }) {
  const shown = srgbOf(color);
  const alpha = rounded(color.alpha ?? 1, 4);
  const hex = hexOf(shown);
  const hex8 = hex + alphaDigits(alpha);
  const channels = channelsOf(color);
  const css = cssOf(color, channels);
  const name = await nameOf(shown);
  const { h, s, v } = channels.hsv;
  const others = { hex8, hsv: `hsv(${h} ${s}% ${v}%)`, name: name.nearest };
  return {
    hex,
    hex8,
    ...channels,
    css,
    name,
    luminance: rounded(luminance(shown), 5),
    is_dark: isDark(shown),
    in_srgb_gamut: inSrgb(color),
    alpha,
    converted: { ...css, ...others }[to],
  };
}
