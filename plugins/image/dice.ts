/** Numbers that a text decides: the same for the same text, today and in ten years. */
export interface Dice {
  /** From 0 up to and without 1. */
  next(): number;
  /** A whole number from 0 up to and without `below`. */
  integer(below: number): number;
  /** A number between two. */
  between(low: number, high: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** Dice for a text: sfc32 by Chris Doty-Humphrey, seeded by four FNV-1a hashes. */
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
  // The first numbers of like seeds are alike.
  for (let round = 0; round < 15; round++) next();
  const integer = (below: number) => Math.floor(next() * below);
  return {
    next,
    integer,
    between: (low, high) => low + next() * (high - low),
    // One of no items is for nobody to ask.
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
