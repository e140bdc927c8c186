/**
 * What times are sorted by, in milliseconds: from an answer out of memory to the longest that a job may
 * take. The same for all, so that they can be compared.
 */
export const boundsMs = [
  1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000,
] as const;

const bounds = Float64Array.from(boundsMs);
const last = bounds.length;

/** How often how much time passed. To observe one costs a few comparisons, and nothing is allocated. */
export class Histogram {
  /** How many took at most each bound and more than the one before; then those that took longer than all. */
  readonly counts = new Float64Array(last + 1);
  /** All times together, in milliseconds. In an array: a field would be a new number on the heap each time. */
  readonly #sum = new Float64Array(1);

  observe(ms: number): void {
    let at = 0;
    // From the front: most answers are among the first bounds.
    while (at < last && ms > (bounds[at] as number)) at++;
    this.counts[at] = (this.counts[at] as number) + 1;
    this.#sum[0] = (this.#sum[0] as number) + ms;
  }

  get sumMs(): number {
    return this.#sum[0] ?? 0;
  }
}

/** Histograms that are told apart by labels, each of which lives as long as the hub. */
export class Histograms<Label extends string> {
  readonly #known = new Map<
    string,
    { labels: Readonly<Record<Label, string>>; histogram: Histogram }
  >();

  /** The histogram of these labels. Whoever observes often keeps it. */
  of(labels: Readonly<Record<Label, string>>): Histogram {
    const key = JSON.stringify(labels);
    const known = this.#known.get(key) ?? { labels, histogram: new Histogram() };
    this.#known.set(key, known);
    return known.histogram;
  }

  all() {
    return [...this.#known.values()];
  }
}
