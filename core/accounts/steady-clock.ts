/**
 * The wall clock, but it never goes back: neither while the process runs nor, given where it stood
 * before, over a restart. A step back would hand out quotas that are used up already.
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

  /** Milliseconds since 1970, where `performance.now()` was just read by the moment of that. */
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
