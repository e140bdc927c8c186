import type { Target } from "../access/access.ts";

/** How many there are: the first digit of a status, and none. */
export const statusClasses = 6;

/** Answers by endpoint and status class since the hub started. */
export class Answers {
  readonly #counted = new Map<string, { target: Target; counts: Uint32Array }>();

  /**
   * The counter of one endpoint, whose places are the first digits of statuses. It goes on counting
   * when the endpoint is replaced by a newer one.
   */
  countsOf(target: Target): Uint32Array {
    const key = `${target.service} ${target.route}`;
    const known = this.#counted.get(key) ?? { target, counts: new Uint32Array(statusClasses) };
    this.#counted.set(key, known);
    return known.counts;
  }

  /** What was answered at least once. */
  all() {
    return [...this.#counted.values()].flatMap(({ target, counts }) =>
      [...counts].flatMap((count, digit) =>
        count === 0 ? [] : [{ ...target, statusClass: `${digit}xx`, count }],
      ),
    );
  }
}
