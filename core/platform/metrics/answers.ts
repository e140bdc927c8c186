import { FAILURES } from "../../contract/errors.ts";
import { boundsMs, type Histogram, Histograms } from "./histogram.ts";

/** How many there are: the first digit of a status, and none. */
export const statusClasses = 6;

/** The endpoint that a call is counted for. */
export interface Target {
  readonly service: string;
  /** The method and the path of the route, with the names of its parameters. */
  readonly route: string;
}

/** What was answered since the hub started: how often, in which time, and what was refused why. */
export class Answers {
  readonly #counted = new Map<string, { target: Target; counts: Uint32Array }>();
  readonly refusals = new Refusals();
  /**
   * By service and method and not by route: with its sixteen lines each of a hundred routes would be more
   * than all else that is told, and who needs one route has its trace or the access log.
   */
  readonly times = new Histograms<"service" | "method">();

  /**
   * The counter of one endpoint, whose places are the first digits of statuses. It goes on counting
   * when the endpoint is replaced by a newer one.
   */
  countsOf(target: Target): Uint32Array {
    const key = `${target.service} ${target.route}`;
    const known = this.#counted.get(key) ?? { target, counts: new Uint32Array(statusClasses) };
    this.#counted.set(key, known);
    return known.counts;
  }

  /** The times of the answers that one endpoint shares with others like it. */
  timesOf({ service, route }: Target): Histogram {
    return this.times.of({ service, method: route.split(" ", 1)[0] ?? "" });
  }

  /**
   * How many calls the services answered, those of the hub itself aside, and within how many milliseconds
   * half of them: a bound of the histograms, as nothing finer is known.
   */
  ofServices(): { count: number; halfWithinMs: number | undefined } {
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

  /** What was answered at least once. */
  all() {
    return [...this.#counted.values()].flatMap(({ target, counts }) =>
      [...counts].flatMap((count, digit) =>
        count === 0 ? [] : [{ ...target, statusClass: `${digit}xx`, count }],
      ),
    );
  }
}

/** Calls that were answered with a failure, by service and code. */
export class Refusals {
  readonly #codes = new Set<string>([...Object.keys(FAILURES), "caller_gone"]);
  readonly #counts = new Map<string, { service: string; code: string; count: number }>();

  /** Adds codes that are counted by themselves. */
  addCodes(codes: Iterable<string>): void {
    for (const code of codes) this.#codes.add(code);
  }

  /** Counts one. A code that nobody has declared is one of the others: it may be anything. */
  count(code: string, service = "hub"): void {
    const named = this.#codes.has(code) ? code : "other";
    const key = `${service} ${named}`;
    const known = this.#counts.get(key) ?? { service, code: named, count: 0 };
    known.count++;
    this.#counts.set(key, known);
  }

  /** What was refused at least once. */
  all() {
    return [...this.#counts.values()];
  }
}
