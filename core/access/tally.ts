import type { Usage } from "../store/records.ts";
import type { Target } from "./access.ts";

/** Answers that were given, by status class: the first digit of the status. */
type Counts = Uint32Array;

const classes = 6;

/** The usage that has gathered since it was last written. */
export class Tally {
  #day = 0;
  #counts = new Map<string, Map<Target, Counts>>();
  /** What belongs to a day gone by, or could not be written. */
  #waiting: Usage[] = [];
  readonly #lastUsed = new Map<string, number>();
  #touched = new Set<string>();

  /** Counts one answer. */
  add(keyId: string, target: Target, answer: { day: number; status: number; now: number }): void {
    if (answer.day !== this.#day) this.#turn(answer.day);
    const counts = this.#countsOf(keyId, target);
    const statusClass = Math.floor(answer.status / 100);
    counts[statusClass] = (counts[statusClass] ?? 0) + 1;
    this.#lastUsed.set(keyId, answer.now);
    this.#touched.add(keyId);
  }

  /** When a key last let a call in, as far as this process knows. */
  lastUsed(keyId: string): number | undefined {
    return this.#lastUsed.get(keyId);
  }

  /** Hands over what has gathered. Whoever cannot write it gives it back. */
  take(): { usage: Usage[]; lastUsed: Map<string, number> } {
    this.#turn(this.#day);
    const usage = this.#waiting;
    const lastUsed = new Map(
      [...this.#touched].map((keyId) => [keyId, this.#lastUsed.get(keyId) ?? 0]),
    );
    this.#waiting = [];
    this.#touched = new Set();
    return { usage, lastUsed };
  }

  giveBack({ usage, lastUsed }: { usage: Usage[]; lastUsed: Map<string, number> }): void {
    this.#waiting.push(...usage);
    for (const keyId of lastUsed.keys()) this.#touched.add(keyId);
  }

  #countsOf(keyId: string, target: Target): Counts {
    const targets = this.#counts.get(keyId) ?? new Map<Target, Counts>();
    const counts = targets.get(target) ?? new Uint32Array(classes);
    if (targets.size === 0) this.#counts.set(keyId, targets);
    if (!targets.has(target)) targets.set(target, counts);
    return counts;
  }

  #turn(day: number): void {
    for (const [keyId, targets] of this.#counts)
      for (const [{ service, route }, counts] of targets)
        for (const [digit, count] of counts.entries())
          if (count > 0)
            this.#waiting.push({
              day: this.#day,
              keyId,
              service,
              route,
              statusClass: `${digit}xx`,
              count,
            });
    this.#counts = new Map();
    this.#day = day;
  }
}
