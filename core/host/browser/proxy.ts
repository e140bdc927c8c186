import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { MadePage, Refusal } from "../../contract/browser-door.ts";
import { answerMadePage, pageHost } from "./made-page.ts";
import type { Connect } from "./policy.ts";

/** Headers for the proxy only: RFC 9110 §7.6.1. */
export const hopByHop = new Set([
  "connection",
  "proxy-connection",
  "proxy-authorization",
  "keep-alive",
]);

interface ProxyOptions {
  connect: Connect;
  blockedHosts: readonly string[];
  /** A page given as HTML. The proxy serves it itself. */
  page?: MadePage | undefined;
  bytesMax: number;
}

/** The header of responses that the proxy itself creates. */
export const refusedHeader = "x-hub-refused";
const headBytesMax = 65_536;
/** Maximum number of remembered rejected hosts. */
const refusedMax = 1000;

/**
 * The only network access of one page. It has its own port, so that all its traffic belongs to that page.
 * Supports plain HTTP and CONNECT, which browsers also use for WebSockets.
 */
export class PageProxy {
  /** Total of all connections in both directions. */
  bytes = 0;
  /** The rejected hosts with reasons. */
  readonly refused = new Map<string, Refusal>();
  readonly #options: ProxyOptions;
  readonly #blocked: ReadonlySet<string>;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor(options: ProxyOptions) {
    this.#options = options;
    this.#blocked = new Set(options.blockedHosts);
    this.#server = createServer((socket) => {
      this.#track(socket);
      this.#awaitHead(socket);
    });
  }

  static async open(options: ProxyOptions): Promise<PageProxy> {
    const proxy = new PageProxy(options);
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once("error", reject);
      proxy.#server.listen(0, "127.0.0.1", resolve);
    });
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#sockets.delete(socket));
  }

  #awaitHead(socket: Socket): void {
    let received = Buffer.alloc(0);
    const onData = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf("\r\n\r\n");
      if (end < 0 && received.length < headBytesMax) return;
      socket.off("data", onData);
      socket.pause();
      const head = end < 0 ? undefined : readHead(received.toString("latin1", 0, end));
      if (!head) socket.destroy();
      else this.#serve(socket, head, received.subarray(end + 4)).catch(() => socket.destroy());
    };
    socket.on("data", onData);
  }

  async #serve(socket: Socket, head: RequestHead, rest: Buffer): Promise<void> {
    const { page } = this.#options;
    if (page && head.host === pageHost && head.method !== "CONNECT") {
      socket.end(answerMadePage(page, head.path));
      return;
    }
    const upstream = await this.#connect(head);
    if (typeof upstream === "string") {
      if (this.refused.size < refusedMax) this.refused.set(head.host, upstream);
      socket.end(buildRefusal(upstream));
      return;
    }
    this.#track(upstream);
    if (socket.destroyed) {
      upstream.destroy();
      return;
    }
    for (const each of [socket, upstream])
      each.on("data", ({ length }: Buffer) => this.#count(length, head.host));
    if (head.method === "CONNECT") socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    else upstream.write(head.forwarded, "latin1");
    if (rest.length > 0) upstream.write(rest);
    if (head.method !== "CONNECT") limitToOneRequest(socket, head.bodyBytes - rest.length);
    socket.pipe(upstream);
    upstream.pipe(socket);
    upstream.on("close", () => socket.destroySoon());
    socket.on("close", () => upstream.destroy());
  }

  async #connect({ host, port }: RequestHead): Promise<Socket | Refusal> {
    const { bytesMax, connect } = this.#options;
    if (this.bytes > bytesMax) return "too_many";
    return this.#isBlocked(host) ? "blocked" : connect(host, port);
  }

  /** Returns whether a host or a domain above it is blocked. Filter lists have thousands of them. */
  #isBlocked(host: string): boolean {
    const labels = host.split(".");
    return labels.some((_, index) => this.#blocked.has(labels.slice(index).join(".")));
  }

  #count(length: number, host: string): void {
    this.bytes += length;
    if (this.bytes <= this.#options.bytesMax) return;
    this.refused.set(host, "too_many");
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Closes a connection that sends more than one request. A second one could be for another host. */
function limitToOneRequest(socket: Socket, bytesLeft: number): void {
  let remaining = bytesLeft;
  socket.on("data", (chunk) => {
    remaining -= chunk.length;
    if (remaining < 0) socket.destroy();
  });
}

/** Builds the response to a rejected request. Its header distinguishes it from responses of hosts. */
function buildRefusal(reason: Refusal): string {
  return `HTTP/1.1 403 Refused\r\n${refusedHeader}: ${reason}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
}

/** The parsed head of a proxy request. */
interface RequestHead {
  method: string;
  /** Lower case, without the brackets of an IPv6 address. */
  host: string;
  port: number;
  /** Path and query. Empty for a tunnel. */
  path: string;
  /** The head that is sent to the host. */
  forwarded: string;
  /** Length of the body. */
  bodyBytes: number;
}

/** Parses the head of a proxy request. Returns undefined if no browser would send it. */
export function readHead(head: string): RequestHead | undefined {
  const [line = "", ...fields] = head.split("\r\n");
  const [method = "", target = "", version] = line.split(" ");
  if (version !== "HTTP/1.1" || !/^[A-Z]+$/.test(method)) return undefined;
  const tunnel = method === "CONNECT";
  const url = URL.parse(tunnel ? `https://${target}` : target);
  if (!url || (!tunnel && url.protocol !== "http:") || url.username || url.password)
    return undefined;
  const named = fields.map((field) => [getFieldName(field), field] as const);
  if (named.some(([name]) => name === "transfer-encoding")) return undefined;
  const length = named.find(([name]) => name === "content-length")?.[1].split(":")[1];
  const bodyBytes = Number(length?.trim() ?? 0);
  if (!Number.isSafeInteger(bodyBytes) || bodyBytes < 0) return undefined;
  const forwardedFields = named.filter(([name]) => !hopByHop.has(name)).map(([, field]) => field);
  const path = tunnel ? "" : url.pathname + url.search;
  return {
    method,
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (tunnel ? 443 : 80),
    path,
    forwarded: [`${method} ${path} HTTP/1.1`, ...forwardedFields, "Connection: close", "", ""].join(
      "\r\n",
    ),
    bodyBytes,
  };
}

function getFieldName(field: string): string {
  return field.slice(0, Math.max(0, field.indexOf(":"))).toLowerCase();
}
