import { type Address, parseAddress } from "hub";
import { format } from "./format.ts";

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
  const inner = address.bits === 128 ? embeddedIn(address.value) : undefined;
  const target = inner ?? address;
  const isMapped = address.bits === 32 && text.includes(":");
  const inside = inner ? format(inner) : ip;
  return { ip, address, target, text: inside, embedded: inner || isMapped ? inside : null };
}

/**
 * 6to4 (RFC 3056) has it after the first 16 bits, NAT64 (RFC 6052) at the end, and so has Teredo
 * (RFC 4380), with each bit turned over.
 */
function embeddedIn(value: bigint): Address | undefined {
  if (value >> 112n === 0x2002n) return { bits: 32, value: (value >> 80n) & 0xffffffffn };
  if (value >> 96n === 0x20010000n) return { bits: 32, value: ~value & 0xffffffffn };
  if (value >> 32n === NAT64) return { bits: 32, value: value & 0xffffffffn };
  return undefined;
}

const NAT64 = 0x64ff9bn << 64n;
