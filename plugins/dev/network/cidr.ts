import { parseBlock } from "hub/net";
import dev from "../plugin.ts";

type Bits = 32 | 128;

/** A range of addresses of one family. */
interface AddressRange {
  bits: Bits;
  first: bigint;
  last: bigint;
}

interface CidrOptions {
  value: string;
  contains?: string | undefined;
  split?: number | undefined;
}

/** Describes an address, a block or a range of addresses. */
export function describeCidr({ value, contains, split }: CidrOptions) {
  const { range, address } = readRange(value, "query.value");
  const { bits, first, last } = range;
  const blocks = listBlocks(range);
  const [only] = blocks;
  const prefix = blocks.length === 1 && only ? only.prefix : null;
  const hosts = findHosts(range, prefix);
  const hasHostBits = prefix !== null && address !== undefined && address !== first;
  return {
    version: bits === 32 ? 4 : 6,
    network: prefix === null ? null : `${formatAddress(first, bits)}/${prefix}`,
    prefix,
    first: formatAddress(first, bits),
    last: formatAddress(last, bits),
    first_expanded: bits === 32 ? null : expandAddress(first),
    addresses: String(last - first + 1n),
    netmask: prefix === null ? null : formatAddress(buildMask(prefix, bits), bits),
    wildcard: prefix === null ? null : formatAddress(last - first, bits),
    broadcast: hosts.hasBroadcast ? formatAddress(last, bits) : null,
    first_host: formatAddress(hosts.first, bits),
    last_host: formatAddress(hosts.last, bits),
    hosts: String(hosts.last - hosts.first + 1n),
    integer: String(address ?? first),
    forms: listForms(address ?? first, bits),
    reverse_dns: buildReverseName(address ?? first, bits),
    blocks: blocks.map((block) => `${formatAddress(block.first, bits)}/${block.prefix}`),
    contains: contains === undefined ? null : containsRange(range, contains),
    subnets: split === undefined ? null : listSubnets(range, { prefix, split }),
    notes: hasHostBits
      ? [`${formatAddress(address, bits)} is not the first address of its network`]
      : [],
  };
}

/** Writes an address in the notations of numbers that programs accept. */
function listForms(address: bigint, bits: Bits) {
  const parts = [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 0xffn);
  const join = (base: number, start: string) =>
    bits === 32 ? parts.map((part) => start + part.toString(base)).join(".") : null;
  return {
    hexadecimal: `0x${address.toString(16).padStart(bits / 4, "0")}`,
    octal: `0${address.toString(8)}`,
    binary: address.toString(2).padStart(bits, "0"),
    dotted_hexadecimal: join(16, "0x"),
    dotted_octal: join(8, "0"),
  };
}

/** Reads `10.0.0.1`, `10.0.0.0/8`, `10.0.0.0/255.0.0.0` or `10.0.0.1-10.0.0.9`. */
function readRange(text: string, at: string): { range: AddressRange; address?: bigint } {
  const isName = /\.arpa\.?\s*$/i.test(text);
  const [start = "", end, ...rest] = isName ? [text] : text.split("-").map((part) => part.trim());
  if (end !== undefined && rest.length === 0) {
    const [from, to] = [requireAddress(start, at), requireAddress(end, at)];
    if (from.bits !== to.bits || from.value > to.value)
      throw invalid(at, "must have two addresses of one family in ascending order");
    return { range: { bits: from.bits, first: from.value, last: to.value } };
  }
  const [host = "", length, ...more] = text.trim().split(/ *\/ *| +/);
  if (more.length > 0)
    throw invalid(at, `must be an address, a block or a range: it is ${quote(text)}`);
  const { bits, value } = requireAddress(host, at);
  const prefix = length === undefined ? bits : readPrefix(length, { bits, at });
  const hostMask = (1n << BigInt(bits - prefix)) - 1n;
  const first = value & ~hostMask;
  return { range: { bits, first, last: first | hostMask }, address: value };
}

function requireAddress(text: string, at: string): { bits: Bits; value: bigint } {
  const address = parseSingle(text);
  if (!address) throw invalid(at, `must have IPv4 or IPv6 addresses: it has ${quote(text)}`);
  return { bits: address.bits === 32 ? 32 : 128, value: address.value };
}

/** Reads an address in the other notations of the response: a number, or a name of reverse DNS. */
function readNotation(text: string): { bits: Bits; value: bigint } | undefined {
  if (/^(?:\d{4,39}|0x[\da-f]{1,32})$/i.test(text)) {
    const value = BigInt(text);
    // More hexadecimal digits than those of IPv4 are an IPv6 address, even with zeros in front.
    const isShort = value < 1n << 32n && !/^0x.{9}/i.test(text);
    return value < 1n << 128n ? { bits: isShort ? 32 : 128, value } : undefined;
  }
  const [, labels = "", family] = /^([\da-f.]{7,63})\.(in-addr|ip6)\.arpa\.?$/i.exec(text) ?? [];
  const parts = labels.split(".").reverse();
  if (family?.toLowerCase() === "ip6")
    return parts.length === 32 && parts.every((part) => part.length === 1)
      ? { bits: 128, value: BigInt(`0x${parts.join("")}`) }
      : undefined;
  const address = family && parts.length === 4 ? parseBlock(parts.join(".")) : undefined;
  return address && { bits: 32, value: address.value };
}

