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
  const ipv4 = mergeRanges(ranges, 32);
  const ipv6 = mergeRanges(ranges, 128);
  // Comparing numbers takes a fifth of the time, and most addresses are IPv4.
  const starts = Uint32Array.from(ipv4, ({ first }) => Number(first));
  return {
    entries: ranges.length,
    counts: { 32: countFamily(ranges, 32), 128: countFamily(ranges, 128) },
    find(address) {
      const { bits, value } = address;
      const number = Number(value);
      const range =
        bits === 32
          ? ipv4[findLastIndex(starts.length, (at) => (starts[at] ?? 0) <= number)]
          : ipv6[findLastIndex(ipv6.length, (at) => (ipv6[at]?.first ?? 0n) <= value)];
      return range && value <= range.last ? findBlockAround(address, range) : undefined;
    },
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
