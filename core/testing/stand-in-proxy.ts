import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

/** An HTTP proxy for tests. */
interface StandInProxy {
  url: string;
  /** The heads of the requests that it got. */
  asked: string[];
  /** The status line of its responses, without the version. */
  status: string;
  stop(): void;
}

/** Starts a proxy that answers CONNECT, and connects every address to one port of this machine. */
export async function startProxy(port: number, hostname = "127.0.0.1"): Promise<StandInProxy> {
  const sockets = new Set<Socket>();
  const asked: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", (bytes) => {
      const [head = ""] = bytes.toString("latin1").split("\r\n\r\n");
      asked.push(head);
      if (!proxy.status.startsWith("200")) return socket.end(`HTTP/1.1 ${proxy.status}\r\n\r\n`);
      const upstream = connect(port, hostname, () => {
        socket.write(`HTTP/1.1 ${proxy.status}\r\n\r\n`);
        socket.pipe(upstream).pipe(socket);
      });
      upstream.on("error", () => socket.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy: StandInProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    status: "200 OK",
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return proxy;
}
