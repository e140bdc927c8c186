import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { MadePage, Refusal } from "../../contract/browser-door.ts";
import { answerMadePage, pageHost } from "./made-page.ts";
import type { Connect } from "./policy.ts";

/** Meant for the proxy alone: RFC 9110 §7.6.1. */
const hopByHop = new Set(["connection", "proxy-connection", "proxy-authorization", "keep-alive"]);

interface ProxyOptions {
  connect: Connect;
  blockedHosts: readonly string[];
  /** The page that was given, which the proxy answers for itself. */
  page?: MadePage | undefined;
  bytesMax: number;
}

/** The header of an answer that is the proxy's own. */
export const refusedHeader = "x-hub-refused";
const headBytesMax = 65_536;
/** Most hosts that are remembered to have been refused. */
const refusedMax = 1000;

/**
 * The only way to the network of one page. It has a port of its own, so that what goes through it is
 * that page's and nobody else's, and speaks plain HTTP and CONNECT, in which a browser also wraps
 * WebSockets.
 */
export class PageProxy {
  /** Over all its connections, both ways. */
  bytes = 0;
  /** The hosts that it was not let to, and why. */
  readonly refused = new Map<string, Refusal>();
  readonly #options: ProxyOptions;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor(options: ProxyOptions) {
    this.#options = options;
    this.#server = createServer((socket) => {
      this.#keep(socket);
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

  #keep(socket: Socket): void {
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
      socket.end(refusal(upstream));
      return;
    }
    this.#keep(upstream);
    if (socket.destroyed) {
      upstream.destroy();
      return;
    }
    for (const each of [socket, upstream])
      each.on("data", ({ length }: Buffer) => this.#count(length, head.host));
    if (head.method === "CONNECT") socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    else upstream.write(head.forwarded, "latin1");
    if (rest.length > 0) upstream.write(rest);
    if (head.method !== "CONNECT") holdToOneRequest(socket, head.bodyBytes - rest.length);
    socket.pipe(upstream);
    upstream.pipe(socket);
    upstream.on("close", () => socket.destroySoon());
    socket.on("close", () => upstream.destroy());
  }

  async #connect({ host, port }: RequestHead): Promise<Socket | Refusal> {
    const { blockedHosts, bytesMax, connect } = this.#options;
    if (this.bytes > bytesMax) return "too_many";
    const isBlocked = blockedHosts.some((own) => host === own || host.endsWith(`.${own}`));
    return isBlocked ? "blocked" : connect(host, port);
  }

  #count(length: number, host: string): void {
    this.bytes += length;
    if (this.bytes <= this.#options.bytesMax) return;
    this.refused.set(host, "too_many");
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Another request on the same connection would go to this host, whichever it is for. */
function holdToOneRequest(socket: Socket, bytesLeft: number): void {
  let left = bytesLeft;
  socket.on("data", (chunk) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
}

/** The header tells the hub's own refusals from a host's. */
function refusal(why: Refusal): string {
  return `HTTP/1.1 403 Refused\r\n${refusedHeader}: ${why}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
}

/** Where a request to a proxy wants to go. */
interface RequestHead {
  method: string;
  /** In lower case, without the brackets of an IPv6 address. */
  host: string;
  port: number;
  /** The path with its query; nothing of a tunnel's. */
  path: string;
  /** The head as the host itself is to see it. */
  forwarded: string;
  /** How many bytes of a body follow. */
  bodyBytes: number;
}

/** Reads the head of a request to a proxy; undefined where it is none that a browser sends. */
export function readHead(head: string): RequestHead | undefined {
  const [line = "", ...fields] = head.split("\r\n");
  const [method = "", target = "", version] = line.split(" ");
  if (version !== "HTTP/1.1" || !/^[A-Z]+$/.test(method)) return undefined;
  const tunnel = method === "CONNECT";
  const url = URL.parse(tunnel ? `https://${target}` : target);
  if (!url || (!tunnel && url.protocol !== "http:") || url.username || url.password)
    return undefined;
  const named = fields.map((field) => [nameOf(field), field] as const);
  if (named.some(([name]) => name === "transfer-encoding")) return undefined;
  const length = named.find(([name]) => name === "content-length")?.[1].split(":")[1];
  const bodyBytes = Number(length?.trim() ?? 0);
  if (!Number.isSafeInteger(bodyBytes) || bodyBytes < 0) return undefined;
  const kept = named.filter(([name]) => !hopByHop.has(name)).map(([, field]) => field);
  const path = tunnel ? "" : url.pathname + url.search;
  return {
    method,
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (tunnel ? 443 : 80),
    path,
    forwarded: [`${method} ${path} HTTP/1.1`, ...kept, "Connection: close", "", ""].join("\r\n"),
    bodyBytes,
  };
}

function nameOf(field: string): string {
  return field.slice(0, Math.max(0, field.indexOf(":"))).toLowerCase();
}
