/** Returns a whole number from 0 that is below another. */
export type Random = (below: number) => number;

/** Returns a random source with a seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed * 0x9e3779b9;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
