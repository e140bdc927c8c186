import { type Color, colorsNamed } from "culori";
import { asTable } from "hub";
import dev from "../plugin.ts";
import { parseMix } from "./mix.ts";
import { encodeRec2020 } from "./rec2020.ts";
import { resolveFunction } from "./relative.ts";

/**
 * Parses a colour in CSS Color 4 notation, `color-mix()`, a relative colour, or hexadecimal digits without `#`. `none`
 * counts as 0, as in rendering. System colours are rejected: they depend on context.
 */
export function parseColor(text: string, at: string): Color {
  const normalized = text.trim().toLowerCase();
  const color = readColor(normalized, 0);
  if (color) return color;
  throw dev.error(
    "invalid_input",
    `${at} must be a colour of CSS Color 4, such as "tomato", "f63", "#ff6347" or "oklch(0.7 0.19 32 / 50%)": it is ${JSON.stringify(text)}`,
    { at },
  );
}

const mixDepthMax = 8;

function readColor(text: string, depth: number): Color | undefined {
  const color = fromKeyword(text) ?? fromHex(text) ?? fromFunction(text);
  if (color || depth === mixDepthMax) return color;
  const parse = (part: string) => readColor(part, depth + 1);
  const resolved = resolveFunction(text, { parse, findLayout }) ?? text;
  return fromFunction(resolved) ?? parseMix(resolved, parse);
}

function findLayout(name: string, space: string | undefined): Layout | undefined {
  return space === undefined ? functions.get(name) : spaces.get(space);
}

function fromKeyword(text: string): Color | undefined {
  if (text === "transparent") return { mode: "rgb", r: 0, g: 0, b: 0, alpha: 0 };
  if (!Object.hasOwn(colorsNamed, text)) return undefined;
  return fromDigits(colorsNamed[text as keyof typeof colorsNamed].toString(16).padStart(6, "0"));
}

function fromHex(text: string): Color | undefined {
  const digits = text.startsWith("#") ? text.slice(1) : text;
  if (!/^[0-9a-f]+$/.test(digits)) return undefined;
  if (digits.length === 6 || digits.length === 8) return fromDigits(digits);
  if (digits.length === 3 || digits.length === 4)
    return fromDigits([...digits].map((digit) => digit + digit).join(""));
  return undefined;
}

function fromDigits(digits: string): Color {
  const [r = 0, g = 0, b = 0, alpha] = Uint8Array.fromHex(digits);
  const color = { mode: "rgb" as const, r: r / 255, g: g / 255, b: b / 255 };
  return alpha === undefined ? color : { ...color, alpha: alpha / 255 };
}

function fromFunction(text: string): Color | undefined {
  const call = readFunction(text);
  if (!call) return undefined;
  if (call.name === "color") {
    const [space, ...values] = call.arguments;
    const layout = space?.kind === "word" ? spaces.get(space.value) : undefined;
    return layout && !call.commas ? buildColor(layout, { ...call, arguments: values }) : undefined;
  }
  const layout = functions.get(call.name);
  // Only functions older than CSS Color 4 allow commas.
  if (!layout || (call.commas && !layout.commas)) return undefined;
  return buildColor(layout, call);
}

function buildColor({ mode, channels }: Layout, call: CssFunction): Color | undefined {
  if (call.arguments.length !== 3) return undefined;
  const values = channels.map((channel, index) => readChannel(call.arguments[index], channel));
  const alpha = call.alpha && readChannel(call.alpha, { name: "alpha", full: 1, min: 0, max: 1 });
  if (values.includes(undefined) || (call.alpha && alpha === undefined)) return undefined;
  const named = Object.fromEntries(channels.map(({ name }, index) => [name, values[index]]));
  const parts =
    mode === "rec2020" ? encodeRec2020(named as { r: number; g: number; b: number }) : named;
  // Only the layout determines which of culori's types this is.
  return { mode, ...parts, ...(alpha !== undefined && { alpha }) } as unknown as Color;
}

const degrees: Readonly<Record<string, number>> = asTable({
  "": 1,
  deg: 1,
  grad: 0.9,
  rad: 180 / Math.PI,
  turn: 360,
});

/** Larger numbers are no colours, and would overflow in the cubes and powers of conversions. */
const numberMax = 100_000;

function readChannel(
  token: Token | undefined,
  { full, unit = 1, min = -numberMax, max = numberMax }: Channel,
): number | undefined {
  if (token?.kind === "word") return token.value === "none" ? 0 : undefined;
  if (token?.kind !== "number") return undefined;
  const { value, unit: suffix } = token;
  if (full === undefined) {
    const factor = Object.hasOwn(degrees, suffix) ? degrees[suffix] : undefined;
    if (factor === undefined) return undefined;
    // The angle of infinity is 0: CSS Color 4, section 4.
    if (!Number.isFinite(value)) return 0;
    if (Math.abs(value * factor) > numberMax) return undefined;
    return (((value * factor) % 360) + 360) % 360;
  }
  if (suffix !== "" && suffix !== "%") return undefined;
  const number = suffix === "%" ? (value / 100) * full : value;
  return Math.max(min, Math.min(max, number)) / unit;
}

/** A number with a unit, a word, or a separator. */
type Token =
  | { kind: "number"; value: number; unit: string }
  | { kind: "word"; value: string }
  | { kind: "," | "/" };

/** The parts of `name(a b c / d)` or `name(a, b, c, d)`. */
interface CssFunction {
  name: string;
  arguments: Token[];
  /** The value after the slash, or the fourth of four comma-separated arguments. */
  alpha: Token | undefined;
  commas: boolean;
}

