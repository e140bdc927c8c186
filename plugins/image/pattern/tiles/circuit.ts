import { type Child, svg } from "hub/drawing";
import type { Dice } from "../../random.ts";
import { type DrawTile, getLineAttributes, round, type TileOptions, wrapEdges } from "./tile.ts";

const cells = 10;
const directions = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
] as const;

/** Traces of a printed circuit, which end in pads. */
export const circuit: DrawTile = (options) => {
  const step = Math.max(2, Math.round(options.size / 2));
  const side = cells * step;
  const traces = buildTraces(options.dice);
  const drawn = traces.map((trace) => {
    const points = trace.map(([x, y]): [number, number] => [(x + 0.5) * step, (y + 0.5) * step]);
    const [across, down] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const draw = (dx: number, dy: number) => drawTrace(points, { ...options, dx, dy, step });
    return wrapEdges(
      draw,
      { width: side, height: side },
      {
        left: Math.min(...across) - step,
        top: Math.min(...down) - step,
        right: Math.max(...across) + step,
        low: Math.max(...down) + step,
      },
    );
  });
  return { width: side, height: side, drawn };
};

type Point = [number, number];

/** Builds traces over free cells, mostly straight, with turns of 45 degrees. */
function buildTraces(dice: Dice): Point[][] {
  const occupied = new Set<number>();
  const toCellIndex = ([x, y]: Point) =>
    (((y % cells) + cells) % cells) * cells + (((x % cells) + cells) % cells);
  const traces: Point[][] = [];
  for (let attempt = 0; attempt < cells * cells; attempt++) {
    const start: Point = [dice.integer(cells), dice.integer(cells)];
    if (occupied.has(toCellIndex(start))) continue;
    occupied.add(toCellIndex(start));
    const trace = [start];
    let [x, y] = start;
    let heading = 2 * dice.integer(4);
    const length = 2 + dice.integer(6);
    for (let step = 0; step < length; step++) {
      if (dice.next() < 0.4) heading = (heading + (dice.next() < 0.5 ? 1 : 7)) % 8;
      // The heading is always one of eight.
      const [right, down] = directions[heading]!;
      const next: Point = [x + right, y + down];
      if (occupied.has(toCellIndex(next))) break;
      occupied.add(toCellIndex(next));
      trace.push(next);
      [x, y] = next;
    }
    traces.push(trace);
  }
  return traces;
}

function drawTrace(
  points: readonly Point[],
  options: TileOptions & { dx: number; dy: number; step: number },
): Child {
  const { dx, dy, step, fg, stroke } = options;
  const shifted = points.map(([x, y]): Point => [round(x + dx), round(y + dy)]);
  const [first, second] = shifted;
  const [last, beforeLast] = shifted.toReversed();
  const r = round(Math.max(step * 0.17, stroke * 1.2));
  const pad = ([cx, cy]: Point, isOpen: boolean) =>
    svg("circle", { cx, cy, r, ...(isOpen ? getLineAttributes(options) : { fill: fg }) });
  if (!first || !last) return [];
  if (!second || !beforeLast) return pad(first, true);
  // Pads are hollow, so the line ends at their edges.
  const line = [shorten(first, second, r), ...shifted.slice(1, -1), shorten(last, beforeLast, r)];
  const d = `M${line.map(([x, y]) => `${x} ${y}`).join("L")}`;
  return [
    svg("path", { ...getLineAttributes(options), d, "stroke-linejoin": "round" }),
    pad(first, true),
    pad(last, points.length % 2 === 0),
  ];
}

function shorten([x, y]: Point, [toX, toY]: Point, distance: number): Point {
  const length = Math.hypot(toX - x, toY - y);
  return [round(x + ((toX - x) / length) * distance), round(y + ((toY - y) / length) * distance)];
}
