import { clampGamut, parse, rgb } from "culori";
import type { Rgba } from "hub/drawing";
import image from "../plugin.ts";
import { names } from "./names.ts";

export type { Rgba };

/** Reads a colour as CSS or a bare hexadecimal number spells it. `at` is where it stands. */
export function parseColor(text: string, at: string): Rgba {
  const color = readColor(text);
  if (color) return color;
  throw image.error(
    "invalid_input",
    `${at} must be a colour such as ff6347, tomato or rgb(255 99 71): it is ${JSON.stringify(text)}`,
    { at },
  );
}

/** The same, or nothing where it is no colour. */
export function readColor(text: string): Rgba | undefined {
  const written = text.trim().toLowerCase();
  const digits = written.startsWith("#") ? written.slice(1) : written;
  if (/^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(digits)) return fromHex(digits);
  const name = names.get(written);
  if (name !== undefined) return fromHex(name);
  if (written === "transparent") return [0, 0, 0, 0];
  return written.includes("(") ? fromFunction(written) : undefined;
}

function fromHex(digits: string): Rgba {
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const byte = (at: number) => Number.parseInt(long.slice(at, at + 2), 16);
  return [byte(0), byte(2), byte(4), long.length === 8 ? byte(6) : 255];
}

function fromFunction(text: string): Rgba | undefined {
  const parsed = parse(text);
  const color = parsed && rgb(clampGamut("rgb")(parsed));
  if (!color) return undefined;
  const byte = (share: number) => Math.min(255, Math.max(0, Math.round(share * 255)));
  return [byte(color.r), byte(color.g), byte(color.b), byte(color.alpha ?? 1)];
}

/** A colour as SVG and CSS read it: the only form in which one is ever written. */
export function formatCss([red, green, blue, opacity]: Rgba): string {
  const hex = (value: number) => value.toString(16).padStart(2, "0");
  return `#${hex(red)}${hex(green)}${hex(blue)}${opacity === 255 ? "" : hex(opacity)}`;
}

/** A colour painted over another, with only a share of its opacity. */
export function over(top: Rgba, below: Rgba, share = 1): Rgba {
  const a = (top[3] / 255) * share;
  const b = (below[3] / 255) * (1 - a);
  if (a + b === 0) return below;
  const mix = (at: 0 | 1 | 2) => Math.round((top[at] * a + below[at] * b) / (a + b));
  return [mix(0), mix(1), mix(2), Math.round((a + b) * 255)];
}

/** The same colour, with a share of its opacity. */
export function fadeColor([red, green, blue, opacity]: Rgba, share: number): Rgba {
  return [red, green, blue, Math.round(opacity * share)];
}

/** Relative luminance from 0 to 1, after WCAG 2.2. */
function luminance([red, green, blue]: Rgba): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** How far two colours are apart, from 1 to 21, after WCAG 2.2. */
export function contrast(one: Rgba, two: Rgba): number {
  const [first, second] = [luminance(one), luminance(two)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/**
 * The contrast that WCAG 2.2 asks of text (1.4.3), and a little for what is rounded on the way. From
 * every colour white or black stands out by 4.58 at least.
 */
export const readableContrast = 4.57;

/** What a ground is made to allow where it may be changed, as more may be laid over it. */
export const roomyContrast = 4.8;

/** White or nearly black, whichever stands out more from a colour; black where neither does enough. */
export function readableOn(color: Rgba): Rgba {
  return readableOnAll([over(color, white)]);
}

/** The same for a text that stands on several colours at once, as on a gradient. */
export function readableOnAll(grounds: readonly Rgba[]): Rgba {
  const least = (color: Rgba) => leastContrast(color, grounds);
  const usual = least(white) >= least(ink) ? white : ink;
  if (least(usual) >= readableContrast) return usual;
  return least(white) >= least(black) ? white : black;
}

/** A colour, or one as much lighter or darker as it takes to be read on all grounds, if any can be. */
export function legible(color: Rgba, grounds: readonly Rgba[], least = readableContrast): Rgba {
  if (leastContrast(color, grounds) >= least) return color;
  const target = readableOnAll(grounds);
  for (let share = 0.08; share < 1; share += 0.08) {
    const tried = over([target[0], target[1], target[2], Math.round(share * 255)], color);
    if (leastContrast(tried, grounds) >= least) return tried;
  }
  return target;
}

/** How far a colour stands out from that of several which it is nearest to. */
export function leastContrast(color: Rgba, grounds: readonly Rgba[]): number {
  return Math.min(...grounds.map((ground) => contrast(color, ground)));
}

/** What must be laid over colours for an ink to be read on them, and no more of it than that takes. */
export function plateFor(ink: Rgba, grounds: readonly Rgba[]): { color: Rgba; opacity: number } {
  const color = readableOn(ink);
  let opacity = 0;
  while (opacity < 1) {
    opacity = Math.min(1, opacity + 0.05);
    const laid = grounds.map((ground) => over(color, ground, opacity));
    if (leastContrast(ink, laid) >= roomyContrast) break;
  }
  return { color, opacity };
}

export const white: Rgba = [255, 255, 255, 255];
const ink: Rgba = [23, 26, 33, 255];
const black: Rgba = [0, 0, 0, 255];
