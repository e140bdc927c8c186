import { fileURLToPath } from "node:url";

/** Whether an address has been given to anybody by one of the five registries. */
type IsDelegated = (text: string) => boolean;

const opened = new Map<32 | 128, Promise<IsDelegated>>();

/**
 * Opens what the registries say of one family of addresses. Databases of places fill the space between
 * with whatever is near: for DB-IP most of IPv6 that nobody has is a village in Switzerland.
 */
export function openDelegations(bits: 32 | 128): Promise<IsDelegated> {
  const open = opened.get(bits) ?? openFile(bits === 32 ? "ipv4" : "ipv6");
  opened.set(bits, open);
  return open;
}

async function openFile(family: "ipv4" | "ipv6"): Promise<IsDelegated> {
  const { open } = await import("maxmind");
  const list = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country";
  const reader = await open(fileURLToPath(import.meta.resolve(`${list}-${family}.mmdb`)));
  return (text) => reader.get(text) !== null;
}
