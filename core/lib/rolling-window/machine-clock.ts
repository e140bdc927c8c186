import { ptr } from "bun:ffi";
import { openLibc } from "../libc.ts";

/** A clock that says how wrong it may be. */
export interface Clock {
  /** Milliseconds since some moment. */
  now(): number;
  /** By how much another process may read the clock differently at the same moment. */
  readonly uncertaintyMs?: number;
}

/** A process that stood still for longer between looking and taking must take once more. */
export const stallMsMax = 1000;

/**
 * The time since the machine was started, the same in every process. The wall clock is set forward
 * and back, and `performance.now()` begins with the process: two processes that judge the age of one
 * entry by either of them can be milliseconds apart, and both let calls in that one would refuse.
 */
export class MachineClock implements Clock {
  readonly uncertaintyMs = 0.01;
  readonly #machineMs = machineReader();
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

  /** Compares the process's clock with the machine's: a machine that slept may have put them apart. */
  #check(elapsed: number): void {
    const known = this.#checkedAt !== Number.NEGATIVE_INFINITY;
    this.#checkedAt = elapsed;
    let offset = this.#offset;
    let closest = Number.POSITIVE_INFINITY;
    // Whoever is interrupted between two readings knows less than whoever is not: the closest counts.
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
 * Reads the system's clock that never goes back and counts sleep, too. Where there is none to be had,
 * the wall clock is the only one that all processes share.
 */
function machineReader(): () => number {
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
    // No library of a system that is known.
  }
  return Date.now;
}
