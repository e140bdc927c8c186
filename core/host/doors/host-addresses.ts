import type { Resolve } from "../../contract/net-door.ts";
import { isPublicAddress, parseAddress } from "../../lib/ip-address.ts";
import type { ResolvedAddress } from "./resolved-address.ts";

export interface HostAddressOptions {
  /** Resolves a host name. Default: the operating system's resolver. */
  resolve?: ((host: string) => Promise<readonly ResolvedAddress[]>) | undefined;
  /** Checks whether callers may make the hub connect to an address. */
  isAllowed?: ((address: string) => boolean) | undefined;
}

/** Checks whether callers may make the hub connect to a host: all its addresses must be allowed. */
export function areAllowed(
  addresses: readonly ResolvedAddress[],
  isAllowed: (address: string) => boolean = isPublicAddress,
): boolean {
  return addresses.length > 0 && addresses.every(({ address }) => isAllowed(address));
}

/** Resolves a host name with the operating system's resolver. Returns an IP address unchanged. */
export async function resolveByOs(host: string): Promise<readonly ResolvedAddress[]> {
  if (parseAddress(host)) return [{ address: host, family: host.includes(":") ? 6 : 4 }];
  const { lookup } = await import("node:dns/promises");
  const addresses = await lookup(host, { all: true });
  return addresses.map(({ address, family }) => ({ address, family: family as 4 | 6 }));
}

/** Creates a function that resolves host names with the configured DNS servers. */
export function resolveByServers(
  resolve: Resolve,
): (host: string) => Promise<readonly ResolvedAddress[]> {
  return async (host) => {
    const name = host.toLowerCase().replace(/\.$/, "");
    // RFC 6761 §6.3: this machine itself, regardless of DNS servers.
    const isLocal = name === "localhost" || name.endsWith(".localhost");
    if (isLocal || parseAddress(name)) return resolveByOs(name);
    const [four, six] = await Promise.all([resolve(name, "A"), resolve(name, "AAAA")]);
    const addresses = [
      ...(four.status === "found" ? four.records : []).map((address) => ({ address, family: 4 })),
      ...(six.status === "found" ? six.records : []).map((address) => ({ address, family: 6 })),
    ] as ResolvedAddress[];
    const unavailable = [four, six].find(({ status }) => status === "unavailable");
    if (addresses.length === 0 && unavailable?.status === "unavailable")
      throw new Error(`Cannot resolve "${name}": ${unavailable.reason}`);
    return addresses;
  };
}

/** Maximum number of names that a check for a network resolves, and its time limit. */
const checkedMax = 3;
const checkMs = 5000;

/** Checks whether any of these hosts can be resolved. Without hosts, nothing can be said against it. */
export async function canResolveAny(
  hosts: readonly string[],
  resolve: HostAddressOptions["resolve"] = resolveByOs,
): Promise<boolean> {
  if (hosts.length === 0) return true;
  const lookups = hosts.slice(0, checkedMax).map(async (host) => {
    const addresses = await resolve(getHostname(new URL(`https://${host}`)));
    if (addresses.length === 0) throw new Error(`Cannot find "${host}"`);
    return true;
  });
  const timeout = Bun.sleep(checkMs).then(() => false);
  return Promise.race([Promise.any(lookups).catch(() => false), timeout]);
}

/** Returns the host of a URL as resolvers expect it: an IPv6 address without its brackets. */
export function getHostname({ hostname }: URL): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
}
