import type { Rgba } from "hub/drawing";
import { formatCss, parseColor } from "../color/color.ts";
import { fromOklab, toOklab, vivid } from "../color/oklab.ts";
import { createDice, type Dice } from "../dice.ts";
import image from "../plugin.ts";

export interface Stop {
  /** From 0 to 1. */
  at: number;
  color: Rgba;
}

/** A point of a mesh, in shares of the width and the height. */
interface MeshPoint {
  x: number;
  y: number;
  /** How far its colour reaches, in shares of the longer side. */
  reach: number;
  color: Rgba;
}

export interface Gradient {
  type: "linear" | "radial" | "conic" | "mesh";
  angle: number;
  space: "srgb" | "oklab";
  stops: readonly Stop[];
  points: readonly MeshPoint[];
  /** What decides its grain. */
  seed: string;
}

/** What a gradient is asked to be. */
interface GradientAsked {
  type: Gradient["type"];
  angle: number;
  space: Gradient["space"];
  colors?: readonly string[] | undefined;
  seed?: string | undefined;
  stops?: readonly number[] | undefined;
}

/** Decides the colours of a gradient and where they are. */
export function resolveGradient(asked: GradientAsked): Gradient {
  const { type, angle, space } = asked;
  const seed = asked.seed ?? asked.colors?.join(" ") ?? "";
  const dice = createDice(`gradient ${seed}`);
  const colors =
    asked.colors?.map((color, index) => parseColor(color, `query.colors.${index}`)) ??
    pickColors(dice);
  const places = asked.stops
    ? checkGradient(asked.stops, colors.length)
    : colors.map((_, index) => index / (colors.length - 1));
  // There is a place for each colour.
  const stops = colors.map((color, index) => ({ at: places[index]!, color }));
  const points = type === "mesh" ? buildMesh(colors, dice) : [];
  return { type, angle, space, stops, points, seed };
}

/** Colours that go together: neighbours on the wheel, from dark to light. */
function pickColors(dice: Dice): Rgba[] {
  const count = 3 + dice.integer(2);
  const hue = dice.integer(360);
  const span = dice.between(50, 130) * (dice.next() < 0.5 ? -1 : 1);
  return Array.from({ length: count }, (_, index) => {
    const share = index / (count - 1);
    return vivid(0.55 + share * 0.27, 0.19 - share * 0.05, hue + span * share);
  });
}

function checkGradient(stops: readonly number[], count: number): number[] {
  const at = "query.stops";
  if (stops.length !== count)
    throw image.error(
      "invalid_input",
      `${at} must be as many as the colours: they are ${stops.length} and ${count}`,
      { at },
    );
  if (stops.some((stop, index) => stop < (stops[index - 1] ?? stop)))
    throw image.error("invalid_input", `${at} must rise: they are ${stops.join(", ")}`, { at });
  return stops.map((stop) => stop / 100);
}

/** One point near each corner and some within, each with a colour. */
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
    // There are two at least, which are used over and over.
    color: colors[index % colors.length]!,
  }));
}

/** The colour at a share of the way. */
export function colorAt({ stops, space }: Gradient, share: number): Rgba {
  // No gradient has fewer than two stops.
  const next = stops.findIndex(({ at }) => at >= share);
  if (next === -1) return stops.at(-1)!.color;
  if (next === 0) return stops[0]!.color;
  const [from, to] = [stops[next - 1]!, stops[next]!];
  const part = to.at === from.at ? 1 : (share - from.at) / (to.at - from.at);
  return space === "oklab"
    ? inOklab(from.color, to.color, part)
    : inSrgb(from.color, to.color, part);
}

function inSrgb(one: Rgba, two: Rgba, share: number): Rgba {
  const mixChannel = (at: 0 | 1 | 2 | 3) => Math.round(one[at] + (two[at] - one[at]) * share);
  return [mixChannel(0), mixChannel(1), mixChannel(2), mixChannel(3)];
}

function inOklab(one: Rgba, two: Rgba, share: number): Rgba {
  const [from, to] = [toOklab(one), toOklab(two)];
  const mixChannel = (at: 0 | 1 | 2 | 3) => from[at] + (to[at] - from[at]) * share;
  return fromOklab([mixChannel(0), mixChannel(1), mixChannel(2), mixChannel(3)]);
}

/** The stops as SVG may mix them in sRGB: so many that it makes no difference. */
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

/** What a gradient is, in words. */
export function describeGradient({ type, stops }: Gradient): string {
  const colors = [...new Set(stops.map(({ color }) => formatCss(color)))];
  const kind = { linear: "Linear", radial: "Radial", conic: "Conic", mesh: "Mesh" }[type];
  return `${kind} gradient of ${colors.slice(0, -1).join(", ")} and ${colors.at(-1)}`;
}
