import type { Rgba } from "hub/drawing";
import { formatCss, parseColor } from "../color/color.ts";
import { fromOklab, toOklab, vivid } from "../color/oklab.ts";
import image from "../plugin.ts";
import { createDice, type Dice } from "../random.ts";

export interface Stop {
  /** From 0 to 1. */
  at: number;
  color: Rgba;
}

/** A point of a mesh. Its position is a share of the width and the height. */
interface MeshPoint {
  x: number;
  y: number;
  /** The reach of its colour, as a share of the longer side. */
  reach: number;
  color: Rgba;
}

export interface Gradient {
  type: "linear" | "radial" | "conic" | "mesh";
  angle: number;
  space: "srgb" | "oklab";
  stops: readonly Stop[];
  points: readonly MeshPoint[];
  /** The seed of its grain. */
  seed: string;
}

/** The requested properties of a gradient. */
interface GradientInput {
  type: Gradient["type"];
  angle: number;
  space: Gradient["space"];
  colors?: readonly string[] | undefined;
  seed?: string | undefined;
  stops?: readonly number[] | undefined;
}

/** Resolves the colours of a gradient and their positions. */
export function resolveGradient(input: GradientInput): Gradient {
  const { type, angle, space } = input;
  const seed = input.seed ?? input.colors?.join(" ") ?? "";
  const dice = createDice(`gradient ${seed}`);
  const colors =
    input.colors?.map((color, index) => parseColor(color, `query.colors.${index}`)) ??
    pickColors(dice);
  const positions = input.stops
    ? parseStops(input.stops, colors.length)
    : colors.map((_, index) => index / (colors.length - 1));
  // `positions` has one entry per colour.
  const stops = colors.map((color, index) => ({ at: positions[index]!, color }));
  const points = type === "mesh" ? buildMesh(colors, dice) : [];
  return { type, angle, space, stops, points, seed };
}

/** Picks harmonious colours: adjacent hues, from dark to light. */
function pickColors(dice: Dice): Rgba[] {
  const count = 3 + dice.integer(2);
  const hue = dice.integer(360);
  const span = dice.between(50, 130) * (dice.next() < 0.5 ? -1 : 1);
  return Array.from({ length: count }, (_, index) => {
    const share = index / (count - 1);
    return vivid(0.55 + share * 0.27, 0.19 - share * 0.05, hue + span * share);
  });
}

function parseStops(stops: readonly number[], count: number): number[] {
  const at = "query.stops";
  if (stops.length !== count)
    throw image.error(
      "invalid_input",
      `${at} must have one item for each of the ${count} colours: it has ${stops.length}`,
      { at },
    );
  if (stops.some((stop, index) => stop < (stops[index - 1] ?? stop)))
    throw image.error(
      "invalid_input",
      `${at} must be in ascending order: they are ${stops.join(", ")}`,
      { at },
    );
  return stops.map((stop) => stop / 100);
}

/** Places one point near each corner and some in between, each with a colour. */
function buildMesh(colors: readonly Rgba[], dice: Dice): MeshPoint[] {
  const corners = [
    [0.1, 0.1],
    [0.9, 0.15],
    [0.85, 0.9],
    [0.12, 0.88],
    [0.5, 0.45],
    [0.3, 0.6],
    [0.7, 0.35],
    [0.5, 0.85],
  ] as const;
  const count = Math.max(5, colors.length);
  return corners.slice(0, count).map(([x, y], index) => ({
    x: x + dice.between(-0.12, 0.12),
    y: y + dice.between(-0.12, 0.12),
    reach: dice.between(0.45, 0.7),
    // There are at least two colours, which repeat.
    color: colors[index % colors.length]!,
  }));
}

/** Returns the colour at a share of the gradient's length. */
export function colorAt({ stops, space }: Gradient, share: number): Rgba {
  // A gradient has at least two stops.
  const next = stops.findIndex(({ at }) => at >= share);
  if (next === -1) return stops.at(-1)!.color;
  if (next === 0) return stops[0]!.color;
  const [from, to] = [stops[next - 1]!, stops[next]!];
  const progress = to.at === from.at ? 1 : (share - from.at) / (to.at - from.at);
  return space === "oklab"
    ? mixInOklab(from.color, to.color, progress)
    : mixInSrgb(from.color, to.color, progress);
}

function mixInSrgb(one: Rgba, two: Rgba, share: number): Rgba {
  const mixChannel = (at: 0 | 1 | 2 | 3) => Math.round(one[at] + (two[at] - one[at]) * share);
  return [mixChannel(0), mixChannel(1), mixChannel(2), mixChannel(3)];
}

function mixInOklab(one: Rgba, two: Rgba, share: number): Rgba {
  const [from, to] = [toOklab(one), toOklab(two)];
  const mixChannel = (at: 0 | 1 | 2 | 3) => from[at] + (to[at] - from[at]) * share;
  return fromOklab([mixChannel(0), mixChannel(1), mixChannel(2), mixChannel(3)]);
}

/** Returns stops for SVG, which mixes in sRGB: enough of them to look the same. */
export function sampleStops(gradient: Gradient): Stop[] {
  if (gradient.space === "srgb") return [...gradient.stops];
  const pieces = 8;
  return gradient.stops.flatMap((stop, index) => {
    const next = gradient.stops[index + 1];
    if (!next || next.at === stop.at) return [stop];
    return Array.from({ length: pieces }, (_, piece) => {
      const at = stop.at + ((next.at - stop.at) * piece) / pieces;
      return { at, color: colorAt(gradient, at) };
    });
  });
}

/** Describes a gradient in words. */
export function describeGradient({ type, stops }: Gradient): string {
  const colors = [...new Set(stops.map(({ color }) => formatCss(color)))];
  const kind = { linear: "Linear", radial: "Radial", conic: "Conic", mesh: "Mesh" }[type];
  return `${kind} gradient of ${colors.slice(0, -1).join(", ")} and ${colors.at(-1)}`;
}
