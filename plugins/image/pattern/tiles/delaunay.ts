import { Delaunay } from "d3-delaunay";
import type { Child } from "hub/drawing";
import { type DrawTile, fillShape, shape } from "./tile.ts";

const cells = 6;
const count = cells * cells;

/** Triangles between scattered points. */
export const delaunay: DrawTile = ({ size, dice, fg }) => {
  const side = cells * size;
  const own = Array.from({ length: count }, (_, index): [number, number] => [
    ((index % cells) + dice.between(0.1, 0.9)) * size,
    (Math.floor(index / cells) + dice.between(0.1, 0.9)) * size,
  ]);
  // Repeats the points on all sides, so that triangles continue across the edges.
  const points = [-1, 0, 1].flatMap((row) =>
    [-1, 0, 1].flatMap((column) =>
      own.map(([x, y]): [number, number] => [x + column * side, y + row * side]),
    ),
  );
  const { triangles } = Delaunay.from(points);
  const shades = new Map<string, number>();
  const drawn: Child[] = [];
  for (let at = 0; at < triangles.length; at += 3) {
    // `triangles` has three indexes of points per triangle.
    const corners = [triangles[at]!, triangles[at + 1]!, triangles[at + 2]!];
    const vertices = corners.map((corner) => points[corner]!);
    if (!touches(vertices, side)) continue;
    // A triangle and its copies across the edges have the same shade.
    const key = corners
      .map((corner) => corner % count)
      .toSorted((a, b) => a - b)
      .join();
    const shade = shades.get(key) ?? dice.between(0.02, 0.95);
    shades.set(key, shade);
    drawn.push(fillShape(shape(enlarge(vertices)), fg, shade));
  }
  return { width: side, height: side, drawn };
};

function touches(vertices: readonly (readonly [number, number])[], side: number): boolean {
  return ([0, 1] as const).every((axis) => {
    const values = vertices.map((vertex) => vertex[axis]);
    return Math.max(...values) >= 0 && Math.min(...values) <= side;
  });
}

/** Enlarges a triangle slightly, so that no background shows between neighbours. */
function enlarge(vertices: readonly (readonly [number, number])[]): [number, number][] {
  const mean = (axis: 0 | 1) => vertices.reduce((sum, vertex) => sum + vertex[axis], 0) / 3;
  const [x, y] = [mean(0), mean(1)];
  return vertices.map(([right, down]) => {
    const reach = Math.hypot(right - x, down - y) || 1;
    return [right + ((right - x) / reach) * 0.3, down + ((down - y) / reach) * 0.3];
  });
}