/** Parses one address. Keeps IPv4-mapped addresses as IPv6. */
function parseSingle(text: string) {
  if (text.includes("/")) return undefined;
  return readNotation(text) ?? parseBlock(text);
}

/** Reads the length of a prefix: a number, a netmask or a wildcard mask. */
function readPrefix(text: string, { bits, at }: { bits: Bits; at: string }): number {
  const prefix = /^\d{1,3}$/.test(text) ? Number(text) : prefixOfMask(text, bits);
  if (prefix !== undefined && prefix <= bits) return prefix;
  throw invalid(at, `must have a prefix of 0 to ${bits} or a netmask: it has ${quote(text)}`);
}

function prefixOfMask(text: string, bits: Bits): number | undefined {
  const mask = parseSingle(text);
  if (!mask || mask.bits !== bits) return undefined;
  for (let prefix = 0; prefix <= bits; prefix++) {
    const netmask = buildMask(prefix, bits);
    // 0.0.0.0 and 255.255.255.255 are netmasks, not wildcards of the opposite length.
    if (mask.value === netmask) return prefix;
  }
  for (let prefix = 0; prefix <= bits; prefix++)
    if (mask.value === (buildMask(prefix, bits) ^ buildMask(bits, bits))) return prefix;
  return undefined;
}

function buildMask(prefix: number, bits: Bits): bigint {
  return ((1n << BigInt(prefix)) - 1n) << BigInt(bits - prefix);
}

/** Returns the fewest blocks that cover a range exactly. */
function listBlocks({ bits, first, last }: AddressRange): { first: bigint; prefix: number }[] {
  const blocks: { first: bigint; prefix: number }[] = [];
  for (let at = first; at <= last; ) {
    let size = 0;
    while (size < bits) {
      const next = 1n << BigInt(size + 1);
      if (at % next !== 0n || at + next - 1n > last) break;
      size++;
    }
    blocks.push({ first: at, prefix: bits - size });
    at += 1n << BigInt(size);
  }
  return blocks;
}

/** Returns the addresses that hosts can have. RFC 3021: both addresses of a /31 are hosts. */
function findHosts({ bits, first, last }: AddressRange, prefix: number | null) {
  const hasBroadcast = bits === 32 && prefix !== null && prefix < 31;
  return hasBroadcast
    ? { hasBroadcast, first: first + 1n, last: last - 1n }
    : { hasBroadcast, first, last };
}

function containsRange({ bits, first, last }: AddressRange, text: string): boolean {
  const { range } = readRange(text, "query.contains");
  return range.bits === bits && range.first >= first && range.last <= last;
}

/** Maximum number of subnets to list. */
const subnetsMax = 1024;

function listSubnets(
  { bits, first }: AddressRange,
  { prefix, split }: { prefix: number | null; split: number },
) {
  if (prefix === null || split < prefix || split > bits)
    throw invalid(
      "query.split",
      prefix === null
        ? "must be absent for a range that is not one block"
        : `must be a prefix of ${prefix} to ${bits}: it is ${split}`,
    );
  const count = 1n << BigInt(split - prefix);
  const listed = Number(count < subnetsMax ? count : subnetsMax);
  const size = 1n << BigInt(bits - split);
  return {
    count: String(count),
    listed: Array.from(
      { length: listed },
      (_, index) => `${formatAddress(first + BigInt(index) * size, bits)}/${split}`,
    ),
  };
}

/** Formats an address, IPv6 as RFC 5952 recommends. */
function formatAddress(value: bigint, bits: Bits): string {
  if (bits === 32) return splitGroups(value, { count: 4, size: 8 }).join(".");
  const groups = splitGroups(value, { count: 8, size: 16 });
  const zeros = findZeros(groups);
  const hex = groups.map((group) => group.toString(16));
  if (!zeros) return hex.join(":");
  return `${hex.slice(0, zeros.start).join(":")}::${hex.slice(zeros.start + zeros.length).join(":")}`;
}

/** Finds the first longest run of at least two groups of zero. */
function findZeros(groups: readonly number[]): { start: number; length: number } | undefined {
  let best: { start: number; length: number } | undefined;
  for (let start = 0; start < groups.length; start++) {
    let length = 0;
    while (groups[start + length] === 0) length++;
    if (length > (best?.length ?? 1)) best = { start, length };
  }
  return best;
}

function expandAddress(value: bigint): string {
  const groups = splitGroups(value, { count: 8, size: 16 });
  return groups.map((group) => group.toString(16).padStart(4, "0")).join(":");
}

/** Splits a number into groups of bits, the highest first. */
function splitGroups(value: bigint, { count, size }: { count: number; size: number }): number[] {
  const mask = (1n << BigInt(size)) - 1n;
  return Array.from({ length: count }, (_, index) =>
    Number((value >> BigInt(size * (count - 1 - index))) & mask),
  );
}

function buildReverseName(value: bigint, bits: Bits): string {
  if (bits === 32)
    return `${splitGroups(value, { count: 4, size: 8 }).toReversed().join(".")}.in-addr.arpa`;
  const digits = splitGroups(value, { count: 32, size: 4 }).map((digit) => digit.toString(16));
  return `${digits.toReversed().join(".")}.ip6.arpa`;
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}

function invalid(at: string, problem: string) {
  return dev.error("invalid_input", `${at} ${problem}`, { at });
}
