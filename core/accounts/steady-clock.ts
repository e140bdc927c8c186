/**
 * A wall clock that never goes back while the process runs. With the last time of the previous process, it
 * doesn't go back over a restart either. A step back would grant quotas that are already used up.
 */
export class SteadyClock {
  readonly #wall: () => number;
  readonly #elapsed: () => number;
  #anchor: number;
  #anchorElapsed: number;
  /** The last time returned, and when. It is returned again within the same millisecond. */
  #last = 0;
  #lastElapsed = Number.NEGATIVE_INFINITY;

  constructor({
    wall = Date.now,
    elapsed = () => performance.now(),
    notBefore = 0,
  }: { wall?: () => number; elapsed?: () => number; notBefore?: number } = {}) {
    this.#wall = wall;
    this.#elapsed = elapsed;
    this.#anchor = Math.max(wall(), notBefore);
    this.#anchorElapsed = elapsed();
  }

  /** Returns milliseconds since 1970. `elapsed` is a `performance.now()` that was just read. */
  now(elapsed: number = this.#elapsed()): number {
    if (elapsed - this.#lastElapsed < 1) return this.#last;
    const wall = this.#wall();
    const counted = Math.floor(this.#anchor + elapsed - this.#anchorElapsed);
    if (wall >= counted) {
      this.#anchor = wall;
      this.#anchorElapsed = elapsed;
    }
    this.#last = Math.max(wall, counted);
    this.#lastElapsed = elapsed;
    return this.#last;
  }
}
