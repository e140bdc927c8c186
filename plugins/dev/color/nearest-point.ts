/**
 * A k-d tree of points with three coordinates that finds the nearest point in about log n steps. The tree is one
 * array: the middle of each range separates the points before it from those after it, by the three coordinates in
 * rotation. `!` is safe on array indexes, which are all derived from the array lengths.
 */
export class NearestPoint {
  readonly #points: Float64Array;
  readonly #order: Uint32Array;

  /** Expects the coordinates as x, y, z, x, y, z and so on. */
  constructor(points: Float64Array) {
    this.#points = points;
    this.#order = Uint32Array.from({ length: points.length / 3 }, (_, index) => index);
    this.#arrange(0, this.#order.length - 1, 0);
  }

  /** Returns the index of the point nearest to a position, and its distance. */
  find(position: readonly [number, number, number]): { index: number; distance: number } {
    const best = { index: -1, distance: Number.POSITIVE_INFINITY };
    this.#search({ from: 0, to: this.#order.length - 1, axis: 0 }, { position, best });
    return { index: best.index, distance: Math.sqrt(best.distance) };
  }

  #arrange(from: number, to: number, axis: number): void {
    if (from >= to) return;
    const middle = (from + to) >> 1;
    this.#select(middle, { from, to, axis });
    this.#arrange(from, middle - 1, (axis + 1) % 3);
    this.#arrange(middle + 1, to, (axis + 1) % 3);
  }

  /** Moves the point with the given rank in the range to its sorted index (Hoare's quickselect). */
  #select(target: number, { from, to, axis }: AxisRange): void {
    const points = this.#points;
    const order = this.#order;
    let low = from;
    let high = to;
    while (low < high) {
      const pivot = points[order[(low + high) >> 1]! * 3 + axis]!;
      let left = low;
      let right = high;
      while (left <= right) {
        while (points[order[left]! * 3 + axis]! < pivot) left++;
        while (points[order[right]! * 3 + axis]! > pivot) right--;
        if (left > right) break;
        const swapped = order[left]!;
        order[left++] = order[right]!;
        order[right--] = swapped;
      }
      if (target <= right) high = right;
      else if (target >= left) low = left;
      else return;
    }
  }

  /** Searches a range. During the search `best.distance` is squared. */
  #search(
    { from, to, axis }: AxisRange,
    query: { position: readonly number[]; best: { index: number; distance: number } },
  ): void {
    if (from > to) return;
    const { position, best } = query;
    const middle = (from + to) >> 1;
    const index = this.#order[middle]!;
    const distance = this.#distanceTo(index, position);
    // Of two equally near points, the one with the lower index wins.
    if (distance < best.distance || (distance === best.distance && index < best.index))
      Object.assign(best, { index, distance });
    const offset = position[axis]! - this.#points[index * 3 + axis]!;
    const before = { from, to: middle - 1, axis: (axis + 1) % 3 };
    const after = { from: middle + 1, to, axis: (axis + 1) % 3 };
    const [near, far] = offset < 0 ? [before, after] : [after, before];
    this.#search(near, query);
    if (offset * offset <= best.distance) this.#search(far, query);
  }

  #distanceTo(index: number, position: readonly number[]): number {
    const points = this.#points;
    return (
      (points[index * 3]! - position[0]!) ** 2 +
      (points[index * 3 + 1]! - position[1]!) ** 2 +
      (points[index * 3 + 2]! - position[2]!) ** 2
    );
  }
}

interface AxisRange {
  from: number;
  to: number;
  axis: number;
}
