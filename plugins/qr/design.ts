import { type Static, t } from "hub";
import { type Color, parseColor, transparent } from "./color.ts";
import { type Level, levels } from "./matrix/capacity.ts";
import { type ImageFormat, isPrint } from "./media-types.ts";
import qr from "./plugin.ts";
import type { EyeStyle, Style } from "./request.ts";
import { lookFields } from "./request.ts";

const _look = t.Object(lookFields);

/** The appearance fields of a parsed request. */
export type QrAppearance = Static<typeof _look>;

/** The appearance of a code with all defaults resolved. */
export interface Design {
  style: Style;
  size: number;
  /** Width in print. */
  widthMm: number;
  margin: number;
  fg: Color;
  bg: Color;
  eyeStyle: EyeStyle;
  /** Colour of the finder patterns, if it differs from the modules. */
  eye?: Color | undefined;
  gradient?: Gradient | undefined;
  /** Error correction levels to try, in order. */
  levels: readonly [Level, ...Level[]];
  boost: boolean;
  versionMin: number;
  mask?: number | undefined;
  eci: boolean;
}

/** A gradient between two colours. The angle is in degrees clockwise, 0 is left to right. */
export interface Gradient {
  from: Color;
  to: Color;
  angle: number;
}

/** Returns how much the share of the second colour grows over the code, to the right and downwards. */
export function direction({ angle }: Gradient): readonly [right: number, down: number] {
  const radians = (angle * Math.PI) / 180;
  const [right, down] = [Math.cos(radians), Math.sin(radians)];
  const extent = Math.abs(right) + Math.abs(down);
  return [right / extent, down / extent];
}

/** The space that a logo takes. */
interface LogoSpace {
  /** Side of the logo relative to the code. */
  size_ratio: number;
  /** Free modules around the logo. */
  margin: number;
}

/** Resolves the defaults. A logo hides modules, so it requires stronger correction. */
export function resolveDesign(
  appearance: QrAppearance & { format?: ImageFormat },
  logo?: LogoSpace,
): Design {
  const { format } = appearance;
  const { style: name } = appearance;
  const style = name === "blocks" || name === "square" ? "standard" : name;
  const round = style === "rounded" || style === "extra-rounded" || style === "dots";
  const gradient =
    appearance.gradient === undefined ? undefined : parseGradient(appearance.gradient);
  return {
    style,
    ...(format && isPrint(format)
      ? getPrintWidth(appearance.width_mm ?? widthMmDefault)
      : { size: appearance.size, widthMm: widthMmDefault }),
    margin: appearance.margin,
    fg: gradient?.from ?? parseColor(appearance.fg_color),
    bg: appearance.bg_color === "transparent" ? transparent : parseColor(appearance.bg_color),
    eyeStyle: appearance.eye_style ?? (round ? "rounded" : "square"),
    eye: appearance.eye_color === undefined ? undefined : parseColor(appearance.eye_color),
    gradient,
    levels: appearance.ecc === "auto" ? chooseLevels(style, logo !== undefined) : [appearance.ecc],
    boost: appearance.boost_ecc,
    versionMin: Math.max(appearance.min_version, logo ? getMinimumVersion(logo) : 1),
    mask: appearance.mask,
    eci: appearance.eci === "auto",
  };
}

const widthMmDefault = 40;

/**
 * Returns a width in print with its pixels at 600 dpi, in which a decoder reads the outlines and a logo is drawn. Larger
 * codes aren't read from closer.
 */
export function getPrintWidth(widthMm: number): Pick<Design, "size" | "widthMm"> {
  return { size: Math.min(qr.limits.sizeMax, Math.round(widthMm * printDotsPerMm)), widthMm };
}

/** The dots of a printer per millimetre. */
export const printDotsPerMm = 600 / 25.4;

/** Returns the recommended level for a style, followed by lower ones for data that needs the space. */
function chooseLevels(style: Style, logo: boolean): [Level, ...Level[]] {
  const best = logo ? "H" : style === "standard" || style === "rounded" ? "M" : "Q";
  return levels.slice(0, levels.indexOf(best) + 1).reverse() as [Level, ...Level[]];
}

/**
 * Returns the smallest version in which a logo with margin hides at most 15 % of the modules, half of what level H
 * corrects. Below version 4 with 33 modules it would reach the format bits.
 */
function getMinimumVersion({ size_ratio, margin }: LogoSpace): number {
  const modules = (2 * margin) / (Math.sqrt(0.15) - size_ratio);
  return Math.max(4, Math.ceil((modules - 17) / 4));
}

function parseGradient(text: string): Gradient {
  const [from = "", to = "", angle = "0"] = text.split("-");
  return { from: parseColor(from), to: parseColor(to), angle: Number(angle) };
}
