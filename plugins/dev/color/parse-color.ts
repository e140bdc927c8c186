import { color as readCssColor, SyntaxFlag } from "@csstools/css-color-parser";
import { parseComponentValue } from "@csstools/css-parser-algorithms";
import { tokenize } from "@csstools/css-tokenizer";
import type { Color } from "culori";
import { openTable } from "hub/data-file";
import dev from "../plugin.ts";
import { encodeRec2020 } from "./rec2020.ts";

/**
 * Parses a colour in CSS Color 4 notation, `color-mix()`, a relative colour, or hexadecimal digits without `#`. `none`
 * counts as 0, as in rendering. `device-cmyk()` and `hsv()` are read without a profile. System colours are rejected: they
 * depend on context.
 */
export function parseColor(text: string, at: string): Color {
  const plain = text.trim().toLowerCase();
  const color = readColor(plain) ?? readUncalibrated(plain);
  if (color) return color;
  throw dev.error(
    "invalid_input",
    `${at} must be a colour of CSS Color 4, such as "tomato", "f63", "#ff6347" or "oklch(0.7 0.19 32 / 50%)": it is ${JSON.stringify(text)}`,
    { at },
  );
}

const bareHex = /^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/;

/** Notations whose result may be outside of sRGB. */
const computed = [SyntaxFlag.RelativeColorSyntax, SyntaxFlag.ColorMix, SyntaxFlag.ColorMixVariadic];

/** The most brackets of a colour. Each takes a level of recursion. */
const bracketsMax = 40;

function readColor(text: string): Color | undefined {
  const css = bareHex.test(text) ? `#${text}` : text;
  const brackets = css.split("(").length;
  // CSS closes brackets at the end of a text.
  if (brackets > bracketsMax || brackets !== css.split(")").length) return undefined;
  const found = readCss(css);
  const layout = found && layouts.get(found.colorNotation);
  if (!layout) return undefined;
  const alpha = toFinite(Number(found.alpha));
  const isClamped =
    ["rgb", "hsl", "hwb"].includes(found.colorNotation) &&
    computed.every((flag) => !found.syntaxFlags.has(flag));
  const named = Object.fromEntries(
    layout.channels.map(([name, unit], index) => {
      const channel = toFinite(found.channels[index] ?? 0) / unit;
      return [name, isClamped && name !== "h" ? clamp(channel) : channel];
    }),
  );
  const parts =
    layout.mode === "rec2020" ? encodeRec2020(named as { r: number; g: number; b: number }) : named;
  // Only the layout determines which of culori's types this is.
  return {
    mode: layout.mode,
    ...parts,
    ...((alpha !== 1 || found.syntaxFlags.has(SyntaxFlag.HasAlpha)) && { alpha }),
  } as unknown as Color;
}

/** Reads the notations that `describeColor` writes and CSS Color 4 lacks, with numbers and percentages. */
function readUncalibrated(text: string): Color | undefined {
  const [, name, list = ""] = /^(device-cmyk|hsv)\(([^()]{1,100})\)$/.exec(text) ?? [];
  const [channels = "", opacity = "1", ...more] = list.split("/");
  const values = channels.trim().split(/[\s,]+/);
  if (!name || more.length > 0 || values.length !== (name === "hsv" ? 3 : 4)) return undefined;
  const [alpha, ...[a, b, c, k]] = [opacity.trim(), ...values].map((value, index) => {
    const [, digits, unit] = /^(-?(?:\d+\.?\d*|\.\d+))(%|deg)?$/.exec(value) ?? [];
    const isHue = name === "hsv" && index === 1;
    if (digits === undefined || (unit && isHue !== (unit === "deg"))) return Number.NaN;
    return isHue ? Number(digits) : clamp(Number(digits) / (unit ? 100 : 1));
  }) as [number, number, number, number, number | undefined];
  if ([alpha, a, b, c, k ?? 0].some(Number.isNaN)) return undefined;
  const transparency = alpha === 1 ? {} : { alpha };
  if (k === undefined) return { mode: "hsv", h: a, s: b, v: c, ...transparency };
  const [red, green, blue] = [a, b, c].map((ink) => 1 - Math.min(1, ink * (1 - k) + k));
  return { mode: "rgb", r: red ?? 0, g: green ?? 0, b: blue ?? 0, ...transparency };
}

function clamp(value: number): number {
  return Math.max(0, Math.min(1, value));
}

/** Guards the package, which throws for some damaged functions. */
function readCss(css: string) {
  try {
    const value = parseComponentValue(tokenize({ css }));
    return value && readCssColor(value);
  } catch {
    return undefined;
  }
}

/** Larger numbers are no colours, and would overflow in the cubes and powers of conversions. */
const numberMax = 100_000;

/** Returns a channel within bounds, and 0 for `none`. */
function toFinite(value: number): number {
  return Number.isNaN(value) ? 0 : Math.max(-numberMax, Math.min(numberMax, value));
}

/** The name of a notation in culori, and its channels with the divisor to culori's units. */
interface Layout {
  mode: string;
  channels: readonly (readonly [name: string, unit: number])[];
}

const readLayouts = openTable(new URL("./parse-color.tsv", import.meta.url), {
  notation: "text",
  mode: "text",
  channels: "text",
  units: "list",
});

const layouts: ReadonlyMap<string, Layout> = new Map(
  readLayouts().map(({ notation, mode, channels, units }) => [
    notation,
    { mode, channels: [...channels].map((name, index) => [name, Number(units[index])]) },
  ]),
);
