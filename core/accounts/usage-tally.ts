import type { Target } from "../platform/metrics/answers.ts";
import type { Records, Usage, UsageBatch } from "../platform/store/records.ts";

const classes = 6;

/** Maximum number of entries per write. */
const sliceMax = 50;

/**
 * Numbers of responses by status class, which is the first digit of the status. The same number of
 * entries with their units follows.
 */
type Counts = Float64Array;

/**
 * The usage of a key. Consecutive responses with the same target and status class are counted in its own
 * fields, and added to `counts` when another kind follows. So most calls touch only one object in memory.
 */
export interface KeyTally {
  readonly id: string;
  readonly account: number;
  /** Whether it has usage since the last collection. */
  isUsed: boolean;
  lastUsed: number;
  target: Target | undefined;
  statusClass: number;
  count: number;
  units: number;
  readonly counts: Map<Target, Counts>;
}

/** The holder of a key, with its tally cached from an earlier call. */
interface TallyHolder {
  readonly key: { readonly id: string };
  readonly account: { readonly id: number };
  tally: KeyTally | undefined;
}

/** Usage with its account. */
export type CountedUsage = Usage & { readonly account: number };

/** The usage since the last write. */
export class UsageTally {
  /** Receives the usage of each write. */
  onCollect: ((usage: readonly CountedUsage[]) => void) | undefined;
  #day = 0;
  readonly #keys = new Map<string, KeyTally>();
  /** The keys with usage since the last collection. A hub knows many more than call within a second. */
  #used: KeyTally[] = [];
  /** The usage of completed days, or collected for the next write. */
  #waiting: CountedUsage[] = [];
  /** Batches whose write failed or wasn't confirmed. */
  #unwritten: UsageBatch[] = [];

  /** Counts one response, or corrects the units of an earlier one if `count` is 0. */
  add(
    holder: TallyHolder,
    target: Target,
    answer: { day: number; status: number; now: number; units: number; count?: number },
  ): void {
    if (answer.day !== this.#day) this.#collectCounts(answer.day);
    const key = holder.tally ?? this.#keys.get(holder.key.id) ?? this.#createTally(holder);
    holder.tally = key;
    if (!key.isUsed) {
      key.isUsed = true;
      this.#used.push(key);
    }
    key.lastUsed = Math.max(key.lastUsed, answer.now);
    const statusClass = Math.floor(answer.status / 100);
    if (key.target !== target || key.statusClass !== statusClass) {
      endRun(key);
      key.target = target;
      key.statusClass = statusClass;
    }
    key.count += answer.count ?? 1;
    key.units += answer.units;
  }

  /** Returns the time of a key's last call in this process. */
  lastUsed(keyId: string): number | undefined {
    return this.#keys.get(keyId)?.lastUsed;
  }

  /** Writes the collected usage. Failed batches are retried with the next write. */
  async write(records: Pick<Records, "addUsage">): Promise<void> {
    this.#collectCounts(this.#day);
    const batches = [...this.#unwritten, ...this.#splitBatches(this.#waiting)];
    this.onCollect?.(this.#waiting);
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

  /** Splits usage into batches, so that no write blocks calls for long. */
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

  #createTally({ key: { id }, account }: TallyHolder): KeyTally {
    const key = {
      id,
      account: account.id,
      isUsed: false,
      lastUsed: 0,
      target: undefined,
      statusClass: 0,
      count: 0,
      units: 0,
      counts: new Map<Target, Counts>(),
    };
    this.#keys.set(id, key);
    return key;
  }

  #collectCounts(day: number): void {
    for (const key of this.#used) {
      endRun(key);
      key.isUsed = false;
      const { id: keyId, account, counts } = key;
      for (const [{ service, route }, byClass] of counts)
        for (let digit = 0; digit < classes; digit++) {
          const count = byClass[digit] ?? 0;
          const units = byClass[classes + digit] ?? 0;
          if (count === 0 && units === 0) continue;
          const statusClass = `${digit}xx`;
          const kind = { day: this.#day, keyId, account, service, route, statusClass };
          this.#waiting.push({ ...kind, count, units });
        }
      counts.clear();
    }
    this.#used = [];
    this.#day = day;
  }
}

/** Adds the consecutive responses of a key to its counts. */
function endRun(key: KeyTally): void {
  const { target, statusClass, count, units } = key;
  key.count = 0;
  key.units = 0;
  if (!target || (count === 0 && units === 0)) return;
  const counts = key.counts.get(target) ?? new Float64Array(2 * classes);
  key.counts.set(target, counts);
  counts[statusClass] = (counts[statusClass] ?? 0) + count;
  counts[classes + statusClass] = (counts[classes + statusClass] ?? 0) + units;
}
