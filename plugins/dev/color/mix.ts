import { type Color, converter } from "culori";
import { decodeRec2020, encodeRec2020 } from "./rec2020.ts";

/** Parses a colour, or returns undefined. */
type ParseColor = (text: string) => Color | undefined;

/** A colour space for interpolation: its name in culori, its channels, and which of them is a hue. */
interface Space {
  mode: Color["mode"];
  channels: readonly [string, string, string];
  hue?: number;
}

const rgbChannels = ["r", "g", "b"] as const;
const labChannels = ["l", "a", "b"] as const;
const xyzChannels = ["x", "y", "z"] as const;
const lchChannels = ["l", "c", "h"] as const;

const spaces: ReadonlyMap<string, Space> = new Map<string, Space>([
  ["srgb", { mode: "rgb", channels: rgbChannels }],
  ["srgb-linear", { mode: "lrgb", channels: rgbChannels }],
  ["display-p3", { mode: "p3", channels: rgbChannels }],
  ["a98-rgb", { mode: "a98", channels: rgbChannels }],
  ["prophoto-rgb", { mode: "prophoto", channels: rgbChannels }],
  ["rec2020", { mode: "rec2020", channels: rgbChannels }],
  ["lab", { mode: "lab", channels: labChannels }],
  ["oklab", { mode: "oklab", channels: labChannels }],
  ["xyz", { mode: "xyz65", channels: xyzChannels }],
  ["xyz-d65", { mode: "xyz65", channels: xyzChannels }],
  ["xyz-d50", { mode: "xyz50", channels: xyzChannels }],
  ["hsl", { mode: "hsl", channels: ["h", "s", "l"], hue: 0 }],
  ["hwb", { mode: "hwb", channels: ["h", "w", "b"], hue: 0 }],
  ["lch", { mode: "lch", channels: lchChannels, hue: 2 }],
  ["oklch", { mode: "oklch", channels: lchChannels, hue: 2 }],
]);

/** How two hues are connected: CSS Color 4, section 12.4. */
type HueMethod = "shorter" | "longer" | "increasing" | "decreasing";

const METHOD = /^in\s+([a-z0-9-]+)(?:\s+(shorter|longer|increasing|decreasing)\s+hue)?$/;

/** Parses `color-mix()` of CSS Color 5, section 3. Returns undefined if the text isn't one. */
export function parseMix(text: string, parse: ParseColor): Color | undefined {
  if (!text.startsWith("color-mix(") || !text.endsWith(")")) return undefined;
  const [how = "", first = "", second = "", ...more] = splitArguments(text.slice(10, -1));
  const [, name = "", method] = METHOD.exec(how) ?? [];
  const space = spaces.get(name);
  if (!space || more.length > 0 || (method && space.hue === undefined)) return undefined;
  const [a, b] = [parseShare(first, parse), parseShare(second, parse)];
  if (!a || !b) return undefined;
  // Section 3.1: a missing percentage is the rest of the other.
  const shareA = a.share ?? (b.share === undefined ? 0.5 : 1 - b.share);
  const shareB = b.share ?? 1 - shareA;
  const total = shareA + shareB;
  if (total === 0) return undefined;
  const mixed = interpolate(toSpace(a.color, space), toSpace(b.color, space), {
    space,
    weight: shareB / total,
    method: (method as HueMethod | undefined) ?? "shorter",
  });
  const alpha = mixed.alpha * Math.min(1, total);
  const named = Object.fromEntries(space.channels.map((key, at) => [key, mixed.values[at] ?? 0]));
  const parts = space.mode === "rec2020" ? encodeRec2020(named as Rgb) : named;
  // Only the space determines which of culori's types this is.
  return { mode: space.mode, ...parts, ...(alpha < 1 && { alpha }) } as unknown as Color;
}

type Rgb = { r: number; g: number; b: number };

/** Splits at the commas that are in no brackets. */
function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")") depth--;
    else if (text[at] === "," && depth === 0) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...parts, text.slice(from).trim()];
}

const PERCENT = /^[+]?(\d{1,3}(?:\.\d{1,20})?|\.\d{1,20})%$/;

/** Parses a colour with a percentage before or after it. */
function parseShare(text: string, parse: ParseColor) {
  const start = text.indexOf(" ");
  const end = text.lastIndexOf(" ");
  const before = readPercent(text.slice(0, Math.max(start, 0)));
  const after = readPercent(text.slice(end + 1));
  if (before !== undefined && after !== undefined && start !== end) return undefined;
  const share = before ?? (start < 0 ? undefined : after);
  const bare =
    before !== undefined ? text.slice(start + 1) : share !== undefined ? text.slice(0, end) : text;
  const color = parse(bare.trim());
  return color && (share === undefined || share <= 1) ? { color, share } : undefined;
}

function readPercent(text: string): number | undefined {
  const [, number] = PERCENT.exec(text) ?? [];
  return number === undefined ? undefined : Number(number) / 100;
}

interface Channels {
  /** Undefined for a powerless hue. */
  values: (number | undefined)[];
  alpha: number;
}

function toSpace(color: Color, { mode, channels }: Space): Channels {
  const converted = converter(mode)(color);
  const read = mode === "rec2020" ? decodeRec2020(converted as Rgb) : converted;
  const values = channels.map(
    (key) => (read as unknown as Record<string, number | undefined>)[key],
  );
  return { values, alpha: color.alpha ?? 1 };
}

interface Interpolation {
  space: Space;
  /** Share of the second colour. */
  weight: number;
  method: HueMethod;
}

/** Interpolates premultiplied channels, and hues along an arc: CSS Color 4, section 12. */
function interpolate(a: Channels, b: Channels, { space, weight, method }: Interpolation): Channels {
  const alpha = a.alpha * (1 - weight) + b.alpha * weight;
  const values = space.channels.map((_, at) => {
    const [left, right] = [a.values[at] ?? b.values[at] ?? 0, b.values[at] ?? a.values[at] ?? 0];
    if (at === space.hue) return interpolateHue(left, right, { weight, method });
    if (alpha === 0) return left * (1 - weight) + right * weight;
    return (left * a.alpha * (1 - weight) + right * b.alpha * weight) / alpha;
  });
  return { values, alpha };
}

function interpolateHue(
  from: number,
  to: number,
  { weight, method }: Pick<Interpolation, "weight" | "method">,
): number {
  const turn = (((to - from) % 360) + 360) % 360;
  const arc = {
    shorter: turn > 180 ? turn - 360 : turn,
    longer: turn > 0 && turn < 180 ? turn - 360 : turn,
    increasing: turn,
    decreasing: turn > 0 ? turn - 360 : turn,
  }[method];
  return (((from + arc * weight) % 360) + 360) % 360;
}
