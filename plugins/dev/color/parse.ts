import { type Color, colorsNamed } from "culori";
import dev from "../plugin.ts";
import { type CssFunction, cssFunction, type Token } from "./css-function.ts";
import { type Channel, functions, type Layout, spaces } from "./css-layouts.ts";

/**
 * Reads a colour as CSS Color 4 writes it, or as hexadecimal digits without their `#`. `none` is
 * nought, as it is where a colour is shown. Relative colours and system colours, which depend on
 * something else, are not read.
 */
export function parseColor(text: string, at: string): Color {
  const written = text.trim().toLowerCase();
  const color = named(written) ?? hex(written) ?? functional(written);
  if (color) return color;
  throw dev.error(
    "invalid_input",
    `${at} must be a colour of CSS Color 4, such as "tomato", "f63", "#ff6347" or "oklch(0.7 0.19 32 / 50%)": it is ${JSON.stringify(text)}`,
    { at },
  );
}

function named(text: string): Color | undefined {
  if (text === "transparent") return { mode: "rgb", r: 0, g: 0, b: 0, alpha: 0 };
  if (!Object.hasOwn(colorsNamed, text)) return undefined;
  return fromDigits(colorsNamed[text as keyof typeof colorsNamed].toString(16).padStart(6, "0"));
}

function hex(text: string): Color | undefined {
  const digits = text.startsWith("#") ? text.slice(1) : text;
  if (!/^[0-9a-f]+$/.test(digits)) return undefined;
  if (digits.length === 6 || digits.length === 8) return fromDigits(digits);
  if (digits.length === 3 || digits.length === 4)
    return fromDigits([...digits].map((digit) => digit + digit).join(""));
  return undefined;
}

function fromDigits(digits: string): Color {
  const [r, g, b, alpha] = Uint8Array.fromHex(digits);
  const color = { mode: "rgb" as const, r: r! / 255, g: g! / 255, b: b! / 255 };
  return alpha === undefined ? color : { ...color, alpha: alpha / 255 };
}

function functional(text: string): Color | undefined {
  const call = cssFunction(text);
  if (!call) return undefined;
  if (call.name === "color") {
    const [space, ...values] = call.arguments;
    if (space?.kind !== "word" || call.commas || !Object.hasOwn(spaces, space.value))
      return undefined;
    return colorOf(spaces[space.value]!, { ...call, arguments: values });
  }
  if (!Object.hasOwn(functions, call.name)) return undefined;
  const layout = functions[call.name]!;
  // Only the functions older than CSS Color 4 may have commas.
  if (call.commas && !layout.commas) return undefined;
  return colorOf(layout, call);
}

function colorOf({ mode, channels }: Layout, call: CssFunction): Color | undefined {
  if (call.arguments.length !== 3) return undefined;
  const values = channels.map((channel, index) => channelValue(call.arguments[index]!, channel));
  const alpha = call.alpha && channelValue(call.alpha, { name: "alpha", full: 1, min: 0, max: 1 });
  if (values.includes(undefined) || (call.alpha && alpha === undefined)) return undefined;
  const parts = Object.fromEntries(channels.map(({ name }, index) => [name, values[index]]));
  return { mode, ...parts, ...(alpha !== undefined && { alpha }) } as unknown as Color;
}

const degrees: Readonly<Record<string, number>> = {
  "": 1,
  deg: 1,
  grad: 0.9,
  rad: 180 / Math.PI,
  turn: 360,
};

/** Beyond it no colour lies, and the cubes and powers of conversions would overflow. */
const numberMax = 100_000;

function channelValue(
  token: Token,
  { full, unit = 1, min = -numberMax, max = numberMax }: Channel,
): number | undefined {
  if (token.kind === "word") return token.value === "none" ? 0 : undefined;
  if (token.kind !== "number") return undefined;
  const { value, unit: suffix } = token;
  if (full === undefined) {
    const factor = Object.hasOwn(degrees, suffix) ? degrees[suffix] : undefined;
    if (factor === undefined || Math.abs(value * factor) > numberMax) return undefined;
    return (((value * factor) % 360) + 360) % 360;
  }
  if (suffix !== "" && suffix !== "%") return undefined;
  const number = suffix === "%" ? (value / 100) * full : value;
  return Math.max(min, Math.min(max, number)) / unit;
}
