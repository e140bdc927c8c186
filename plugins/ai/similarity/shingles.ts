import type { Document } from "./documents.ts";

/** The share of the pairs of neighbouring words that both have; of words, where one has few. */
export function jaccard(a: Document, b: Document): number {
  const width = Math.min(a.keys.length, b.keys.length) < 4 ? 1 : 2;
  const [one, other] = [shingles(a, width), shingles(b, width)];
  const all = one.union(other).size;
  return all === 0 ? 1 : one.intersection(other).size / all;
}

function shingles({ keys }: Document, width: number): Set<string> {
  const found = new Set<string>();
  for (let index = 0; index + width <= keys.length; index++)
    found.add(keys.slice(index, index + width).join(" "));
  return found;
}

const bits = 64;
const mask = (1n << 64n) - 1n;

/** The share of equal bits of two fingerprints, stretched so that unlike texts have about 0. */
export function fingerprintLikeness(a: bigint, b: bigint): number {
  let different = a ^ b;
  let count = 0;
  for (; different > 0n; different &= different - 1n) count++;
  return Math.max(0, 1 - (2 * count) / bits);
}

/** The simhash (Charikar, 2002) of a text's words and pairs of words: 64 bits. */
export function simhash({ keys }: Document): bigint {
  const sums = new Int32Array(bits);
  for (let index = 0; index < keys.length; index++) {
    add(sums, hashOf(keys[index]!));
    if (index > 0) add(sums, hashOf(`${keys[index - 1]} ${keys[index]}`));
  }
  let print = 0n;
  for (let bit = 0; bit < bits; bit++) if (sums[bit]! > 0) print |= 1n << BigInt(bit);
  return print;
}

function add(sums: Int32Array, [low, high]: readonly [number, number]): void {
  for (let bit = 0; bit < 32; bit++) {
    sums[bit]! += (low >>> bit) & 1 ? 1 : -1;
    sums[bit + 32]! += (high >>> bit) & 1 ? 1 : -1;
  }
}

/** 64 bits of a word by the hash of the runtime. */
function hashOf(word: string): readonly [number, number] {
  const hash = BigInt(Bun.hash.xxHash64(word)) & mask;
  return [Number(hash & 0xffff_ffffn), Number(hash >> 32n)];
}
