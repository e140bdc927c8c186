import { connect, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { contains, parseAddress, parseBlock } from "../../lib/ip-address.ts";
import type { ResolvedAddress } from "./resolved-address.ts";

/** The proxy for outgoing connections, and the hosts that are reached without it. */
export interface OutboundProxy {
  /** Address of the proxy: `http://` or `https://`, with a user and a password if it requires them. */
  readonly url: string;
  /** Hosts as in `NO_PROXY`: `*`, names with their subdomains, addresses and CIDR ranges, also with a port. */
  readonly direct: readonly string[];
}

/** Maximum size of the proxy's response to CONNECT. */
const headBytesMax = 16_384;
const connectMs = 10_000;
const loopback = ["127.0.0.0/8", "::1"].map(parseBlock);

/** Parses `HTTPS_PROXY`. Throws if it is no proxy address. */
export function parseProxy(
  text: string | undefined,
  direct: readonly string[] = [],
): OutboundProxy | undefined {
  if (!text) return undefined;
  const url = URL.parse(text);
  const isValid = url && /^https?:$/.test(url.protocol) && url.hostname && url.pathname === "/";
  // The value may contain a password.
  if (!isValid || url.search || url.hash)
    throw new Error(
      "HTTPS_PROXY must be the address of a proxy, such as http://proxy.example:3128",
    );
  return { url: url.href, direct };
}

/** Returns the proxy, unless a host or its addresses are reached directly. This machine always is. */
export function chooseProxy(
  proxy: OutboundProxy | undefined,
  { host, port, addresses }: { host: string; port: number; addresses: readonly ResolvedAddress[] },
): OutboundProxy | undefined {
  const parsed = addresses.flatMap(({ address }) => parseAddress(address) ?? []);
  const isLocal = parsed.every((one) => loopback.some((block) => block && contains(block, one)));
  if (!proxy || isLocal) return undefined;
  const name = host.toLowerCase().replace(/\.$/, "");
  const isDirect = proxy.direct.some((entry) => {
    const block = parseBlock(entry);
    if (block) return parsed.some((one) => contains(block, one));
    const [entryHost = "", entryPort] = entry.toLowerCase().split(":");
    if (entryPort !== undefined && Number(entryPort) !== port) return false;
    const domain = entryHost.replace(/^\*?\./, "");
    return entryHost === "*" || name === domain || name.endsWith(`.${domain}`);
  });
  return isDirect ? undefined : proxy;
}

/**
 * Opens a connection to a checked address through a proxy. The proxy gets the address and not the name, so that
 * it can't resolve the name to another one.
 */
export async function openTunnel(
  { url }: OutboundProxy,
  { address, family }: ResolvedAddress,
  port: number,
): Promise<Socket> {
  const { hostname, port: proxyPort, protocol, username, password } = new URL(url);
  const isSecure = protocol === "https:";
  const host = hostname.replace(/^\[|\]$/g, "");
  const to = { host, port: Number(proxyPort) || (isSecure ? 443 : 80) };
  const socket = isSecure ? connectSecurely({ ...to, servername: host }) : connect(to);
  const target = `${family === 6 ? `[${address}]` : address}:${port}`;
  const user = [username, password].map(decodeURIComponent).join(":");
  const credentials = Buffer.from(user).toString("base64");
  const head = [
    `CONNECT ${target} HTTP/1.1`,
    `Host: ${target}`,
    ...(username ? [`Proxy-Authorization: Basic ${credentials}`] : []),
  ];
  socket.once(isSecure ? "secureConnect" : "connect", () =>
    socket.write(`${head.join("\r\n")}\r\n\r\n`),
  );
  try {
    await readEstablished(socket);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Waits until the proxy has connected. Bytes of the host that follow stay in the socket. */
function readEstablished(socket: Socket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error("The proxy did not answer in time")), connectMs);
  let received = Buffer.alloc(0);
  const onData = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    const end = received.indexOf("\r\n\r\n");
    if (end < 0 && received.length < headBytesMax) return;
    const [, status = ""] = received.toString("latin1", 0, 64).split(" ");
    socket.pause();
    if (!/^2\d\d$/.test(status)) return reject(new Error(`The proxy responded with "${status}"`));
    const rest = received.subarray(end + 4);
    if (rest.length > 0) socket.unshift(rest);
    resolve();
  };
  const onClose = () => reject(new Error("The proxy closed the connection"));
  socket.on("data", onData);
  socket.on("error", reject);
  socket.on("close", onClose);
  return promise.finally(() => {
    clearTimeout(timer);
    socket.off("data", onData);
    socket.off("error", reject);
    socket.off("close", onClose);
  });
}
