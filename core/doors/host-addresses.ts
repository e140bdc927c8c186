import { isPublicAddress, parseAddress } from "./address.ts";
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

/** A URL's host as resolvers know it: an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
}
