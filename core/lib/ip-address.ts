import { openTable } from "./data-file.ts";

/**
 * Returns whether a text is an IP address on the public internet. Every outbound connection depends on this
 * check. Everything that isn't in the strict notation of RFC 4291 is rejected.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && isPublic(address);
}

/** Returns whether a host is this machine, so that traffic to it crosses no network. */
export function isLoopback(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return (
    bare === "localhost" ||
    bare === "::1" ||
    (bare.startsWith("127.") && parseAddress(bare) !== undefined)
  );
}

/** An IP address as a 32-bit or 128-bit number. */
export interface Address {
  bits: 32 | 128;
  value: bigint;
}

/** Parses an IP address. Converts an IPv4-mapped address to IPv4. */
export function parseAddress(text: string): Address | undefined {
  const bits = text.includes(":") ? 128 : 32;
  const value = bits === 128 ? parseIpv6(text) : parseIpv4(text);
  if (value === undefined) return undefined;
  return contains(MAPPED, { bits, value }) ? getLowest32(value) : { bits, value };
}

/** A CIDR block: all addresses that share the first `prefix` bits. */
export interface Block extends Address {
  prefix: number;
}

/** Parses a CIDR block such as `10.0.0.0/8`. An address without a length is a block of one. */
export function parseBlock(text: string): Block | undefined {
  const [base = "", length, ...more] = text.split("/");
  const bits = base.includes(":") ? 128 : 32;
  const value = bits === 128 ? parseIpv6(base) : parseIpv4(base);
  if (value === undefined || more.length > 0) return undefined;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return undefined;
  const prefix = Number(length ?? bits);
  return prefix <= bits ? { bits, value, prefix } : undefined;
}

/** Returns whether a block contains an address. */
export function contains({ bits, value, prefix }: Block, address: Address): boolean {
  const rest = BigInt(bits - prefix);
  return bits === address.bits && value >> rest === address.value >> rest;
}

/** Returns whether a block contains all addresses of another one. */
export function containsBlock(outer: Block, inner: Block): boolean {
  return outer.prefix <= inner.prefix && contains(outer, inner);
}

function requireBlock(text: string): Block {
  const parsed = parseBlock(text);
  if (!parsed) throw new Error(`Cannot parse the address block "${text}"`);
  return parsed;
}

const MAPPED = requireBlock("::ffff:0:0/96");

/** DNS64 resolvers return these for IPv4 hosts, so they are as public as the embedded address. */
const NAT64 = requireBlock("64:ff9b::/96");

/** Blocks of special purpose, plus multicast and addresses that only look public. */
const notPublic = openTable(new URL("./ip-address.tsv", import.meta.url), {
  block: "text",
  reason: "text",
})().map(({ block }) => requireBlock(block));

/** The only allocated part of IPv6. Loopback, fc00::/7, fe80::/10 and ff00::/8 are outside of it. */
const GLOBAL_UNICAST = requireBlock("2000::/3");

function isPublic(address: Address): boolean {
  if (contains(NAT64, address)) return isPublic(getLowest32(address.value));
  const isAllocated = address.bits === 32 || contains(GLOBAL_UNICAST, address);
  return isAllocated && !notPublic.some((block) => contains(block, address));
}

function getLowest32(value: bigint): Address {
  return { bits: 32, value: value & 0xffffffffn };
}

/** Parses four decimal parts. Rejects `010`, `0x7f` and `127.1`, which inet_aton interprets in other ways. */
function parseIpv4(text: string): bigint | undefined {
  const parts = text.split(".");
  if (parts.length !== 4) return undefined;
  let value = 0n;
  for (const part of parts) {
    const number = Number(part);
    if (String(number) !== part || !(number >= 0 && number <= 255)) return undefined;
    value = (value << 8n) | BigInt(number);
  }
  return value;
}

/** Parses RFC 4291 notation. Rejects everything else, including zone identifiers (`fe80::1%eth0`). */
function parseIpv6(text: string): bigint | undefined {
  const [head = "", tail, ...more] = text.split("::");
  if (more.length > 0) return undefined;
  const left = parseGroups(head, { last: tail === undefined });
  const right = parseGroups(tail ?? "", { last: true });
  if (!left || !right) return undefined;
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  return [...left, ...new Array<bigint>(missing).fill(0n), ...right].reduce(
    (value, group) => (value << 16n) | group,
    0n,
  );
}

/** Parses groups of 16 bits. The last two groups may be written as an IPv4 address. */
function parseGroups(text: string, { last }: { last: boolean }): bigint[] | undefined {
  if (text === "") return [];
  const parts = text.split(":");
  const groups: bigint[] = [];
  for (const [index, part] of parts.entries()) {
    const ipv4 = last && index === parts.length - 1 ? parseIpv4(part) : undefined;
    if (ipv4 !== undefined) groups.push(ipv4 >> 16n, ipv4 & 0xffffn);
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(BigInt(`0x${part}`));
    else return undefined;
  }
  return groups;
}
