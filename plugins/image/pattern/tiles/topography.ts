import { svg } from "hub/drawing";
import type { Dice } from "../../random.ts";
import { type DrawTile, getLineAttributes, round } from "./tile.ts";

// Indexes stay within the pixels, so `!` is used: a check for each would cost time.

const cells = 10;
/** The number of height samples along a side. */
const samples = 72;
const levels = 12;

/** Contour lines of hills. */
export const topography: DrawTile = (options) => {
  const side = cells * options.size;
  const land = buildHeightMap(options.dice);
  const step = side / samples;
  const paths = Array.from({ length: levels }, (_, level) => {
    const lines = findContours(land, (level + 0.5) / levels);
    const d = joinLines(lines)
      .map(
        (points) => `M${points.map(([x, y]) => `${round(x * step)} ${round(y * step)}`).join("L")}`,
      )
      .join("");
    return svg("path", {
      ...getLineAttributes(options),
      d,
      "stroke-linejoin": "round",
      "stroke-linecap": "round",
    });
  });
  return { width: side, height: side, drawn: paths };
};

/** Builds a seamless map of heights from 0 to 1, from two layers of value noise. */
function buildHeightMap(dice: Dice): Float32Array {
  const land = new Float32Array(samples * samples);
  for (const [hills, weight] of [
    [4, 1],
    [8, 0.4],
  ] as const) {
    const heights = Float32Array.from({ length: hills * hills }, () => dice.next());
    const at = (x: number, y: number) => heights[(y % hills) * hills + (x % hills)]!;
    for (let y = 0; y < samples; y++)
      for (let x = 0; x < samples; x++) {
        const [u, v] = [(x / samples) * hills, (y / samples) * hills];
        const [column, row] = [Math.floor(u), Math.floor(v)];
        const [s, t] = [smooth(u - column), smooth(v - row)];
        const upper = at(column, row) + (at(column + 1, row) - at(column, row)) * s;
        const lower = at(column, row + 1) + (at(column + 1, row + 1) - at(column, row + 1)) * s;
        land[y * samples + x]! += (upper + (lower - upper) * t) * weight;
      }
  }
  const [low, high] = [Math.min(...land), Math.max(...land)];
  return land.map((height) => (height - low) / (high - low || 1));
}

function smooth(share: number): number {
  return share * share * share * (share * (share * 6 - 15) + 10);
}

type Point = [number, number];

/** Returns the segments of the contour at a height, one or two per square (marching squares). */
function findContours(land: Float32Array, height: number): [Point, Point][] {
  const pieces: [Point, Point][] = [];
  const at = (x: number, y: number) => land[(y % samples) * samples + (x % samples)]!;
  for (let y = 0; y < samples; y++)
    for (let x = 0; x < samples; x++) {
      const corners = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)] as const;
      const crossings = findCrossings(corners, height).map(([dx, dy]): Point => [x + dx, y + dy]);
      if (crossings.length >= 2) pieces.push([crossings[0]!, crossings[1]!]);
      if (crossings.length === 4) pieces.push([crossings[2]!, crossings[3]!]);
    }
  return pieces;
}

/** Returns where the contour crosses the sides of a square, clockwise from the top. */
function findCrossings(
  [a, b, c, d]: readonly [number, number, number, number],
  height: number,
): Point[] {
  const share = (from: number, to: number) => (height - from) / (to - from);
  const crosses = (from: number, to: number) => from < height !== to < height;
  const crossings: Point[] = [];
  if (crosses(a, b)) crossings.push([share(a, b), 0]);
  if (crosses(b, c)) crossings.push([1, share(b, c)]);
  if (crosses(d, c)) crossings.push([share(d, c), 1]);
  if (crosses(a, d)) crossings.push([0, share(a, d)]);
  return crossings;
}

/** Joins connected segments into long lines. */
function joinLines(pieces: readonly (readonly [Point, Point])[]): Point[][] {
  const key = ([x, y]: Point) => `${Math.round(x * 1000)} ${Math.round(y * 1000)}`;
  const at = Map.groupBy(
    pieces.flatMap((piece) => piece.map((point) => ({ piece, key: key(point) }))),
    (end) => end.key,
  );
  const used = new Set<readonly [Point, Point]>();
  function follow(line: Point[]): Point[] {
    for (;;) {
      const last = key(line.at(-1)!);
      const next = at.get(last)?.find(({ piece }) => !used.has(piece))?.piece;
      if (!next) return line;
      used.add(next);
      line.push(key(next[0]) === last ? next[1] : next[0]);
    }
  }
  return pieces.flatMap((piece) => {
    if (used.has(piece)) return [];
    used.add(piece);
    const forward = follow([...piece]);
    return [follow(forward.toReversed())];
  });
}
