import type { Address } from "hub";
import type { Range } from "../address/blocks.ts";

/*
 * The packed list of autonomous systems, in words of 32 bits, little-endian: the signature and four
 * lengths; the numbers; where each one's name ends; the starts of the IPv4 ranges, whose they are;
 * the upper and the lower halves of the first 64 bits of the IPv6 ranges, whose they are. Then the
 * names in UTF-8.
 */

/** What the packed list begins with. */
export const SIGNATURE = 0x31534148;

/** Who has a range that is nobody's. */
export const NOBODY = 0xffffffff;

/** Autonomous systems: who announces an address, and which addresses one announces. */
export interface Systems {
  /** How many systems there are. */
  count: number;
  find(address: Address): System | undefined;
  nameOf(asn: number): string | undefined;
  rangesOf(asn: number): Range[];
}

export interface System extends Range {
  asn: number;
  name: string;
}

/** Opens what `packSystems` has packed. Nothing is copied. */
export function openSystems(bytes: Uint8Array<ArrayBuffer>): Systems {
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
  const numbers = take(count);
  const ends = take(count);
  const starts4 = take(count4);
  const owners4 = take(count4);
  const highs = take(count6);
  const lows = take(count6);
  const owners6 = take(count6);
  const names = bytes.subarray(4 * at, 4 * at + namesLength);

  function name(place: number): string {
    return decoder.decode(names.subarray(place === 0 ? 0 : ends[place - 1], ends[place]));
  }

  // Every look-up passes here: what is between 0 and a count is within bounds, which `!` says.
  function start(bits: 32 | 128, index: number): bigint {
    if (bits === 32) return index < count4 ? BigInt(starts4[index]!) : 1n << 32n;
    if (index >= count6) return 1n << 128n;
    return ((BigInt(highs[index]!) << 32n) | BigInt(lows[index]!)) << 64n;
  }

  function rangeAt(bits: 32 | 128, index: number): Range {
    return { bits, first: start(bits, index), last: start(bits, index + 1) - 1n };
  }

  function placeOf(asn: number): number | undefined {
    const place = lastUpTo(count, (index) => numbers[index]! <= asn);
    return numbers[place] === asn ? place : undefined;
  }

  return {
    count,
    find({ bits, value }) {
      const high = Number(value >> 96n);
      const low = Number((value >> 64n) & 0xffffffffn);
      const number = Number(value);
      const index =
        bits === 32
          ? lastUpTo(count4, (index) => starts4[index]! <= number)
          : lastUpTo(count6, (index) =>
              highs[index] === high ? lows[index]! <= low : highs[index]! < high,
            );
      const place = (bits === 32 ? owners4 : owners6)[index];
      if (place === undefined || place === NOBODY) return undefined;
      return { asn: numbers[place]!, name: name(place), ...rangeAt(bits, index) };
    },
    nameOf(asn) {
      const place = placeOf(asn);
      return place === undefined ? undefined : name(place);
    },
    rangesOf(asn) {
      const place = placeOf(asn);
      if (place === undefined) return [];
      const ranges: Range[] = [];
      for (let index = 0; index < count4; index++)
        if (owners4[index] === place) ranges.push(rangeAt(32, index));
      for (let index = 0; index < count6; index++)
        if (owners6[index] === place) ranges.push(rangeAt(128, index));
      return ranges;
    },
  };
}

const decoder = new TextDecoder();

/** The last of so many that a sorted list's test holds for, or -1. */
export function lastUpTo(count: number, holds: (index: number) => boolean): number {
  let inside = -1;
  let outside = count;
  while (outside - inside > 1) {
    const middle = (inside + outside) >> 1;
    if (holds(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}

/** The next length that is a number of whole words. */
export function align(length: number): number {
  return (length + 3) & ~3;
}
