import type { Log } from "../log/log.ts";
import {
  type Backend,
  describeFailureClass,
  describeRecovery,
  type FailureClass,
  failureClasses,
} from "./failure-classes.ts";

/** A failure class that holds at the moment. */
export interface ActiveFailure {
  readonly failure: FailureClass;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Options of the state of the backends. */
interface HealthOptions {
  /** Milliseconds since 1970. Default: those of the machine. */
  clock?: () => number;
  /** How often each backend is checked. Default: 1,000 ms. */
  checkMs?: number;
}

/** The state of the backends, judged by their answers. Logs each change once. */
export class Health {
  readonly #log: Log;
  readonly #clock: () => number;
  readonly #active = new Map<FailureClass, number>();
  readonly #counts = new Map<FailureClass, number>();
  readonly #used = new Set<Backend>();
  /** How often each backend is checked. */
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

  /** Counts a failed answer that says nothing about the next one. Logs the first. */
  count(failure: FailureClass, cause?: unknown): void {
    const count = this.#counts.get(failure) ?? 0;
    this.#counts.set(failure, count + 1);
    if (count === 0) this.#write(failure, cause);
  }

  /** Counts a failed answer of a backend that fails from now on. Replaces the class that held before. */
  fail(failure: FailureClass, cause?: unknown): void {
    this.#counts.set(failure, (this.#counts.get(failure) ?? 0) + 1);
    if (this.#active.has(failure)) return;
    for (const other of this.#outages(failure.backend)) this.#active.delete(other);
    this.#active.set(failure, this.#clock());
    this.#write(failure, cause);
  }

  /** Ends all outages of a backend. Warnings stay. */
  recover(backend: Backend): void {
    const outages = this.#outages(backend);
    if (outages.length === 0) return;
    const since = Math.min(...outages.map((failure) => this.#active.get(failure) ?? 0));
    for (const failure of outages) this.#active.delete(failure);
    const seconds = Math.round((this.#clock() - since) / 100) / 10;
    this.#log.info(describeRecovery(backend), { backend, seconds });
  }

  /** Sets whether a warning holds, which is no outage. */
  warn(failure: FailureClass, holds: boolean): void {
    if (!holds) this.#active.delete(failure);
    else if (!this.#active.has(failure)) {
      this.#counts.set(failure, (this.#counts.get(failure) ?? 0) + 1);
      this.#active.set(failure, this.#clock());
      this.#write(failure);
    }
  }

  /** Returns the classes that hold at the moment. */
  active(): ActiveFailure[] {
    return [...this.#active].map(([failure, since]) => ({ failure, since }));
  }

  /** Returns the class of a backend's outage. */
  outage(backend: Backend): FailureClass | undefined {
    return this.#outages(backend)[0];
  }

  /** Returns the classes of the backends in use, whether each holds, and how many answers were of it. */
  numbers(): { failure: FailureClass; isActive: boolean; count: number }[] {
    return failureClasses
      .filter(({ backend }) => this.#used.has(backend))
      .map((failure) => ({
        failure,
        isActive: this.#active.has(failure),
        count: this.#counts.get(failure) ?? 0,
      }));
  }

  #outages(backend: Backend): FailureClass[] {
    return [...this.#active.keys()].filter((one) => one.backend === backend && !isWarning(one));
  }

  #write(failure: FailureClass, cause?: unknown): void {
    const { backend, name } = failure;
    const level = isWarning(failure) ? "warn" : "error";
    const text = cause === undefined ? {} : { cause: String(cause) };
    this.#log[level](describeFailureClass(failure), { backend, class: name, ...text });
  }
}

/** Whether calls go on as usual while a class holds. */
function isWarning({ policy }: FailureClass): boolean {
  return policy === "none" || policy === "restore_counts";
}
