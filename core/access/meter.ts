import { MappedTable, type Slot } from "../store/mapped.ts";
import type { Tier } from "./tiers.ts";
import {
  countOfDay,
  giveBackDay,
  lookAtMinute,
  type MinuteState,
  minuteIsFree,
  restoreDay,
  roundMs,
  sweepDay,
  sweepMinute,
  takeDay,
  takeMinute,
} from "./windows.ts";

export const dayMs = 86_400_000;

/** The day's number: days since 1970, UTC. */
export function dayOfTime(now: number): number {
  return Math.floor(now / dayMs);
}

/** What an attempt to take a unit found. */
export interface Take {
  ok: boolean;
  /** Which window refused. */
  refusedBy?: "minute" | "day";
  minute: MinuteState;
  /** Calls counted today, this one included where it was let in. */
  usedToday: number;
}

/** The counters of one account. */
export interface Counters {
  base: Slot;
  ring: Slot;
  capacity: number;
  /** How many takes this process last saw in the minute. */
  inside: number;
}

/** Ring sizes: the smallest that holds an account's limit is used. */
const capacities = [16, 128, 1024] as const;
const headerClockHigh = 8;
const headerClockLow = 9;

/** Counts the calls of every account, shared with every hub process on the machine. */
export class Meter {
  readonly #tables: MappedTable[];
  #isNew = false;

  constructor(
    dir: string,
    { onRebuilt = () => {} }: { onRebuilt?: (file: string, reason: string) => void } = {},
  ) {
    this.#tables = capacities.map(
      (capacity) =>
        new MappedTable({
          path: `${dir}/${capacity}`,
          capacity,
          slots: capacity === 16 ? 4096 : 256,
          onMade: (file, unusable) => {
            this.#isNew = true;
            if (unusable) onRebuilt(file, unusable);
          },
        }),
    );
  }

  /** Whether counters were made, so that today's must be read from the records. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** Where an account is counted. */
  counters(accountId: number, { perMinute }: Tier): Counters {
    const [days] = this.#tables as [MappedTable];
    const table = this.#tables.find(({ capacity }) => capacity >= perMinute);
    if (!table) throw new Error(`No ring holds ${perMinute} calls a minute`);
    return {
      base: days.slot(accountId),
      ring: table.slot(accountId),
      capacity: table.capacity,
      inside: 0,
    };
  }

  /** Takes one unit from the minute and the day together, or from neither. */
  take(counters: Counters, tier: Tier, now: number): Take {
    const { base, ring, capacity } = counters;
    const window = { capacity, limit: tier.perMinute, now };
    const day = dayOfTime(now);
    // A look first: a call that the minute refuses must not make the day look fuller to another process.
    if (!minuteIsFree(ring, window))
      return { ok: false, refusedBy: "minute", ...this.look(counters, tier, now) };
    const usedToday = takeDay(base, day, tier.soft ? Number.MAX_SAFE_INTEGER : tier.perDay);
    if (usedToday === 0) return { ok: false, refusedBy: "day", ...this.look(counters, tier, now) };
    if (!takeMinute(ring, window)) {
      giveBackDay(base, day);
      return { ok: false, refusedBy: "minute", ...this.look(counters, tier, now) };
    }
    return { ok: true, minute: this.#minute(counters, tier, now), usedToday };
  }

  /** What is left, without taking. */
  look(counters: Counters, tier: Tier, now: number): Omit<Take, "ok"> {
    return {
      minute: this.#minute(counters, tier, now),
      usedToday: countOfDay(counters.base, dayOfTime(now)),
    };
  }

  /** Why counts would be lost at the moment. */
  fault(): string | undefined {
    for (const table of this.#tables) {
      const fault = table.fault();
      if (fault) return fault;
    }
    return undefined;
  }

  /** Gives the day's unit back for a call that failed on the hub's side. */
  giveBack({ base }: Counters, day: number): void {
    giveBackDay(base, day);
  }

  /** Sets today's count where the counter file had to be made anew. */
  restore({ base }: Counters, now: number, count: number): void {
    restoreDay(base, dayOfTime(now), count);
  }

  /** At start and once a day: forgets what left the windows long ago. */
  sweep(now: number): void {
    const noted = this.notedTime;
    const all = noted !== 0 && now - noted > roundMs;
    for (const table of this.#tables)
      for (const slot of table.taken()) {
        sweepMinute(slot, { capacity: table.capacity, now, all });
        sweepDay(slot, dayOfTime(now), { all });
      }
    this.noteTime(now);
  }

  /** The latest time any process has noted, in milliseconds since 1970. */
  get notedTime(): number {
    const header = this.#tables[0]?.header;
    if (!header) return 0;
    return Atomics.load(header, headerClockHigh) * 2 ** 31 + Atomics.load(header, headerClockLow);
  }

  /** Notes how late it is, so that a clock set back before a restart is noticed. */
  noteTime(now: number): void {
    const header = this.#tables[0]?.header;
    if (!header || now <= this.notedTime) return;
    Atomics.store(header, headerClockHigh, Math.floor(now / 2 ** 31));
    Atomics.store(header, headerClockLow, now % 2 ** 31);
  }

  #minute(counters: Counters, { perMinute: limit }: Tier, now: number): MinuteState {
    const { ring, capacity, inside } = counters;
    const state = lookAtMinute(ring, { capacity, limit, now, guess: inside + 1 });
    counters.inside = limit - state.remaining;
    return state;
  }
}
