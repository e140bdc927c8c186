import { type Address, parseBlock } from "hub/net";

/** Date of the IANA special-purpose registries that these tables are based on. */
export const REGISTRY_DATE = "2025-10-09";

/**
 * Returns the type of a bogon, or null. Bogons are the blocks with "Globally Reachable: False" in the
 * IANA special-purpose registries, multicast, which is missing there, and unallocated IPv6 space.
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 * https://www.iana.org/assignments/ipv6-unicast-address-assignments
 */
export function getBogonType(address: Address): string | null {
  const special = smallestAround(address);
  if (special) return special.use === "reachable" || special.use === "anycast" ? null : special.use;
  if (address.bits === 32) return null;
  return ALLOCATED.some((block) => isIn(block, address)) ? null : "unallocated";
}

/** Returns the block of an address if IANA lists it as anycast, or null. */
export function findAnycastBlock(address: Address): string | null {
  const special = smallestAround(address);
  return special?.use === "anycast" ? special.text : null;
}

interface Special {
  /** Type of bogon, or `reachable` or `anycast` if it isn't a bogon. */
  use: string;
  text: string;
  first: bigint;
  last: bigint;
}

function smallestAround(address: Address): Special | undefined {
  return (address.bits === 32 ? IPV4 : IPV6).find((block) => isIn(block, address));
}

function isIn({ first, last }: Pick<Special, "first" | "last">, { value }: Address): boolean {
  return value >= first && value <= last;
}

/** Without 192.88.99.0/24: 6to4 relays were withdrawn (RFC 7526), and the registry no longer defines the block. */
const IPV4 = table({
  "0.0.0.0/8": "this_network",
  "10.0.0.0/8": "private",
  "100.64.0.0/10": "carrier_grade_nat",
  "127.0.0.0/8": "loopback",
  "169.254.0.0/16": "link_local",
  "172.16.0.0/12": "private",
  "192.0.0.0/24": "ietf_protocols",
  "192.0.0.9/32": "anycast", // Port Control Protocol
  "192.0.0.10/32": "anycast", // TURN
  "192.0.2.0/24": "documentation",
  "192.31.196.0/24": "anycast", // AS112
  "192.52.193.0/24": "anycast", // AMT
  "192.88.99.2/32": "6a44_relay",
  "192.168.0.0/16": "private",
  "192.175.48.0/24": "anycast", // AS112
  "198.18.0.0/15": "benchmarking",
  "198.51.100.0/24": "documentation",
  "203.0.113.0/24": "documentation",
  "224.0.0.0/4": "multicast",
  "240.0.0.0/4": "reserved",
  "255.255.255.255/32": "broadcast",
});

/** 6to4 and Teredo addresses are classified by their embedded IPv4 address. */
const IPV6 = table({
  "::/128": "unspecified",
  "::1/128": "loopback",
  "64:ff9b:1::/48": "local_nat64",
  "100::/64": "discard",
  "100:0:0:1::/64": "dummy",
  "2001::/23": "ietf_protocols",
  "2001:1::1/128": "anycast", // Port Control Protocol
  "2001:1::2/128": "anycast", // TURN
  "2001:1::3/128": "anycast", // DNS-SD service registration
  "2001:2::/48": "benchmarking",
  "2001:3::/32": "anycast", // AMT
  "2001:4:112::/48": "anycast", // AS112
  "2001:10::/28": "orchid",
  "2001:20::/28": "reachable", // ORCHIDv2
  "2001:30::/28": "reachable", // remote identification of drones
  "2001:db8::/32": "documentation",
  "2620:4f:8000::/48": "anycast", // AS112
  "3fff::/20": "documentation",
  "5f00::/16": "segment_routing",
  "fc00::/7": "private",
  "fe80::/10": "link_local",
  "fec0::/10": "site_local",
  "ff00::/8": "multicast",
});

/** Blocks of 2000::/3 that IANA has allocated to the regional registries. */
const ALLOCATED = [
  ...["2001:200::/23", "2001:400::/22", "2001:800::/21", "2001:1200::/23", "2001:1400::/22"],
  ...["2001:1800::/21", "2001:2000::/19", "2001:4000::/21", "2001:4800::/22", "2001:4c00::/23"],
  ...["2001:5000::/20", "2001:8000::/18", "2003::/18", "2400::/11", "2600::/12", "2610::/23"],
  ...["2620::/23", "2630::/12", "2800::/12", "2a00::/11", "2c00::/12"],
].map((text) => parseRange(text));

function table(uses: Record<string, string>): Special[] {
  return Object.entries(uses)
    .map(([text, use]) => ({ use, text, ...parseRange(text) }))
    .sort((a, b) => b.prefix - a.prefix);
}

function parseRange(text: string): { first: bigint; last: bigint; prefix: number } {
  const block = parseBlock(text);
  if (!block) throw new Error(`"${text}" is not an address block`);
  const { bits, value, prefix } = block;
  return { prefix, first: value, last: value + (1n << BigInt(bits - prefix)) - 1n };
}
