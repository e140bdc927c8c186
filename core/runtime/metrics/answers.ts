import type { Target } from "../access/access.ts";

/** How many there are: the first digit of a status, and none. */
export const statusClasses = 6;

/** Answers by endpoint and status class since the hub started. */
export class Answers {
  readonly #counted: { target: Target; counts: Uint32Array }[] = [];

  /** Takes up the counter of one endpoint, whose places are the first digits of statuses. */
  add(target: Target, counts: Uint32Array): void {
    this.#counted.push({ target, counts });
  }

  /** What was answered at least once. */
  all() {
    return this.#counted.flatMap(({ target, counts }) =>
      [...counts].flatMap((count, digit) =>
        count === 0 ? [] : [{ ...target, statusClass: `${digit}xx`, count }],
      ),
    );
  }
}
