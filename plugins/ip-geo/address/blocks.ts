import type { Address } from "hub";
import { format } from "./format.ts";

/** All addresses of one family from the first to the last. */
export interface Range {
  bits: 32 | 128;
  first: bigint;
  last: bigint;
}

/** The largest CIDR block around an address that lies in a range. */
export function blockAround(address: Address, range: Range): string {
  let inside = 0;
  let outside = address.bits + 1;
  // If a block of one size lies inside, all smaller ones do.
  while (outside - inside > 1) {
    const size = (inside + outside) >> 1;
    const low = BigInt(size);
    const first = (address.value >> low) << low;
    const isInside = first >= range.first && first + (1n << low) - 1n <= range.last;
    if (isInside) inside = size;
    else outside = size;
  }
  return networkOf(address, address.bits - inside);
}

/** The block of an address with a prefix of so many bits. */
export function networkOf({ bits, value }: Address, prefix: number): string {
  const rest = BigInt(bits - prefix);
  return `${format({ bits, value: (value >> rest) << rest })}/${prefix}`;
}

/** A CIDR block, not yet written. */
export interface Part {
  bits: 32 | 128;
  first: number | bigint;
  prefix: number;
}

/** The fewest CIDR blocks that make up a range. */
export function blocksOf({ bits, first, last }: Range): Part[] {
  return bits === 32 ? blocksOfIpv4(Number(first), Number(last)) : blocksOfIpv6(first, last);
}

/** Writes a block as `8.8.8.0/24`. */
export function writePart({ bits, first, prefix }: Part): string {
  return `${format({ bits, value: BigInt(first) })}/${prefix}`;
}

/*
 * A block begins at a multiple of its size, so the lowest bit that is set says the largest. The same
 * twice: some systems have ten thousand ranges of IPv4, which as big integers took 20 ms.
 */

function blocksOfIpv4(first: number, last: number): Part[] {
  const parts: Part[] = [];
  let at = first;
  while (at <= last) {
    let size = at === 0 ? 2 ** 32 : (at & -at) >>> 0;
    while (at + size - 1 > last) size /= 2;
    parts.push({ bits: 32, first: at, prefix: 32 - Math.log2(size) });
    at += size;
  }
  return parts;
}

function blocksOfIpv6(first: bigint, last: bigint): Part[] {
  const parts: Part[] = [];
  let at = first;
  while (at <= last) {
    let size = at === 0n ? 1n << 128n : at & -at;
    while (at + size - 1n > last) size >>= 1n;
    parts.push({ bits: 128, first: at, prefix: 129 - size.toString(2).length });
    at += size;
  }
  return parts;
}
