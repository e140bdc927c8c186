import type { Address } from "hub/net";
import type { Range } from "../address/blocks.ts";

/*
 * Format of the packed list of autonomous systems, in 32-bit little-endian words: the signature and four
 * lengths; the AS numbers; the end of each name; the starts of the IPv4 ranges and their owners; the
 * upper and lower halves of the first 64 bits of the IPv6 ranges and their owners. The names follow in
 * UTF-8.
 */

/** Signature of the packed list. */
export const SIGNATURE = 0x31534148;

/** Owner of an unannounced range. */
export const NOBODY = 0xffffffff;

/** Autonomous systems: who announces an address, and which addresses one announces. */
export interface Systems {
  /** Number of systems. */
  count: number;
  find(address: Address): System | undefined;
  findName(asn: number): string | undefined;
  listRanges(asn: number): Range[];
  /** Returns the number of IPv4 addresses that a system announces. */
  countIpv4(asn: number): number;
}

export interface System extends Range {
  asn: number;
  name: string;
}

/** Opens a packed list without copying it. */
export function openSystems(bytes: Uint8Array<ArrayBuffer>): Systems {
  return new PackedSystems(bytes);
}

/**
 * A packed list of autonomous systems. Indexes from 0 to a count are within bounds, so `!` is safe: every access
 * uses them.
 */
class PackedSystems implements Systems {
  readonly count: number;
  readonly #numbers: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #starts4: Uint32Array;
  readonly #owners4: Uint32Array;
  readonly #highs: Uint32Array;
  readonly #lows: Uint32Array;
  readonly #owners6: Uint32Array;
  readonly #names: Uint8Array;
  #sizes: Float64Array | undefined;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
    const [signature, count = 0, count4 = 0, count6 = 0, namesLength = 0] = words;
    const length = 5 + 2 * count + 2 * count4 + 3 * count6;
    if (signature !== SIGNATURE || bytes.byteLength < 4 * length + namesLength)
      throw new Error("Cannot read the list of autonomous systems: it is damaged");
    let at = 5;
    const take = (size: number) => {
      at += size;
      return words.subarray(at - size, at);
    };
    this.count = count;
    this.#numbers = take(count);
    this.#ends = take(count);
    this.#starts4 = take(count4);
    this.#owners4 = take(count4);
    this.#highs = take(count6);
    this.#lows = take(count6);
    this.#owners6 = take(count6);
    this.#names = bytes.subarray(4 * at, 4 * at + namesLength);
  }

  find({ bits, value }: Address): System | undefined {
    const index = bits === 32 ? this.#findIpv4(Number(value)) : this.#findIpv6(value);
    const place = (bits === 32 ? this.#owners4 : this.#owners6)[index];
    if (place === undefined || place === NOBODY) return undefined;
    return {
      asn: this.#numbers[place]!,
      name: this.#nameAt(place),
      ...this.#rangeAt(bits, index),
    };
  }

  findName(asn: number): string | undefined {
    const place = this.#findPosition(asn);
    return place === undefined ? undefined : this.#nameAt(place);
  }

  listRanges(asn: number): Range[] {
    const place = this.#findPosition(asn);
    if (place === undefined) return [];
    const ranges: Range[] = [];
    for (const [index, owner] of this.#owners4.entries())
      if (owner === place) ranges.push(this.#rangeAt(32, index));
    for (const [index, owner] of this.#owners6.entries())
      if (owner === place) ranges.push(this.#rangeAt(128, index));
    return ranges;
  }

  countIpv4(asn: number): number {
    const place = this.#findPosition(asn);
    this.#sizes ??= this.#countAllIpv4();
    return place === undefined ? 0 : this.#sizes[place]!;
  }

  #countAllIpv4(): Float64Array {
    const sizes = new Float64Array(this.count);
    for (const [index, owner] of this.#owners4.entries())
      if (owner !== NOBODY)
        sizes[owner]! += (this.#starts4[index + 1] ?? 2 ** 32) - this.#starts4[index]!;
    return sizes;
  }

  #findIpv4(value: number): number {
    const starts = this.#starts4;
    return findLastIndex(starts.length, (index) => starts[index]! <= value);
  }

  #findIpv6(value: bigint): number {
    const [highs, lows] = [this.#highs, this.#lows];
    const high = Number(value >> 96n);
    const low = Number((value >> 64n) & 0xffffffffn);
    return findLastIndex(highs.length, (index) =>
      highs[index] === high ? lows[index]! <= low : highs[index]! < high,
    );
  }

  #findPosition(asn: number): number | undefined {
    const numbers = this.#numbers;
    const place = findLastIndex(this.count, (index) => numbers[index]! <= asn);
    return numbers[place] === asn ? place : undefined;
  }

  #nameAt(place: number): string {
    const start = place === 0 ? 0 : this.#ends[place - 1];
    return decoder.decode(this.#names.subarray(start, this.#ends[place]));
  }

  #rangeAt(bits: 32 | 128, index: number): Range {
    return { bits, first: this.#start(bits, index), last: this.#start(bits, index + 1) - 1n };
  }

  /** Returns the start of a range, or the end of the last one. */
  #start(bits: 32 | 128, index: number): bigint {
    const starts = this.#starts4;
    if (bits === 32) return index < starts.length ? BigInt(starts[index]!) : 1n << 32n;
    const [highs, lows] = [this.#highs, this.#lows];
    if (index >= highs.length) return 1n << 128n;
    return ((BigInt(highs[index]!) << 32n) | BigInt(lows[index]!)) << 64n;
  }
}

const decoder = new TextDecoder();

/** Returns the last index of a sorted list for which `holds` is true, or -1. */
export function findLastIndex(count: number, holds: (index: number) => boolean): number {
  let inside = -1;
  let outside = count;
  while (outside - inside > 1) {
    const middle = (inside + outside) >> 1;
    if (holds(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}

/** Rounds a length up to whole words. */
export function align(length: number): number {
  return (length + 3) & ~3;
}
