import type { Log } from "../log/log.ts";
import {
  type Backend,
  describeFailureClass,
  describeRecovery,
  type FailureClass,
  failureClasses,
} from "./failure-classes.ts";

/** A failure class that is active. */
export interface ActiveFailure {
  readonly failure: FailureClass;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Options of `Health`. */
interface HealthOptions {
  /** Returns milliseconds since 1970. Default: the machine's clock. */
  clock?: () => number;
  /** The interval between checks of each backend. Default: 1,000 ms. */
  checkMs?: number;
}

/** The health of the backends, based on their responses. Logs each change once. */
export class Health {
  readonly #log: Log;
  readonly #clock: () => number;
  readonly #active = new Map<FailureClass, number>();
  readonly #counts = new Map<FailureClass, number>();
  readonly #used = new Set<Backend>();
  #last: ActiveFailure | undefined;
  /** The interval between checks of each backend. */
  readonly checkMs: number;

  constructor(log: Log, { clock = Date.now, checkMs = 1000 }: HealthOptions = {}) {
    this.#log = log;
    this.#clock = clock;
    this.checkMs = checkMs;
  }

  /** Adds a backend to the metrics. */
  use(backend: Backend): void {
    this.#used.add(backend);
  }

  /** Counts a failed response that is no evidence of an outage. Logs the first one. */
  count(failure: FailureClass, cause?: unknown): void {
    const count = this.#counts.get(failure) ?? 0;
    this.#counts.set(failure, count + 1);
    this.#last = { failure, since: this.#clock() };
    if (count === 0) this.#logFailure(failure, cause);
  }

  /**
   * Counts a failed response and marks the backend as failing. Replaces the backend's previous outage
   * class.
   */
  fail(failure: FailureClass, cause?: unknown): void {
    this.#counts.set(failure, (this.#counts.get(failure) ?? 0) + 1);
    this.#last = { failure, since: this.#clock() };
    if (this.#active.has(failure)) return;
    for (const other of this.#listOutages(failure.backend)) this.#active.delete(other);
    this.#active.set(failure, this.#clock());
    this.#logFailure(failure, cause);
  }

  /** Ends all outages of a backend. Warnings stay active. */
  recover(backend: Backend): void {
    const outages = this.#listOutages(backend);
    if (outages.length === 0) return;
    const since = Math.min(...outages.map((failure) => this.#active.get(failure) ?? 0));
    for (const failure of outages) this.#active.delete(failure);
    const seconds = Math.round((this.#clock() - since) / 100) / 10;
    this.#log.info(describeRecovery(backend), { backend, seconds });
  }

  /** Activates or clears a warning. A warning isn't an outage. */
  warn(failure: FailureClass, holds: boolean): void {
    if (!holds) this.#active.delete(failure);
    else if (!this.#active.has(failure)) {
      this.#counts.set(failure, (this.#counts.get(failure) ?? 0) + 1);
      this.#active.set(failure, this.#clock());
      this.#logFailure(failure);
    }
  }

  /** Returns the active failure classes. */
  active(): ActiveFailure[] {
    return [...this.#active].map(([failure, since]) => ({ failure, since }));
  }

  /** Returns the last failed response, even if its class is no longer active. Empty if there was none. */
  last(): ActiveFailure[] {
    return this.#last ? [this.#last] : [];
  }

  /** Returns the failure class of a backend's outage, if there is one. */
  outage(backend: Backend): FailureClass | undefined {
    return this.#listOutages(backend)[0];
  }

  /** Returns the failure classes of the backends in use, with their state and count. */
  numbers(): { failure: FailureClass; isActive: boolean; count: number }[] {
    return failureClasses
      .filter(({ backend }) => this.#used.has(backend))
      .map((failure) => ({
        failure,
        isActive: this.#active.has(failure),
        count: this.#counts.get(failure) ?? 0,
      }));
  }

  #listOutages(backend: Backend): FailureClass[] {
    return [...this.#active.keys()].filter((one) => one.backend === backend && !isWarning(one));
  }

  #logFailure(failure: FailureClass, cause?: unknown): void {
    const { backend, name } = failure;
    const level = isWarning(failure) ? "warn" : "error";
    const text = cause === undefined ? {} : { cause: String(cause) };
    this.#log[level](describeFailureClass(failure), { backend, class: name, ...text });
  }
}

/** Returns whether calls are served as usual while a failure class is active. */
function isWarning({ policy }: FailureClass): boolean {
  return policy === "none" || policy === "restore_counts";
}
