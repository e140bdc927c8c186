import type { Random } from "../../contract/doors.ts";

/** The operating system's random source. */
export const systemRandom: Random = {
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  integer(below) {
    // The largest multiple of `below`: a plain remainder would favour small numbers.
    const limit = 2 ** 32 - (2 ** 32 % below);
    const cell = new Uint32Array(1);
    for (;;) {
      const [value = 0] = crypto.getRandomValues(cell);
      if (value < limit) return value % below;
    }
  },
};

/** Creates a deterministic random source (mulberry32), for tests. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
  return {
    bytes: (length) => Uint8Array.from({ length }, () => next() & 0xff),
    integer: (below) => Math.floor((next() / 2 ** 32) * below),
  };
}
