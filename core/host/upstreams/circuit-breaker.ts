/** Where a breaker stands. Half open, one call is under way to see whether the host is back. */
export type BreakerState = "closed" | "open" | "half_open";

/**
 * Stops calls to a host that keeps failing, and lets one through now and then to see. Own work, as
 * the breakers on npm have whoever comes during that one call wait for its end (cockatiel 4.0.0), and
 * read the time from the system: here they are told at once.
 */
export class CircuitBreaker {
  readonly #clock: () => number;
  readonly #failuresMax: number;
  readonly #openMs: number;
  #failures = 0;
  #openUntil: number | undefined;
  #isProbing = false;

  constructor(clock: () => number, { failuresMax = 5, openMs = 30_000 } = {}) {
    this.#clock = clock;
    this.#failuresMax = failuresMax;
    this.#openMs = openMs;
  }

  /** How many milliseconds to wait. If none, a call may go, and must tell how it ended. */
  admit(): number {
    if (this.#openUntil === undefined) return 0;
    const left = this.#openUntil - this.#clock();
    if (left > 0) return left;
    // The one under way opens or closes it, which takes no longer than a call may.
    if (this.#isProbing) return 1000;
    this.#isProbing = true;
    return 0;
  }

  noteSuccess(): void {
    // A call from before it opened says nothing of now.
    if (this.#openUntil !== undefined && !this.#isProbing) return;
    this.#failures = 0;
    this.#openUntil = undefined;
    this.#isProbing = false;
  }

  noteFailure(): void {
    this.#failures++;
    const isOpening = this.#openUntil === undefined && this.#failures >= this.#failuresMax;
    if (isOpening || this.#isProbing) this.#openUntil = this.#clock() + this.#openMs;
    this.#isProbing = false;
  }

  get state(): BreakerState {
    if (this.#openUntil === undefined) return "closed";
    return this.#isProbing ? "half_open" : "open";
  }

  /** Failures since the last success. */
  get failures(): number {
    return this.#failures;
  }
}
