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
  return networkOf(address, prefixWithin(address, range));
}

function prefixWithin(address: Address, range: Range): number {
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
  return address.bits - inside;
}

/** The block of an address with a prefix of so many bits. */
export function networkOf({ bits, value }: Address, prefix: number): string {
  const rest = BigInt(bits - prefix);
  return `${format({ bits, value: (value >> rest) << rest })}/${prefix}`;
}

/** A CIDR block by its first address, and how many it has. */
export interface Part {
  bits: 32 | 128;
  first: bigint;
  size: bigint;
}

/** The fewest CIDR blocks that make up a range. */
export function blocksOf({ bits, first, last }: Range): Part[] {
  const parts: Part[] = [];
  let at = first;
  while (at <= last) {
    // A block begins at a multiple of its size, so the lowest bit that is set says the largest.
    let size = at === 0n ? 1n << BigInt(bits) : at & -at;
    while (at + size - 1n > last) size >>= 1n;
    parts.push({ bits, first: at, size });
    at += size;
  }
  return parts;
}

/** Writes a block as `8.8.8.0/24`. */
export function writePart({ bits, first, size }: Part): string {
  return `${format({ bits, value: first })}/${bits + 1 - size.toString(2).length}`;
}
