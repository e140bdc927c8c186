import type { Target } from "../platform/metrics/answers.ts";
import type { Records, Usage, UsageBatch } from "../platform/store/records.ts";

const classes = 6;

/** How many entries are written at once. */
const sliceMax = 50;

/**
 * Answers that were given, by status class: the first digit of the status. Behind them stand the units
 * that these cost.
 */
type Counts = Float64Array;

/**
 * What is known of a key. Its latest answers of one kind are counted in it itself, and go to the others when one
 * of another kind comes: most do not, and each object that a call touches may have to be fetched from memory.
 */
export interface KeyTally {
  lastUsed: number;
  target: Target | undefined;
  statusClass: number;
  count: number;
  units: number;
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
    const statusClass = Math.floor(answer.status / 100);
    if (key.target !== target || key.statusClass !== statusClass) {
      endRun(key);
      key.target = target;
      key.statusClass = statusClass;
    }
    key.count++;
    key.units += answer.units;
  }

  /** When a key last let a call in, as far as this process knows. */
  lastUsed(keyId: string): number | undefined {
    return this.#keys.get(keyId)?.lastUsed;
  }

  /** Writes what has gathered. What cannot be written is kept for the next time. */
  async write(records: Pick<Records, "addUsage">): Promise<void> {
    this.#turn(this.#day);
    const batches = [...this.#unwritten, ...this.#splitBatches(this.#waiting)];
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
  #splitBatches(usage: readonly Usage[]): UsageBatch[] {
    const slices: Usage[][] = [];
    for (let from = 0; from < usage.length; from += sliceMax)
      slices.push(usage.slice(from, from + sliceMax));
    return slices.map((slice) => ({
      id: crypto.randomUUID(),
      usage: slice,
      lastUsed: this.#collectLastUsed(slice),
    }));
  }

  #collectLastUsed(usage: readonly Usage[]): Map<string, number> {
    return new Map(
      usage.flatMap(({ keyId }) => {
        const at = this.lastUsed(keyId);
        return at === undefined ? [] : [[keyId, at]];
      }),
    );
  }

  #begin(keyId: string): KeyTally {
    const key = {
      lastUsed: 0,
      target: undefined,
      statusClass: 0,
      count: 0,
      units: 0,
      counts: new Map<Target, Counts>(),
    };
    this.#keys.set(keyId, key);
    return key;
  }

  #turn(day: number): void {
    for (const [keyId, key] of this.#keys) {
      endRun(key);
      const { counts } = key;
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

/** Puts the latest answers of a key to its others. */
function endRun(key: KeyTally): void {
  const { target, statusClass, count, units } = key;
  key.count = 0;
  key.units = 0;
  if (!target || count === 0) return;
  const counts = key.counts.get(target) ?? new Float64Array(2 * classes);
  key.counts.set(target, counts);
  counts[statusClass] = (counts[statusClass] ?? 0) + count;
  counts[classes + statusClass] = (counts[classes + statusClass] ?? 0) + units;
}
