import { connect, type Socket } from "node:net";
import type { Refusal } from "../../contract/browser-door.ts";
import { createResolve } from "../doors/dns.ts";
import type { ResolvedAddress } from "../doors/exchange.ts";
import {
  areAllowed,
  type HostAddressOptions,
  resolveByOs,
  resolveByServers,
} from "../doors/host-addresses.ts";
import type { BrowserSettings } from "./browser-settings.ts";

/** Connects a page to a host, or says why not. `host` has no brackets. */
export type Connect = (host: string, port: number) => Promise<Socket | Refusal>;

const connectMs = 5000;

/**
 * Makes the browser's one way out: a name is resolved once, all its addresses are checked by the
 * decision that holds for every request of the hub, and the connection goes to the checked ones.
 */
export function createConnect(
  {
    hosts,
    nameServers,
    offline,
    ports,
  }: Pick<BrowserSettings, "hosts" | "nameServers" | "offline" | "ports">,
  { isAllowed }: Pick<HostAddressOptions, "isAllowed"> = {},
): Connect {
  const resolve =
    nameServers.length > 0
      ? resolveByServers(createResolve({ servers: nameServers }))
      : resolveByOs;
  return async (host, port) => {
    const name = host.toLowerCase().replace(/\.$/, "");
    const mirror = hosts[port === 80 ? name : `${name}:${port}`];
    if (mirror !== undefined) return connectOnce(...placeOf(mirror));
    if (offline) return "offline";
    if (!ports.includes(port)) return "port";
    // RFC 6761 §6.3: whatever a name server says of it.
    if (name === "localhost" || name.endsWith(".localhost")) return "not_public";
    const addresses = await resolve(name).catch(() => []);
    if (addresses.length === 0) return "unresolved";
    return areAllowed(addresses, isAllowed) ? connectOnce(addresses, port) : "not_public";
  };
}

/** The operator names a place and means it: it is not checked. */
function placeOf(mirror: string): [readonly ResolvedAddress[], number] {
  const { hostname, port, protocol } = new URL(mirror);
  const address = hostname.replace(/^\[|\]$/g, "");
  return [[{ address, family: 4 }], Number(port) || (protocol === "https:" ? 443 : 80)];
}

/** The first address that answers. Those of IPv4 first: many machines have no way to the others. */
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
