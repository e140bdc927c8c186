import { channelsOf, type Oklab, toOklab } from "../color/oklab.ts";
import type { Gradient } from "./design.ts";
import type { Line } from "./pixels.ts";
import type { Area } from "./svg.ts";

/** Pixels between the places whose colours are worked out: it has no detail as small as that. */
const grid = 4;

/** The colours of a mesh, line by line and downwards. */
export function meshLine(gradient: Gradient, { width, height }: Area): Line {
  const color = colorOf(gradient, { width, height });
  const nodes = Math.ceil(width / grid) + 1;
  const rowAt = (row: number) => {
    const values = new Float32Array(nodes * 4);
    for (let node = 0; node < nodes; node++) values.set(color(node * grid, row * grid), node * 4);
    return values;
  };
  let row = 0;
  let [above, below] = [rowAt(0), rowAt(1)];
  return (values, y) => {
    if (Math.floor(y / grid) !== row) {
      row = Math.floor(y / grid);
      [above, below] = [below, rowAt(row + 1)];
    }
    const down = y / grid - row;
    for (let x = 0; x < width; x++) {
      const node = Math.floor(x / grid);
      const right = x / grid - node;
      for (let at = node * 4, to = x * 4; to < x * 4 + 4; at++, to++) {
        const upper = above[at]! + (above[at + 4]! - above[at]!) * right;
        const lower = below[at]! + (below[at + 4]! - below[at]!) * right;
        values[to] = upper + (lower - upper) * down;
      }
    }
  };
}

/** The colour at a place: of all points', each by how near it is. */
function colorOf({ points, stops }: Gradient, { width, height }: Area) {
  const side = Math.max(width, height);
  const ground = toOklab(stops[0]!.color);
  const spots = points.map(({ x, y, reach, color }) => ({
    x: x * width,
    y: y * height,
    narrow: 1 / (reach * side * 0.42) ** 2,
    lab: toOklab(color),
  }));
  return (x: number, y: number): number[] => {
    let weight = 0.06;
    const sum = ground.map((value) => value * weight);
    for (const spot of spots) {
      const [right, down] = [x - spot.x, y - spot.y];
      const own = Math.exp(-(right * right + down * down) * spot.narrow);
      weight += own;
      for (let at = 0; at < 4; at++) sum[at]! += spot.lab[at]! * own;
    }
    const mixed = sum.map((value) => value / weight) as unknown as Oklab;
    return [...channelsOf(mixed), mixed[3] * 255];
  };
}
