// The `!` below are safe: polygons consist of pairs, and sums have two columns beyond the last pixel. A
// check for each number would be slow.

/** The covered share of each pixel, from 0 to 1. */
export interface Coverage {
  width: number;
  height: number;
  share: Float32Array;
}

/**
 * Fills closed polygons of alternating x and y. Each edge adds its signed area to every row that it
 * crosses. A running sum along the row converts that to coverage. The result is exact and takes one pass
 * over edges and one over pixels. The method is Raph Levien's for font-rs.
 */
export function computeCoverage(
  polygons: readonly (readonly number[])[],
  { width, height }: { width: number; height: number },
): Coverage {
  const sums: Sums = { values: new Float32Array((width + 2) * height), width, height };
  for (const points of polygons) {
    let [fromX, fromY] = [points.at(-2)!, points.at(-1)!];
    for (let at = 0; at < points.length; at += 2) {
      const [toX, toY] = [points[at]!, points[at + 1]!];
      if (fromY < toY) addEdge(sums, fromX, fromY, toX, toY, 1);
      else if (fromY > toY) addEdge(sums, toX, toY, fromX, fromY, -1);
      fromX = toX;
      fromY = toY;
    }
  }
  const share = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    let sum = 0;
    const start = row * (width + 2);
    const first = row * width;
    for (let column = 0; column < width; column++) {
      sum += sums.values[start + column]!;
      share[first + column] = Math.min(1, Math.abs(sum));
    }
  }
  return { width, height, share };
}

/** Converts shares to integers from 0 to `levels`. */
export function inLevels(share: Float32Array, levels: number): Uint8Array {
  const steps = new Uint8Array(share.length);
  // `Uint8Array.from` with a function takes twenty times as long.
  for (let at = 0; at < steps.length; at++) steps[at] = share[at]! * levels + 0.5;
  return steps;
}

interface Sums {
  values: Float32Array;
  width: number;
  height: number;
}

// More than two arguments, because an options object would take longer than the calculation.
function addEdge(
  { values, width, height }: Sums,
  topX: number,
  topY: number,
  lowX: number,
  lowY: number,
  direction: number,
): void {
  const slope = (lowX - topX) / (lowY - topY);
  const last = Math.min(height, Math.ceil(lowY));
  for (let row = Math.max(0, Math.floor(topY)); row < last; row++) {
    const from = Math.max(topY, row);
    const to = Math.min(lowY, row + 1);
    const one = Math.min(Math.max(topX + (from - topY) * slope, 0), width);
    const two = Math.min(Math.max(topX + (to - topY) * slope, 0), width);
    const start = row * (width + 2);
    const area = direction * (to - from);
    if (one < two) addSpan(values, start, one, two, area);
    else addSpan(values, start, two, one, area);
  }
}

/** Spreads the part of an edge in one row over the pixels that it crosses. */
function addSpan(
  values: Float32Array,
  start: number,
  left: number,
  right: number,
  area: number,
): void {
  const first = Math.floor(left);
  if (right <= first + 1) {
    const inside = area * (first + 1 - (left + right) / 2);
    values[start + first]! += inside;
    values[start + first + 1]! += area - inside;
    return;
  }
  const last = Math.ceil(right);
  const steepness = area / (right - left);
  let before = 0;
  for (let column = first; column < last; column++) {
    // `height` is the edge's height in this column, and `inside` the area to its right within the column.
    // The rest carries over to the next column.
    const from = Math.max(left, column);
    const to = Math.min(right, column + 1);
    const height = steepness * (to - from);
    const inside = height * (column + 1 - (from + to) / 2);
    values[start + column]! += before + inside;
    before = height - inside;
  }
  values[start + last]! += before;
}
