import { afterEach, expect, spyOn, test } from "bun:test";
import fc from "fast-check";
import { cases } from "../../testing/mod.ts";
import { seededRandom, systemRandom } from "./random.ts";

let fixed: { mockRestore(): void } | undefined;
afterEach(() => fixed?.mockRestore());

/** Makes the system's random source return these words in order. */
function mockRandomWords(...words: number[]): void {
  fixed = spyOn(crypto, "getRandomValues").mockImplementation((cell) => {
    (cell as unknown as Uint32Array)[0] = words.shift() ?? 0;
    return cell;
  });
}

test("system random integers are uniform: values that would favour small numbers are rejected", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (below) => {
      const limit = Math.floor(2 ** 32 / below) * below;
      mockRandomWords(limit - 1);
      expect(systemRandom.integer(below)).toBe(below - 1);
      // If all 2^32 words form complete ranges, no word is rejected.
      if (limit < 2 ** 32) {
        mockRandomWords(limit, 2 ** 32 - 1, below + 5);
        expect(systemRandom.integer(below)).toBe((below + 5) % below);
      }
    }),
    cases(200),
  );
});

test("system random bytes have the requested number, and differ each time", () => {
  const [one, two] = [systemRandom.bytes(32), systemRandom.bytes(32)];
  expect([one.length, two.length]).toEqual([32, 32]);
  expect(one).not.toEqual(two);
});

/** The published algorithm: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
function mulberry32(seed: number): () => number {
  const [word, mask] = [BigInt(seed), 0xffffffffn];
  let state = word & mask;
  return () => {
    state = (state + 0x6d2b79f5n) & mask;
    let z = state;
    z = ((z ^ (z >> 15n)) * (z | 1n)) & mask;
    z = z ^ ((z + (((z ^ (z >> 7n)) * (z | 61n)) & mask)) & mask);
    return Number((z ^ (z >> 14n)) & mask);
  };
}

test("the seeded random source of tests is mulberry32", () => {
  fc.assert(
    fc.property(fc.nat(2 ** 32 - 1), fc.integer({ min: 1, max: 2 ** 32 }), (seed, below) => {
      const random = seededRandom(seed);
      const next = mulberry32(seed);
      expect([...random.bytes(3)]).toEqual([next() & 255, next() & 255, next() & 255]);
      expect(random.integer(below)).toBe(Math.floor((next() * below) / 2 ** 32));
    }),
    cases(100),
  );
});
