import { type AddressInfo, createServer, type Socket } from "node:net";
import type { MadePage, Refusal } from "../doors/browser-door.ts";
import { madeAnswer, pageHost } from "./made-page.ts";
import type { Connect } from "./policy.ts";
import { type RequestHead, readHead } from "./request-head.ts";

export interface ProxyOptions {
  connect: Connect;
  blockedHosts: readonly string[];
  /** The page that was given, which the proxy answers for itself. */
  page?: MadePage | undefined;
  bytesMax: number;
}

/** The only way to the network of one page. */
export interface PageProxy {
  port: number;
  /** Over all its connections, both ways. */
  bytes(): number;
  /** The hosts that it was not let to, and why. */
  refused: ReadonlyMap<string, Refusal>;
  close(): void;
}

/** The header of an answer that is the proxy's own. */
export const refusedHeader = "x-hub-refused";
const headBytesMax = 65_536;

/**
 * Opens a proxy on a port of its own, so that what goes through it is one page's and nobody else's.
 * It speaks plain HTTP and CONNECT, in which a browser also wraps WebSockets.
 */
export async function openProxy(options: ProxyOptions): Promise<PageProxy> {
  const { connect, blockedHosts, page, bytesMax } = options;
  const sockets = new Set<Socket>();
  const refused = new Map<string, Refusal>();
  let bytes = 0;

  const server = createServer((socket) => {
    keep(socket);
    awaitHead(socket);
  });

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  }

  function awaitHead(socket: Socket): void {
    let received = Buffer.alloc(0);
    const onData = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf("\r\n\r\n");
      if (end < 0 && received.length < headBytesMax) return;
      socket.off("data", onData);
      socket.pause();
      const head = end < 0 ? undefined : readHead(received.toString("latin1", 0, end));
      if (!head) return void socket.end(refusal(400, "port"));
      void serve(socket, head, received.subarray(end + 4)).catch(() => socket.destroy());
    };
    socket.on("data", onData);
  }

  async function serve(socket: Socket, head: RequestHead, rest: Buffer): Promise<void> {
    if (page && head.host === pageHost && head.method !== "CONNECT")
      return void socket.end(madeAnswer(page, head.path));
    const upstream = isBlocked(head.host) ? "blocked" : await connect(head.host, head.port);
    if (typeof upstream === "string") {
      refused.set(head.host, upstream);
      return void socket.end(refusal(403, upstream));
    }
    keep(upstream);
    if (socket.destroyed) return void upstream.destroy();
    count(socket, upstream, head.host);
    if (head.method === "CONNECT") socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    else upstream.write(head.forwarded, "latin1");
    if (rest.length > 0) upstream.write(rest);
    if (head.method !== "CONNECT") holdToOneRequest(socket, head.bodyBytes - rest.length);
    socket.pipe(upstream);
    upstream.pipe(socket);
    upstream.on("close", () => socket.destroySoon());
    socket.on("close", () => upstream.destroy());
  }

  /** Another request on the same connection would go to this host, whichever it is for. */
  function holdToOneRequest(socket: Socket, bytesLeft: number): void {
    let left = bytesLeft;
    socket.on("data", (chunk) => {
      left -= chunk.length;
      if (left < 0) socket.destroy();
    });
  }

  function count(socket: Socket, upstream: Socket, host: string): void {
    const add = (chunk: Buffer | string) => {
      bytes += chunk.length;
      if (bytes <= bytesMax) return;
      refused.set(host, "too_many");
      for (const each of sockets) each.destroy();
    };
    for (const each of [socket, upstream]) each.on("data", add);
  }

  function isBlocked(host: string): boolean {
    return blockedHosts.some((blocked) => host === blocked || host.endsWith(`.${blocked}`));
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    bytes: () => bytes,
    refused,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The header tells the hub's own refusals from a host's. */
function refusal(status: number, why: Refusal): string {
  return `HTTP/1.1 ${status} Refused\r\n${refusedHeader}: ${why}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
}
