/**
 * The bucket bounds in milliseconds, from a cached response to the longest job. All histograms share them,
 * so that they can be compared.
 */
export const boundsMs = [
  1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000,
] as const;

const bounds = Float64Array.from(boundsMs);
const last = bounds.length;

/** A histogram of durations. Observing one costs a few comparisons and allocates nothing. */
export class Histogram {
  /** The number of durations per bucket. The last bucket has those beyond all bounds. */
  readonly counts = new Float64Array(last + 1);
  /**
   * The sum of all durations in milliseconds. In an array, because a field would allocate a heap number
   * each time.
   */
  readonly #sum = new Float64Array(1);

  observe(ms: number): void {
    let at = 0;
    // Searches from the front: most responses are fast.
    while (at < last && ms > (bounds[at] as number)) at++;
    this.counts[at] = (this.counts[at] as number) + 1;
    this.#sum[0] = (this.#sum[0] as number) + ms;
  }

  get sumMs(): number {
    return this.#sum[0] ?? 0;
  }
}

/** A set of histograms by labels. They are kept as long as the hub runs. */
export class Histograms<Label extends string> {
  readonly #known = new Map<
    string,
    { labels: Readonly<Record<Label, string>>; histogram: Histogram }
  >();

  /** Returns the histogram of a label set. Frequent callers should keep a reference. */
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
