import pixelmatch from "pixelmatch";

/** An area of a picture in pixels. */
export interface PixelArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Pictures {
  /** Red, green, blue and alpha of both pictures, which have the same size. */
  before: Uint8Array;
  after: Uint8Array;
  width: number;
  height: number;
  /** Areas that aren't compared. */
  ignored: readonly PixelArea[];
}

/** Differences that are nearer to each other than this many pixels are one area. */
const cell = 6;
const different = [255, 0, 0] as const;

/** Returns the areas in which two pictures differ, apart from the smoothing of edges. */
export function findPictureAreas({ before, after, width, height, ignored }: Pictures): PixelArea[] {
  const ignoreMask = new Uint8Array(width * height);
  for (const area of ignored) {
    const [left, right] = [Math.max(0, Math.floor(area.x)), Math.ceil(area.x + area.width)];
    for (let y = Math.max(0, Math.floor(area.y)); y < Math.min(height, area.y + area.height); y++)
      if (left < width) ignoreMask.fill(1, y * width + left, y * width + Math.min(width, right));
  }
  const marks = new Uint8Array(width * height * 4);
  const options = {
    diffMask: true,
    ignoreMask,
    diffColor: [...different] as [number, number, number],
  };
  if (pixelmatch(before, after, marks, width, height, options) === 0) return [];
  const columns = Math.ceil(width / cell);
  const cells = new Map<number, PixelArea>();
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      // Smoothed edges are yellow.
      if (marks[at] !== different[0] || marks[at + 1] !== different[1]) continue;
      const index = Math.floor(y / cell) * columns + Math.floor(x / cell);
      cells.set(index, joinAreas(cells.get(index), { x, y, width: 1, height: 1 }));
    }
  return joinCells(cells, columns);
}

/** Joins the areas of neighbouring cells. */
function joinCells(cells: Map<number, PixelArea>, columns: number): PixelArea[] {
  const areas: PixelArea[] = [];
  for (const start of [...cells.keys()]) {
    const open = [start];
    let joined: PixelArea | undefined;
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const area = cells.get(index);
      if (!area) continue;
      cells.delete(index);
      joined = joinAreas(joined, area);
      for (const down of [-columns, 0, columns])
        for (const across of [-1, 0, 1])
          if (isNeighbour(index, across, columns)) open.push(index + down + across);
    }
    if (joined) areas.push(joined);
  }
  return areas;
}

function isNeighbour(index: number, across: number, columns: number): boolean {
  const column = (index % columns) + across;
  return column >= 0 && column < columns;
}

/** Returns the smallest area around both. */
export function joinAreas(one: PixelArea | undefined, other: PixelArea): PixelArea {
  if (!one) return other;
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}
