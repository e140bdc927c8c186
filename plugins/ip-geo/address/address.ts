import { type Address, parseAddress } from "hub/net";

/** An address that was asked for. */
export interface Asked {
  /** In its canonical notation (RFC 5952). */
  ip: string;
  address: Address;
  /** What is looked up: the IPv4 address inside, where there is one. */
  target: Address;
  /** The target in its canonical notation. */
  text: string;
  /** The IPv4 address inside an IPv6 one. */
  embedded: string | null;
}

/** Reads an address; undefined for whatever is not in the strict notation. */
export function readAddress(text: string): Asked | undefined {
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
 * 6to4 (RFC 3056) has it after the first 16 bits, NAT64 (RFC 6052) at the end, and so has Teredo
 * (RFC 4380), with each bit turned over.
 */
function findEmbedded(value: bigint): Address | undefined {
  if (value >> 112n === 0x2002n) return { bits: 32, value: (value >> 80n) & 0xffffffffn };
  if (value >> 96n === 0x20010000n) return { bits: 32, value: ~value & 0xffffffffn };
  if (value >> 32n === NAT64) return { bits: 32, value: value & 0xffffffffn };
  return undefined;
}

const NAT64 = 0x64ff9bn << 64n;

/** Writes an address as RFC 5952 wants it. */
export function format({ bits, value }: Address): string {
  return bits === 32 ? formatIpv4(Number(value)) : formatIpv6(value);
}

function formatIpv4(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
}

/** The longest run of zeros, the first of equals and none of a single group, becomes `::`. */
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
