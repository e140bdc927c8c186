import { connect, type Socket } from "node:net";
import type { Refusal } from "../../contract/browser-door.ts";
import { createResolve } from "../doors/dns.ts";
import {
  areAllowed,
  type HostAddressOptions,
  resolveByOs,
  resolveByServers,
} from "../doors/host-addresses.ts";
import { chooseProxy, type OutboundProxy, openTunnel } from "../doors/outbound-proxy.ts";
import type { ResolvedAddress } from "../doors/resolved-address.ts";
import type { BrowserSettings } from "./browser-settings.ts";

/** Connects a page to a host. Returns a reason if that is rejected. `host` has no brackets. */
export type Connect = (host: string, port: number) => Promise<Socket | Refusal>;

const connectMs = 5000;

/**
 * Creates the only network access of the browser. Resolves each name once, checks all addresses with the
 * policy for all requests of the hub, and connects to the checked addresses.
 */
export function createConnect(
  {
    hosts,
    nameServers,
    offline,
    ports,
    proxy: given,
  }: Pick<BrowserSettings, "hosts" | "nameServers" | "offline" | "ports" | "proxy">,
  { isAllowed }: Pick<HostAddressOptions, "isAllowed"> = {},
): Connect {
  const resolve =
    nameServers.length > 0
      ? resolveByServers(createResolve({ servers: nameServers }))
      : resolveByOs;
  return async (host, port) => {
    const name = host.toLowerCase().replace(/\.$/, "");
    const mirror = hosts[port === 80 ? name : `${name}:${port}`];
    if (mirror !== undefined) return connectOnce(...getTarget(mirror));
    if (offline) return "offline";
    if (!ports.includes(port)) return "port";
    // RFC 6761 §6.3: regardless of name servers.
    if (name === "localhost" || name.endsWith(".localhost")) return "not_public";
    const addresses = await resolve(name).catch(() => []);
    if (addresses.length === 0) return "unresolved";
    if (!areAllowed(addresses, isAllowed)) return "not_public";
    const proxy = chooseProxy(given, { host: name, port, addresses });
    return proxy ? connectThrough(proxy, addresses, port) : connectOnce(addresses, port);
  };
}

/** Returns the address of a replacement host. It isn't checked, because the operator has configured it. */
function getTarget(mirror: string): [readonly ResolvedAddress[], number] {
  const { hostname, port, protocol } = new URL(mirror);
  const address = hostname.replace(/^\[|\]$/g, "");
  return [[{ address, family: 4 }], Number(port) || (protocol === "https:" ? 443 : 80)];
}

/**
 * Connects to the first address that responds. Tries IPv4 first, because many machines have no IPv6 route.
 */
async function connectOnce(
  addresses: readonly ResolvedAddress[],
  port: number,
): Promise<Socket | Refusal> {
  for (const { address } of addresses.toSorted((a, b) => a.family - b.family)) {
    const socket = await connectTo(address, port);
    if (socket) return socket;
  }
  return "unreachable";
}

/** Connects to the first address through a proxy. Prefers IPv4, because most proxies have no IPv6. */
async function connectThrough(
  proxy: OutboundProxy,
  addresses: readonly ResolvedAddress[],
  port: number,
): Promise<Socket | Refusal> {
  const [address] = addresses.toSorted((a, b) => a.family - b.family);
  if (!address) return "unresolved";
  return openTunnel(proxy, address, port).catch((): Refusal => "unreachable");
}

function connectTo(address: string, port: number): Promise<Socket | undefined> {
  const { promise, resolve } = Promise.withResolvers<Socket | undefined>();
  const socket = connect({ host: address, port });
  const timer = setTimeout(() => socket.destroy(new Error("It took too long")), connectMs);
  socket.once("connect", () => {
    clearTimeout(timer);
    resolve(socket);
  });
  socket.on("error", () => resolve(undefined));
  return promise;
}
