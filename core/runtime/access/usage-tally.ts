import type { Records, Usage, UsageBatch } from "../store/records.ts";
import type { Target } from "./access.ts";

const classes = 6;

/** How many entries are written at once. */
const sliceMax = 250;

/**
 * Answers that were given, by status class: the first digit of the status. Behind them stand the units
 * that these cost.
 */
type Counts = Float64Array;

/** What is known of a key. */
export interface KeyTally {
  lastUsed: number;
  readonly counts: Map<Target, Counts>;
}

/** Whose answers are counted, and its tally at hand: nearly every call has been preceded by another. */
interface Tallied {
  readonly key: { readonly id: string };
  tally: KeyTally | undefined;
}

/** The usage that has gathered since it was last written. */
export class UsageTally {
  #day = 0;
  readonly #keys = new Map<string, KeyTally>();
  /** What belongs to a day gone by. */
  #waiting: Usage[] = [];
  /** What could not be written, or may have been: nobody said so. */
  #unwritten: UsageBatch[] = [];

  /** Counts one answer. */
  add(
    holder: Tallied,
    target: Target,
    answer: { day: number; status: number; now: number; units: number },
  ): void {
    if (answer.day !== this.#day) this.#turn(answer.day);
    const { id } = holder.key;
    const key = holder.tally ?? this.#keys.get(id) ?? this.#begin(id);
    holder.tally = key;
    key.lastUsed = answer.now;
    let counts = key.counts.get(target);
    if (!counts) {
      counts = new Float64Array(2 * classes);
      key.counts.set(target, counts);
    }
    const statusClass = Math.floor(answer.status / 100);
    counts[statusClass] = (counts[statusClass] ?? 0) + 1;
    counts[classes + statusClass] = (counts[classes + statusClass] ?? 0) + answer.units;
  }

  /** When a key last let a call in, as far as this process knows. */
  lastUsed(keyId: string): number | undefined {
    return this.#keys.get(keyId)?.lastUsed;
  }

  /** Writes what has gathered. What cannot be written is kept for the next time. */
  async write(records: Pick<Records, "addUsage">): Promise<void> {
    this.#turn(this.#day);
    const batches = [...this.#unwritten, ...this.#batchesOf(this.#waiting)];
    this.#waiting = [];
    this.#unwritten = [];
    for (const [index, batch] of batches.entries()) {
      try {
        await records.addUsage(batch);
      } catch (error) {
        this.#unwritten.push(...batches.slice(index));
        throw error;
      }
      if (index < batches.length - 1) await Bun.sleep(0);
    }
  }

  /** In slices, so that no write keeps calls waiting for long. */
  #batchesOf(usage: readonly Usage[]): UsageBatch[] {
    const slices: Usage[][] = [];
    for (let from = 0; from < usage.length; from += sliceMax)
      slices.push(usage.slice(from, from + sliceMax));
    return slices.map((slice) => ({
      id: crypto.randomUUID(),
      usage: slice,
      lastUsed: this.#lastUsedOf(slice),
    }));
  }

  #lastUsedOf(usage: readonly Usage[]): Map<string, number> {
    return new Map(
      usage.flatMap(({ keyId }) => {
        const at = this.lastUsed(keyId);
        return at === undefined ? [] : [[keyId, at]];
      }),
    );
  }

  #begin(keyId: string): KeyTally {
    const key = { lastUsed: 0, counts: new Map<Target, Counts>() };
    this.#keys.set(keyId, key);
    return key;
  }

  #turn(day: number): void {
    for (const [keyId, { counts }] of this.#keys) {
      for (const [{ service, route }, byClass] of counts)
        for (const [digit, count] of byClass.subarray(0, classes).entries())
          if (count > 0) {
            const statusClass = `${digit}xx`;
            const units = byClass[classes + digit] ?? 0;
            this.#waiting.push({
              day: this.#day,
              keyId,
              service,
              route,
              statusClass,
              count,
              units,
            });
          }
      counts.clear();
    }
    this.#day = day;
  }
}
