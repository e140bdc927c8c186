/**
 * A k-d tree over points of three coordinates, which finds the nearest to any place in about
 * log n steps. It lies in one array: the middle of every stretch parts the points before it from
 * those after it, by the first, second and third coordinate in turns. What is asserted with `!` are
 * places in the arrays, which all come from their lengths.
 */
export class NearestPoint {
  readonly #points: Float64Array;
  readonly #order: Uint32Array;

  /** Takes the points as x, y, z, x, y, z and so on. */
  constructor(points: Float64Array) {
    this.#points = points;
    this.#order = Uint32Array.from({ length: points.length / 3 }, (_, index) => index);
    this.#arrange(0, this.#order.length - 1, 0);
  }

  /** The number of the point nearest to a place, and its distance. */
  find(place: readonly [number, number, number]): { index: number; distance: number } {
    const best = { index: -1, distance: Number.POSITIVE_INFINITY };
    this.#search({ from: 0, to: this.#order.length - 1, axis: 0 }, { place, best });
    return { index: best.index, distance: Math.sqrt(best.distance) };
  }

  #arrange(from: number, to: number, axis: number): void {
    if (from >= to) return;
    const middle = (from + to) >> 1;
    this.#select(middle, { from, to, axis });
    this.#arrange(from, middle - 1, (axis + 1) % 3);
    this.#arrange(middle + 1, to, (axis + 1) % 3);
  }

  /** Puts in place the one point that sorting the stretch would put there (Hoare's quickselect). */
  #select(target: number, { from, to, axis }: Stretch): void {
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
        const held = order[left]!;
        order[left++] = order[right]!;
        order[right--] = held;
      }
      if (target <= right) high = right;
      else if (target >= left) low = left;
      else return;
    }
  }

  /** `best.distance` is squared on the way. */
  #search(
    { from, to, axis }: Stretch,
    sought: { place: readonly number[]; best: { index: number; distance: number } },
  ): void {
    if (from > to) return;
    const { place, best } = sought;
    const middle = (from + to) >> 1;
    const index = this.#order[middle]!;
    const distance = this.#distanceTo(index, place);
    // Of two points equally near, the one given first.
    if (distance < best.distance || (distance === best.distance && index < best.index))
      Object.assign(best, { index, distance });
    const offset = place[axis]! - this.#points[index * 3 + axis]!;
    const before = { from, to: middle - 1, axis: (axis + 1) % 3 };
    const after = { from: middle + 1, to, axis: (axis + 1) % 3 };
    const [near, far] = offset < 0 ? [before, after] : [after, before];
    this.#search(near, sought);
    if (offset * offset <= best.distance) this.#search(far, sought);
  }

  #distanceTo(index: number, place: readonly number[]): number {
    const points = this.#points;
    return (
      (points[index * 3]! - place[0]!) ** 2 +
      (points[index * 3 + 1]! - place[1]!) ** 2 +
      (points[index * 3 + 2]! - place[2]!) ** 2
    );
  }
}

interface Stretch {
  from: number;
  to: number;
  axis: number;
}
