/** The state of a circuit breaker. If half open, one call is testing whether the host is back. */
export type BreakerState = "closed" | "open" | "half_open";

/**
 * Stops calls to a failing host and lets one call through from time to time as a test. Not from npm, because
 * the breakers there (cockatiel 4.0.0) make other calls wait for the test call and use the system clock. This
 * one rejects them immediately.
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

  /** Returns the milliseconds to wait. If 0, a call may be sent, and its outcome must be reported. */
  admit(): number {
    if (this.#openUntil === undefined) return 0;
    const remainingMs = this.#openUntil - this.#clock();
    if (remainingMs > 0) return remainingMs;
    // The test call opens or closes the circuit. It takes no longer than any other call.
    if (this.#isProbing) return 1000;
    this.#isProbing = true;
    return 0;
  }

  recordSuccess(): void {
    // A call that started before the circuit opened says nothing about the current state.
    if (this.#openUntil !== undefined && !this.#isProbing) return;
    this.#failures = 0;
    this.#openUntil = undefined;
    this.#isProbing = false;
  }

  recordFailure(): void {
    this.#failures++;
    const opens = this.#openUntil === undefined && this.#failures >= this.#failuresMax;
    if (opens || this.#isProbing) this.#openUntil = this.#clock() + this.#openMs;
    this.#isProbing = false;
  }

  get state(): BreakerState {
    if (this.#openUntil === undefined) return "closed";
    return this.#isProbing ? "half_open" : "open";
  }

  /** Number of failures since the last success. */
  get failures(): number {
    return this.#failures;
  }
}
