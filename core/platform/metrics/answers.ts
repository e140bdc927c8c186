import { FAILURES } from "../../contract/errors.ts";
import type { EvidenceView } from "../health/evidence.ts";
import { boundsMs, type Histogram, Histograms } from "./histogram.ts";

/** The number of status classes: the first digit of a status, and 0 for no response. */
const statusClasses = 6;

/** The endpoint that a call is counted for. */
export interface Target {
  readonly service: string;
  /** The method and path pattern of the route. */
  readonly route: string;
}

/** Response metrics since the hub started: counts, durations and refusals. */
export class Answers {
  readonly #counted = new Map<string, CountedTarget>();
  readonly refusals = new Refusals();
  /**
   * Durations by service and method. By route, sixteen lines for each of a hundred routes would exceed all
   * other metrics. Traces and the access log have the durations of single routes.
   */
  readonly times = new Histograms<"service" | "method">();

  /**
   * Returns the counters of one endpoint, indexed by the first digit of the status, and its outcome. They are kept
   * when the endpoint is replaced by a newer version.
   */
  getCounted(target: Target): CountedTarget {
    const key = `${target.service} ${target.route}`;
    const known = this.#counted.get(key) ?? {
      target,
      counts: new Uint32Array(statusClasses),
      outcome: new Outcome(),
    };
    this.#counted.set(key, known);
    return known;
  }

  /** Returns the endpoints with their latest outcomes. */
  outcomes(): readonly CountedTarget[] {
    return [...this.#counted.values()];
  }

  /** Returns the duration histogram of an endpoint. It is shared by all with the same service and method. */
  getTimes({ service, route }: Target): Histogram {
    return this.times.of({ service, method: route.split(" ", 1)[0] ?? "" });
  }

  /**
   * Returns the number of responses of all services except the hub itself, and their median duration. The
   * median is given as the upper bound of its histogram bucket, in milliseconds.
   */
  getServiceTotals(): { count: number; halfWithinMs: number | undefined } {
    const times = new Float64Array(boundsMs.length + 1);
    for (const { labels, histogram } of this.times.all())
      if (labels.service !== "hub")
        for (const [at, count] of histogram.counts.entries()) times[at] = (times[at] ?? 0) + count;
    const count = times.reduce((sum, one) => sum + one, 0);
    let below = 0;
    const at = times.findIndex((one) => {
      below += one;
      return below >= count / 2;
    });
    return { count, halfWithinMs: count === 0 ? undefined : boundsMs[at] };
  }

  /** Returns all non-zero counts. */
  all() {
    return [...this.#counted.values()].flatMap(({ target, counts }) =>
      [...counts].flatMap((count, digit) =>
        count === 0 ? [] : [{ ...target, statusClass: `${digit}xx`, count }],
      ),
    );
  }
}

interface CountedTarget {
  readonly target: Target;
  readonly counts: Uint32Array;
  readonly outcome: Outcome;
}

/** Codes of overload, which a repeated call survives. */
const overload = new Set(["busy", "draining"]);

const { timeOrigin } = performance;

/** The results of the latest calls of an endpoint. Errors of callers say nothing about it. */
export class Outcome implements EvidenceView {
  /** Why the last success came from a substitute, as in `X-Degraded`. */
  substitute: string | undefined;
  /** The start of the latest call without an error, by `performance.now()`. Assigned directly: each call does it. */
  repliedTo: number | undefined;
  lastError: EvidenceView["lastError"];
  #failures = 0;
  #failingSince: number | undefined;
  #repliedToBefore: number | undefined;

  get okAt(): number | undefined {
    return this.repliedTo === undefined ? undefined : timeOrigin + this.repliedTo;
  }

  get failures(): number {
    return this.#isOver() ? 0 : this.#failures;
  }

  get failingSince(): number | undefined {
    return this.#isOver() ? undefined : this.#failingSince;
  }

  /** Records an error response. */
  recordError(code: string, status: number): void {
    if (status < 500 || overload.has(code)) return;
    const at = timeOrigin + performance.now();
    this.#failures = this.failures + 1;
    this.#failingSince = this.failingSince ?? at;
    this.#repliedToBefore = this.repliedTo;
    this.lastError = { reason: code, at };
  }

  /** Whether a call succeeded after the last failure. */
  #isOver(): boolean {
    return this.repliedTo !== this.#repliedToBefore;
  }
}

/** The number of failed calls, by service and error code. */
export class Refusals {
  readonly #codes = new Set<string>([...Object.keys(FAILURES), "caller_gone"]);
  readonly #counts = new Map<string, { service: string; code: string; count: number }>();

  /** Adds error codes that are counted separately. */
  addCodes(codes: Iterable<string>): void {
    for (const code of codes) this.#codes.add(code);
  }

  /** Counts a failure. Undeclared codes are counted as "other", because they may have any value. */
  count(code: string, service = "hub"): void {
    const named = this.#codes.has(code) ? code : "other";
    const key = `${service} ${named}`;
    const known = this.#counts.get(key) ?? { service, code: named, count: 0 };
    known.count++;
    this.#counts.set(key, known);
  }

  /** Returns all counts. */
  all() {
    return [...this.#counts.values()];
  }
}
