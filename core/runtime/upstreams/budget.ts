const windowMs = 60_000;

/** Counts calls, so that no 60 seconds hold more than there may be. */
export class Budget {
  readonly perMinute: number;
  readonly #clock: () => number;
  /** When each of the last calls was, as a ring. */
  readonly #times: number[] = [];
  #next = 0;

  constructor(clock: () => number, perMinute: number) {
    this.#clock = clock;
    this.perMinute = perMinute;
  }

  /** Takes one call and answers 0, or how many milliseconds to wait for one. */
  take(): number {
    const now = this.#clock();
    const oldest = this.#times[this.#next];
    if (oldest !== undefined && now - oldest < windowMs) return windowMs - (now - oldest);
    this.#times[this.#next] = now;
    this.#next = (this.#next + 1) % this.perMinute;
    return 0;
  }
}
