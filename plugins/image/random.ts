/** Random numbers determined by a text. The same text always gives the same numbers. */
export interface Dice {
  /** Returns a number from 0 up to but not including 1. */
  next(): number;
  /** Returns an integer from 0 up to but not including `below`. */
  integer(below: number): number;
  /** Returns a number between two bounds. */
  between(low: number, high: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** Creates a generator for a text: sfc32 by Chris Doty-Humphrey, seeded with four FNV-1a hashes. */
export function createDice(text: string): Dice {
  const state = Uint32Array.from([1, 2, 3, 4], (salt) => hashText(text, salt));
  const next = () => {
    const [a = 0, b = 0, c = 0, d = 0] = state;
    const sum = (a + b + d) | 0;
    state[3] = d + 1;
    state[0] = b ^ (b >>> 9);
    state[1] = c + (c << 3);
    state[2] = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4_294_967_296;
  };
  // The first numbers of similar seeds are similar: skips them.
  for (let round = 0; round < 15; round++) next();
  const integer = (below: number) => Math.floor(next() * below);
  return {
    next,
    integer,
    between: (low, high) => low + next() * (high - low),
    // Callers never pass an empty list.
    pick: (items) => items[integer(items.length)]!,
  };
}

function hashText(text: string, salt: number): number {
  let hash = 0x811c9dc5 ^ Math.imul(salt, 0x9e3779b1);
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
