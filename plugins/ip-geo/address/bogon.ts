import { type Address, parseBlock } from "hub";

/**
 * What an address is kept for that cannot be a host on the internet; null where it can. By the IANA
 * registries of special-purpose addresses, with multicast.
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export function bogonType({ bits, value }: Address): string | null {
  const parts = bits === 32 ? IPV4 : IPV6;
  for (const { first, last, type } of parts) if (value >= first && value <= last) return type;
  return bits === 128 && value >> 125n !== 1n ? "unallocated" : null;
}

const IPV4 = table({
  "0.0.0.0/8": "this_network",
  "10.0.0.0/8": "private",
  "100.64.0.0/10": "carrier_grade_nat",
  "127.0.0.0/8": "loopback",
  "169.254.0.0/16": "link_local",
  "172.16.0.0/12": "private",
  "192.0.0.0/24": "ietf_protocols",
  "192.0.2.0/24": "documentation",
  "192.88.99.0/24": "6to4_relay",
  "192.168.0.0/16": "private",
  "198.18.0.0/15": "benchmarking",
  "198.51.100.0/24": "documentation",
  "203.0.113.0/24": "documentation",
  "224.0.0.0/4": "multicast",
  "255.255.255.255/32": "broadcast",
  "240.0.0.0/4": "reserved",
});

/** The first that fits counts, so what lies inside another stands before it. */
const IPV6 = table({
  "::/128": "unspecified",
  "::1/128": "loopback",
  "64:ff9b:1::/48": "local_nat64",
  "100::/64": "discard",
  "2001::/32": "teredo",
  "2001:2::/48": "benchmarking",
  "2001:10::/28": "orchid",
  "2001:20::/28": "orchid",
  "2001::/23": "ietf_protocols",
  "2001:db8::/32": "documentation",
  "3fff::/20": "documentation",
  "5f00::/16": "segment_routing",
  "fc00::/7": "private",
  "fe80::/10": "link_local",
  "fec0::/10": "site_local",
  "ff00::/8": "multicast",
});

function table(types: Record<string, string>) {
  return Object.entries(types).map(([text, type]) => {
    const { bits, value, prefix } = parseBlock(text)!;
    return { type, first: value, last: value + (1n << BigInt(bits - prefix)) - 1n };
  });
}
