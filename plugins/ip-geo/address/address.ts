import { type Address, parseAddress } from "hub/net";

/** Parsed address of a request. */
export interface LookupAddress {
  /** Canonical notation (RFC 5952). */
  ip: string;
  address: Address;
  /** Address to look up: the embedded IPv4 address, if there is one. */
  target: Address;
  /** Target in canonical notation. */
  text: string;
  /** IPv4 address embedded in an IPv6 address. */
  embedded: string | null;
}

/** Parses an address. Returns undefined if it isn't in strict notation. */
export function readAddress(text: string): LookupAddress | undefined {
  const address = parseAddress(text);
  if (!address) return undefined;
  const ip = format(address);
  const inner = address.bits === 128 ? findEmbedded(address.value) : undefined;
  const target = inner ?? address;
  const isMapped = address.bits === 32 && text.includes(":");
  const inside = inner ? format(inner) : ip;
  return { ip, address, target, text: inside, embedded: inner || isMapped ? inside : null };
}

/**
 * Finds an embedded IPv4 address: after the first 16 bits in 6to4 (RFC 3056), at the end in NAT64
 * (RFC 6052), and at the end with inverted bits in Teredo (RFC 4380).
 */
function findEmbedded(value: bigint): Address | undefined {
  if (value >> 112n === 0x2002n) return { bits: 32, value: (value >> 80n) & 0xffffffffn };
  if (value >> 96n === 0x20010000n) return { bits: 32, value: ~value & 0xffffffffn };
  if (value >> 32n === NAT64) return { bits: 32, value: value & 0xffffffffn };
  return undefined;
}

const NAT64 = 0x64ff9bn << 64n;

/** Formats an address according to RFC 5952. */
export function format({ bits, value }: Address): string {
  return bits === 32 ? formatIpv4(Number(value)) : formatIpv6(value);
}

function formatIpv4(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
}

/** Replaces the first of the longest runs of at least two zero groups with `::`. */
function formatIpv6(value: bigint): string {
  const digits = value.toString(16).padStart(32, "0");
  const groups: string[] = [];
  for (let at = 0; at < 32; at += 4)
    groups.push(Number.parseInt(digits.slice(at, at + 4), 16).toString(16));
  let best = { at: 0, length: 1 };
  for (let at = 0; at < 8; at++) {
    let length = 0;
    while (groups[at + length] === "0") length++;
    if (length > best.length) best = { at, length };
  }
  if (best.length === 1) return groups.join(":");
  return `${groups.slice(0, best.at).join(":")}::${groups.slice(best.at + best.length).join(":")}`;
}
