import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { MadePage, Refusal } from "../../contract/browser-door.ts";
import { answerMadePage, pageHost } from "./made-page.ts";
import type { Connect } from "./policy.ts";
import { type RequestHead, readHead } from "./request-head.ts";

export interface ProxyOptions {
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
