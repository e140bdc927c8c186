import type { Resolve } from "../../contract/net-door.ts";
import { isPublicAddress, parseAddress } from "../../lib/ip-address.ts";
import type { ResolvedAddress } from "./exchange.ts";

export interface HostAddressOptions {
  /** The addresses of a host name. Default: the operating system's resolver. */
  resolve?: ((host: string) => Promise<readonly ResolvedAddress[]>) | undefined;
  /** Whether a user may have the hub connect to an address. */
  isAllowed?: ((address: string) => boolean) | undefined;
}

/** Whether a user may have the hub connect to a host: all its addresses must be allowed. */
export function areAllowed(
  addresses: readonly ResolvedAddress[],
  isAllowed: (address: string) => boolean = isPublicAddress,
): boolean {
  return addresses.length > 0 && addresses.every(({ address }) => isAllowed(address));
}

/** What a host stands for by the operating system's resolver; of an address itself. */
export async function resolveByOs(host: string): Promise<readonly ResolvedAddress[]> {
  if (parseAddress(host)) return [{ address: host, family: host.includes(":") ? 6 : 4 }];
  const { lookup } = await import("node:dns/promises");
  const found = await lookup(host, { all: true });
  return found.map(({ address, family }) => ({ address, family: family as 4 | 6 }));
}

/** Makes what finds the addresses of hosts by the name servers that the operator wants asked. */
export function resolveByServers(
  resolve: Resolve,
): (host: string) => Promise<readonly ResolvedAddress[]> {
  return async (host) => {
    const name = host.toLowerCase().replace(/\.$/, "");
    // RFC 6761 §6.3: this machine itself, whatever a name server says of it.
    const isLocal = name === "localhost" || name.endsWith(".localhost");
    if (isLocal || parseAddress(name)) return resolveByOs(name);
    const [four, six] = await Promise.all([resolve(name, "A"), resolve(name, "AAAA")]);
    const found = [
      ...(four.status === "found" ? four.records : []).map((address) => ({ address, family: 4 })),
      ...(six.status === "found" ? six.records : []).map((address) => ({ address, family: 6 })),
    ] as ResolvedAddress[];
    const silent = [four, six].find(({ status }) => status === "unavailable");
    if (found.length === 0 && silent?.status === "unavailable")
      throw new Error(`Cannot resolve "${name}": ${silent.reason}`);
    return found;
  };
}

/** A URL's host as resolvers know it: an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
}
