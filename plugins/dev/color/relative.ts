import { type Color, converter } from "culori";
import { type CssValue, computeMath, isMath } from "./calc.ts";
import { decodeRec2020 } from "./rec2020.ts";

/** A function's channels, with the factor from culori's units to those of CSS. */
interface RelativeLayout {
  /** The colour space's name in culori. */
  mode: string;
  channels: readonly { name: string; unit?: number }[];
}

interface RelativeOptions {
  /** Parses the origin. */
  parse(text: string): Color | undefined;
  /** Returns the layout of a function or of a space of `color()`. */
  findLayout(name: string, space: string | undefined): RelativeLayout | undefined;
}

/**
 * Rewrites a colour with `from` (CSS Color 5, section 4) or with mathematical functions as one with numbers. Returns
 * undefined if it has neither, or an error.
 */
export function resolveFunction(text: string, options: RelativeOptions): string | undefined {
  const open = text.indexOf("(");
  if (open < 1 || !text.endsWith(")")) return undefined;
  const name = text.slice(0, open);
  const parts = splitParts(text.slice(open + 1, -1));
  if (parts[0] === "from") return resolveRelative(name, { parts: parts.slice(1), options });
  if (!parts.some(isMath)) return undefined;
  const resolved = parts.map((part) => {
    if (!isMath(part)) return part;
    const value = computeMath(part, new Map());
    return value && formatValue(name === "color-mix" ? limitShare(value) : value);
  });
  return resolved.includes(undefined) ? undefined : `${name}(${resolved.join(" ")})`;
}

/** Splits at white space, commas and slashes that are in no brackets. The latter two are parts. */
function splitParts(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  const flush = (to: number) => {
    if (to > from) parts.push(text.slice(from, to));
    from = to + 1;
  };
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "(") depth++;
    else if (char === ")") depth--;
    else if (depth === 0 && /[ \t\n\r\f,/]/.test(char)) {
      flush(at);
      if (char === "," || char === "/") parts.push(char);
    }
  }
  flush(text.length);
  return parts;
}

interface Relative {
  parts: readonly string[];
  options: RelativeOptions;
}

function resolveRelative(name: string, { parts, options }: Relative): string | undefined {
  const [originText = "", ...rest] = parts;
  const space = name === "color" ? rest.shift() : undefined;
  const layout = options.findLayout(name, space);
  const origin = options.parse(originText);
  if (!layout || !origin || rest.includes(",")) return undefined;
  const variables = readVariables(origin, layout);
  const slash = rest.length === 3 ? ["/", "alpha"] : rest.slice(3);
  const values = [...rest.slice(0, 3), slash[1] ?? ""].map((part) => resolvePart(part, variables));
  if (slash.length !== 2 || slash[0] !== "/" || values.includes(undefined)) return undefined;
  const [first = "", second = "", third = "", alpha = ""] = values as string[];
  const numbers = [first, second, third];
  // The red, green and blue of rgb() are not limited here: section 4.3.
  if (name === "rgb" || name === "rgba")
    return `color(srgb ${numbers.map(toUnlimited).join(" ")} / ${alpha})`;
  return `${name}(${space ? `${space} ` : ""}${numbers.join(" ")} / ${alpha})`;
}

/** Returns the channels of the origin by the names of its keywords. A missing hue is 0. */
function readVariables(origin: Color, { mode, channels }: RelativeLayout): Map<string, number> {
  const converted = converter(mode as "rgb")(origin);
  const read = (mode as string) === "rec2020" ? decodeRec2020(converted) : converted;
  const values = read as unknown as Record<string, number | undefined>;
  return new Map([
    ...channels.map(({ name, unit = 1 }) => [name, (values[name] ?? 0) * unit] as const),
    ["alpha", origin.alpha ?? 1],
  ]);
}

function resolvePart(part: string, variables: ReadonlyMap<string, number>): string | undefined {
  const variable = variables.get(part);
  if (variable !== undefined) return String(variable);
  if (!isMath(part)) return part;
  const value = computeMath(part, variables);
  return value && formatValue(value);
}

function formatValue({ number, unit }: CssValue): string {
  return `${formatNumber(number)}${unit}`;
}

/** Writes a number in CSS, where infinity is too large a number. */
function formatNumber(number: number): string {
  return String(number).replace("Infinity", "1e999");
}

/** Limits a computed percentage to those that `color-mix()` allows: CSS Values 4, section 10.12. */
function limitShare({ number, unit }: CssValue): CssValue {
  return { number: Math.max(0, Math.min(100, number)), unit };
}

/** Converts a number up to 255 to one up to 1. */
function toUnlimited(value: string): string {
  return /^[-+.\d]/.test(value) && !value.endsWith("%") ? formatNumber(Number(value) / 255) : value;
}