/** Parses a function in CSS Syntax 3. Returns undefined if the text isn't a function. */
function readFunction(text: string): CssFunction | undefined {
  const open = text.indexOf("(");
  if (open < 1 || !text.endsWith(")")) return undefined;
  const tokens = splitTokens(text.slice(open + 1, -1));
  const name = text.slice(0, open);
  if (!tokens || !/^[a-z]+$/.test(name)) return undefined;
  const commas = tokens.some(({ kind }) => kind === ",");
  return commas ? readWithCommas(name, tokens) : readWithSlash(name, tokens);
}

function readWithCommas(name: string, tokens: Token[]): CssFunction | undefined {
  const values = tokens.filter((_, index) => index % 2 === 0);
  const between = tokens.filter((_, index) => index % 2 === 1);
  if (values.some(isSeparator) || !between.every(({ kind }) => kind === ",")) return undefined;
  if (values.length === between.length) return undefined;
  const [first, second, third, alpha, ...more] = values;
  if (!first || !second || !third || more.length > 0) return undefined;
  return { name, arguments: [first, second, third], alpha, commas: true };
}

function readWithSlash(name: string, tokens: Token[]): CssFunction | undefined {
  const slash = tokens.findIndex(({ kind }) => kind === "/");
  const values = slash < 0 ? tokens : tokens.slice(0, slash);
  const [alpha, ...more] = slash < 0 ? [] : tokens.slice(slash + 1);
  if (values.some(isSeparator) || (slash >= 0 && !alpha) || more.length > 0) return undefined;
  if (alpha && isSeparator(alpha)) return undefined;
  return { name, arguments: values, alpha, commas: false };
}

function isSeparator({ kind }: Token): boolean {
  return kind === "," || kind === "/";
}

/** Each alternative starts with a different character, so any text is read in one pass. */
const token =
  /[ \t\n\r\f]+|([,/])|([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]+)?|([a-z][a-z0-9-]*)/y;

function splitTokens(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    if (!match) return undefined;
    const [, separator, number, unit = "", word] = match;
    if (separator) tokens.push({ kind: separator as "," | "/" });
    else if (number) tokens.push({ kind: "number", value: Number(number), unit });
    else if (word) tokens.push({ kind: "word", value: word });
  }
  return tokens;
}

/** A channel of a CSS function: its name in culori and its range. */
interface Channel {
  name: string;
  /** Value of 100 %, in the function's units. Undefined for a hue, which is an angle. */
  full?: number;
  /** Divisor from the function's units to culori's. */
  unit?: number;
  min?: number;
  max?: number;
}

/** The meaning of a function's three values. */
interface Layout {
  /** The colour space's name in culori. */
  mode: string;
  channels: readonly [Channel, Channel, Channel];
  /** Whether arguments may be separated by commas, as before CSS Color 4. */
  commas?: true;
}

const hue: Channel = { name: "h" };
const createPercentChannel = (name: string): Channel => ({
  name,
  full: 100,
  unit: 100,
  min: 0,
  max: 100,
});
const createByteChannel = (name: string): Channel => ({
  name,
  full: 255,
  unit: 255,
  min: 0,
  max: 255,
});
const createUnboundedChannel = (name: string, full: number): Channel => ({ name, full });

const rgb: Layout = {
  mode: "rgb",
  channels: [createByteChannel("r"), createByteChannel("g"), createByteChannel("b")],
  commas: true,
};
const hsl: Layout = {
  mode: "hsl",
  channels: [hue, createPercentChannel("s"), createPercentChannel("l")],
  commas: true,
};
const labL: Channel = { name: "l", full: 100, min: 0, max: 100 };
const okL: Channel = { name: "l", full: 1, min: 0, max: 1 };

/** CSS functions, with the values that sections 5 to 9 of CSS Color 4 define for 100 %. */
const functions: ReadonlyMap<string, Layout> = new Map(
  Object.entries({
    rgb,
    rgba: rgb,
    hsl,
    hsla: hsl,
    hwb: { mode: "hwb", channels: [hue, createPercentChannel("w"), createPercentChannel("b")] },
    lab: {
      mode: "lab",
      channels: [labL, createUnboundedChannel("a", 125), createUnboundedChannel("b", 125)],
    },
    lch: { mode: "lch", channels: [labL, { name: "c", full: 150, min: 0 }, hue] },
    oklab: {
      mode: "oklab",
      channels: [okL, createUnboundedChannel("a", 0.4), createUnboundedChannel("b", 0.4)],
    },
    oklch: { mode: "oklch", channels: [okL, { name: "c", full: 0.4, min: 0 }, hue] },
  }),
);

const createRgbLayout = (mode: string): Layout => ({
  mode,
  channels: [
    createUnboundedChannel("r", 1),
    createUnboundedChannel("g", 1),
    createUnboundedChannel("b", 1),
  ],
});
const createXyzLayout = (mode: string): Layout => ({
  mode,
  channels: [
    createUnboundedChannel("x", 1),
    createUnboundedChannel("y", 1),
    createUnboundedChannel("z", 1),
  ],
});

/** The colour spaces of `color()`. */
const spaces: ReadonlyMap<string, Layout> = new Map(
  Object.entries({
    srgb: createRgbLayout("rgb"),
    "srgb-linear": createRgbLayout("lrgb"),
    "display-p3": createRgbLayout("p3"),
    "a98-rgb": createRgbLayout("a98"),
    "prophoto-rgb": createRgbLayout("prophoto"),
    rec2020: createRgbLayout("rec2020"),
    xyz: createXyzLayout("xyz65"),
    "xyz-d65": createXyzLayout("xyz65"),
    "xyz-d50": createXyzLayout("xyz50"),
  }),
);
