/**
 * The wall clock, but it never goes back: neither while the process runs nor, given where it stood
 * before, over a restart. A step back would hand out quotas that are used up already.
 */
export class SteadyClock {
  readonly #wall: () => number;
  readonly #elapsed: () => number;
  #last: number;
  #lastElapsed: number;

  constructor({
    wall = Date.now,
    elapsed = () => performance.now(),
    notBefore = 0,
  }: { wall?: () => number; elapsed?: () => number; notBefore?: number } = {}) {
    this.#wall = wall;
    this.#elapsed = elapsed;
    this.#last = Math.max(wall(), notBefore);
    this.#lastElapsed = elapsed();
  }

  /** Milliseconds since 1970. */
  now(): number {
    const elapsed = this.#elapsed();
    const wall = this.#wall();
    this.#last = Math.max(wall, Math.floor(this.#last + Math.max(0, elapsed - this.#lastElapsed)));
    // What the floor cut off is counted next time, or a busy process would stand still.
    if (this.#last === wall || elapsed - this.#lastElapsed >= 1) this.#lastElapsed = elapsed;
    return this.#last;
  }
}
