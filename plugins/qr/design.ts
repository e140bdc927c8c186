import { type Static, t } from "hub";
import { type Color, parseColor, transparent } from "./color.ts";
import { type Level, levels } from "./matrix/capacity.ts";
import type { EyeStyle, Style } from "./options.ts";
import { lookFields } from "./options.ts";

const _look = t.Object(lookFields);

/** The fields of `lookFields` as a request has them. */
export type QrAppearance = Static<typeof _look>;

/** How a code is to look, every default settled. */
export interface Design {
  style: Style;
  size: number;
  margin: number;
  fg: Color;
  bg: Color;
  eyeStyle: EyeStyle;
  /** Colour of the finder patterns where it is another than that of the modules. */
  eye?: Color | undefined;
  gradient?: Gradient | undefined;
  /** The levels of error correction to try, in order. */
  levels: readonly [Level, ...Level[]];
  boost: boolean;
  versionMin: number;
  mask?: number | undefined;
}

/** From one colour to another, in degrees clockwise from left to right. */
export interface Gradient {
  from: Color;
  to: Color;
  angle: number;
}

/** How much of a code a logo takes. */
interface LogoSpace {
  /** Its side as a share of the code's. */
  size_ratio: number;
  /** Modules around it. */
  margin: number;
}

/** Settles what a request leaves open. A logo hides modules, so it needs more correction. */
export function resolveDesign(look: QrAppearance, logo?: LogoSpace): Design {
  const style = look.style === "blocks" ? "standard" : look.style;
  const round = style === "rounded" || style === "dots";
  const gradient = look.gradient === undefined ? undefined : parseGradient(look.gradient);
  return {
    style,
    size: look.size,
    margin: look.margin,
    fg: gradient?.from ?? parseColor(look.fg_color),
    bg: look.bg_color === "transparent" ? transparent : parseColor(look.bg_color),
    eyeStyle: look.eye_style ?? (round ? "rounded" : "square"),
    eye: look.eye_color === undefined ? undefined : parseColor(look.eye_color),
    gradient,
    levels: look.ecc === "auto" ? automatic(style, logo !== undefined) : [look.ecc],
    boost: look.boost_ecc,
    versionMin: Math.max(look.min_version, logo ? versionUnder(logo) : 1),
    mask: look.mask,
  };
}

/** The level a style deserves, and those below it where the data needs the room. */
function automatic(style: Style, logo: boolean): [Level, ...Level[]] {
  const best = logo ? "H" : style === "standard" || style === "rounded" ? "M" : "Q";
  return levels.slice(0, levels.indexOf(best) + 1).reverse() as [Level, ...Level[]];
}

/**
 * The least version in which a logo and its margin hide 15 % of the modules, half of what H makes
 * good. On fewer than the 33 of version 4 it would reach the format bits.
 */
function versionUnder({ size_ratio, margin }: LogoSpace): number {
  const modules = (2 * margin) / (Math.sqrt(0.15) - size_ratio);
  return Math.max(4, Math.ceil((modules - 17) / 4));
}

function parseGradient(text: string): Gradient {
  const [from = "", to = "", angle = "0"] = text.split("-");
  return { from: parseColor(from), to: parseColor(to), angle: Number(angle) };
}
