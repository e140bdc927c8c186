/**
 * The wall clock, but it never goes back: neither while the process runs nor, given where it stood
 * before, over a restart. A step back would hand out quotas that are used up already.
 */
export class SteadyClock {
  readonly #wall: () => number;
  readonly #elapsed: () => number;
  #anchor: number;
  #anchorElapsed: number;

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

  /** Milliseconds since 1970. */
  now(): number {
    const elapsed = this.#elapsed();
    const wall = this.#wall();
    const counted = Math.floor(this.#anchor + elapsed - this.#anchorElapsed);
    if (wall < counted) return counted;
    this.#anchor = wall;
    this.#anchorElapsed = elapsed;
    return wall;
  }
}
