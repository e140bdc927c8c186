import { ptr } from "bun:ffi";
import { openLibc } from "../libc.ts";

/** A clock with a known uncertainty. */
export interface Clock {
  /** Returns milliseconds since an arbitrary time. */
  now(): number;
  /** The maximum difference between the readings of two processes at the same time. */
  readonly uncertaintyMs?: number;
}

/** A process that stalled for longer than this between its check and its take must retry. */
export const stallMsMax = 1000;

/**
 * The time since the machine was started, which is the same in all processes. The wall clock can be
 * adjusted, and `performance.now()` starts with the process. With either, two processes could disagree on
 * the age of an entry by milliseconds. Then both would admit calls that one of them should refuse.
 */
export class MachineClock implements Clock {
  readonly uncertaintyMs = 0.01;
  readonly #machineMs = openMachineClock();
  #offset = 0;
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor() {
    this.#check(performance.now());
  }

  now(): number {
    const elapsed = performance.now();
    if (elapsed - this.#checkedAt > recheckMs) this.#check(elapsed);
    return elapsed + this.#offset;
  }

  /** Compares the process's clock with the machine's. They may have diverged while the machine slept. */
  #check(elapsed: number): void {
    const known = this.#checkedAt !== Number.NEGATIVE_INFINITY;
    this.#checkedAt = elapsed;
    let offset = this.#offset;
    let closest = Number.POSITIVE_INFINITY;
    // Uses the closest pair of readings, because the process may be interrupted between two readings.
    for (let reading = 0; reading < 16; reading++) {
      const before = performance.now();
      const machine = this.#machineMs();
      const after = performance.now();
      if (after - before >= closest) continue;
      closest = after - before;
      offset = machine - (before + after) / 2;
    }
    if (!known || Math.abs(offset - this.#offset) > 1) this.#offset = offset;
  }
}

const recheckMs = 1000;

/**
 * Opens the system's monotonic clock that includes sleep. Falls back to the wall clock, the only other one
 * that all processes share.
 */
function openMachineClock(): () => number {
  const bootTime = process.platform === "darwin" ? 8 : 7;
  try {
    const libc = openLibc({ clock_gettime: { args: ["i32", "ptr"], returns: "i32" } });
    const time = new BigInt64Array(2);
    const address = ptr(time);
    const read = () =>
      libc.clock_gettime(bootTime, address) === 0
        ? Number(time[0]) * 1000 + Number(time[1]) / 1e6
        : Number.NaN;
    if (read() > 0) return read;
  } catch {
    // The C library of this system is unknown.
  }
  return Date.now;
}
