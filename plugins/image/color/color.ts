import { clampGamut, parse, rgb } from "culori";
import { openTexts } from "hub/data-file";
import { contrast, over, type Rgba } from "hub/drawing";
import image from "../plugin.ts";

export { contrast, over, type Rgba };

/** The named colours of CSS, as six hexadecimal digits. */
export const { names } = openTexts(new URL("./names.txt", import.meta.url), ["names"])();

/**
 * Parses a CSS colour or bare hexadecimal digits. Throws if it is neither. `at` is its location.
 */
export function parseColor(text: string, at: string): Rgba {
  const color = readColor(text);
  if (color) return color;
  throw image.error(
    "invalid_input",
    `${at} must be a colour such as ff6347, tomato or rgb(255 99 71): it is ${JSON.stringify(text)}`,
    { at },
  );
}

/** Parses a colour. Returns undefined if it isn't one. */
export function readColor(text: string): Rgba | undefined {
  const normalised = text.trim().toLowerCase();
  const digits = normalised.startsWith("#") ? normalised.slice(1) : normalised;
  if (/^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(digits)) return fromHex(digits);
  const { [normalised]: name } = names;
  if (name !== undefined) return fromHex(name);
  if (normalised === "transparent") return [0, 0, 0, 0];
  return normalised.includes("(") ? fromFunction(normalised) : undefined;
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

/** Formats a colour for SVG and CSS, always as hexadecimal digits. */
export function formatCss([red, green, blue, opacity]: Rgba): string {
  const hex = (value: number) => value.toString(16).padStart(2, "0");
  return `#${hex(red)}${hex(green)}${hex(blue)}${opacity === 255 ? "" : hex(opacity)}`;
}

/** Returns a colour with a share of its opacity. */
export function fadeColor([red, green, blue, opacity]: Rgba, share: number): Rgba {
  return [red, green, blue, Math.round(opacity * share)];
}

/**
 * The minimum contrast of text in WCAG 2.2 (1.4.3), plus a margin for rounding. White or black
 * reaches at least 4.58 on every colour.
 */
export const readableContrast = 4.57;

/** The contrast required of a background that can be changed, as more may be painted over it. */
export const roomyContrast = 4.8;

/**
 * Returns white or almost black, whichever has more contrast. Returns black if neither has enough.
 */
export function readableOn(color: Rgba): Rgba {
  return readableOnAll([over(color, white)]);
}

/** Returns the text colour for several backgrounds at once, such as a gradient. */
export function readableOnAll(backgrounds: readonly Rgba[]): Rgba {
  const least = (color: Rgba) => leastContrast(color, backgrounds);
  const preferred = least(white) >= least(ink) ? white : ink;
  if (least(preferred) >= readableContrast) return preferred;
  return least(white) >= least(black) ? white : black;
}

/** Lightens or darkens a colour until it is readable on all backgrounds, if possible. */
export function legible(color: Rgba, backgrounds: readonly Rgba[], least = readableContrast): Rgba {
  if (leastContrast(color, backgrounds) >= least) return color;
  const target = readableOnAll(backgrounds);
  for (let share = 0.08; share < 1; share += 0.08) {
    const candidate = over([target[0], target[1], target[2], Math.round(share * 255)], color);
    if (leastContrast(candidate, backgrounds) >= least) return candidate;
  }
  return target;
}

/** Returns the lowest contrast of a colour with several backgrounds. */
export function leastContrast(color: Rgba, backgrounds: readonly Rgba[]): number {
  return Math.min(...backgrounds.map((background) => contrast(color, background)));
}

/**
 * Returns the plate to paint over backgrounds to make an ink readable, with the lowest opacity that
 * suffices.
 */
export function plateFor(
  ink: Rgba,
  backgrounds: readonly Rgba[],
): { color: Rgba; opacity: number } {
  const color = readableOn(ink);
  let opacity = 0;
  while (opacity < 1) {
    opacity = Math.min(1, opacity + 0.05);
    const covered = backgrounds.map((background) => over(color, background, opacity));
    if (leastContrast(ink, covered) >= roomyContrast) break;
  }
  return { color, opacity };
}

export const white: Rgba = [255, 255, 255, 255];
const ink: Rgba = [23, 26, 33, 255];
const black: Rgba = [0, 0, 0, 255];
