import { type Address, parseBlock } from "hub/net";
import { findBlockAround, type Range } from "../address/blocks.ts";
import { findLastIndex } from "../asn/systems.ts";

/** Set of CIDR blocks for address lookups. */
export interface AddressSet {
  entries: number;
  /** Number of entries by address family. */
  counts: Readonly<Record<32 | 128, number>>;
  /** Returns the block that contains an address. Adjacent blocks are merged. */
  find(address: Address): string | undefined;
}

const linesAtOnce = 2000;

/** Parses addresses and CIDR blocks, one per line. `#` starts a comment. Throws if the list is damaged. */
export async function readAddressSet(text: string): Promise<AddressSet> {
  const ranges: Range[] = [];
  let bad = 0;
  for (const [index, raw] of text.split("\n").entries()) {
    // Forty thousand lines would block the event loop for 50 ms.
    if (index % linesAtOnce === linesAtOnce - 1) await new Promise(setImmediate);
    const [line = ""] = raw.split("#").map((part) => part.trim());
    if (line === "") continue;
    const block = parseBlock(line);
    if (!block) {
      bad++;
      continue;
    }
    const rest = BigInt(block.bits - block.prefix);
    const first = (block.value >> rest) << rest;
    ranges.push({ bits: block.bits, first, last: first + (1n << rest) - 1n });
  }
  if (ranges.length === 0 || bad > ranges.length / 100)
    throw new Error(
      `Cannot use the list: ${bad} of ${bad + ranges.length} lines are not addresses`,
    );
  const find = { 32: packIpv4(mergeRanges(ranges, 32)), 128: packIpv6(mergeRanges(ranges, 128)) };
  return {
    entries: ranges.length,
    counts: { 32: countFamily(ranges, 32), 128: countFamily(ranges, 128) },
    find(address) {
      const range = find[address.bits](address.value);
      return range && address.value <= range.last ? findBlockAround(address, range) : undefined;
    },
  };
}

/** Returns the last range that starts at or before an address. */
type FindRange = (value: bigint) => Range | undefined;

/*
 * Ranges are packed into typed arrays, because a list can have 300,000 of them, and an object with two big integers
 * takes ten times the memory.
 */

/** Compares numbers, which takes a fifth of the time. Most addresses are IPv4. */
function packIpv4(ranges: readonly Range[]): FindRange {
  const starts = Uint32Array.from(ranges, ({ first }) => Number(first));
  const ends = Uint32Array.from(ranges, ({ last }) => Number(last));
  return (value) => {
    const number = Number(value);
    const index = findLastIndex(starts.length, (at) => (starts[at] ?? 0) <= number);
    if (index === -1) return undefined;
    return { bits: 32, first: BigInt(starts[index] ?? 0), last: BigInt(ends[index] ?? 0) };
  };
}

function packIpv6(ranges: readonly Range[]): FindRange {
  const words = BigUint64Array.from(
    ranges.flatMap(({ first, last }) => [first, last]).flatMap((end) => [end >> 64n, end]),
  );
  const getEnd = (at: number) => ((words[at] ?? 0n) << 64n) | (words[at + 1] ?? 0n);
  const count = ranges.length;
  return (value) => {
    const index = findLastIndex(count, (at) => getEnd(4 * at) <= value);
    if (index === -1) return undefined;
    return { bits: 128, first: getEnd(4 * index), last: getEnd(4 * index + 2) };
  };
}

function countFamily(ranges: readonly Range[], bits: 32 | 128): number {
  return ranges.filter((range) => range.bits === bits).length;
}

function mergeRanges(ranges: readonly Range[], bits: 32 | 128): Range[] {
  const sorted = ranges
    .filter((range) => range.bits === bits)
    .sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
  const result: Range[] = [];
  for (const range of sorted) {
    const last = result.at(-1);
    if (last && range.first <= last.last + 1n) {
      if (range.last > last.last) last.last = range.last;
    } else result.push({ ...range });
  }
  return result;
}
