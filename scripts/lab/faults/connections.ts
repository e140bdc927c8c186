import { connect, type Socket } from "node:net";
import {
  callInBackground,
  type Fault,
  lightPath,
  listDescendants,
  readMemoryMb,
  withHub,
} from "./fault.ts";

/** Opens connections that send something repeatedly or stay silent, and checks the calls of other clients. */
async function testWithConnections(
  name: string,
  { count, head, drip }: { count: number; head?: string; drip?: string },
) {
  return withHub({}, async ({ key, start }) => {
    const { child, url, port } = await start();
    const sockets: Socket[] = [];
    for (let opened = 0; opened < count; opened += 200)
      sockets.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(200, count - opened) }, () => open(port)),
        )),
      );
    for (const socket of sockets) if (head !== undefined) socket.write(head);
    const dripping =
      drip === undefined
        ? undefined
        : setInterval(() => {
            for (const socket of sockets) if (socket.writable) socket.write(drip);
          }, 500);
    const calls = callInBackground(url, key);
    await Bun.sleep(3000);
    const memory = await readMemoryMb(child.pid);
    const { answers, p99 } = await calls.end();
    clearInterval(dripping);
    for (const socket of sockets) socket.destroy();
    const failures = Object.keys(answers).filter((what) => what !== "200");
    return {
      held: failures.length === 0 && memory < 1000,
      figure: `${count} ${name}; ${answers[200]} calls succeeded meanwhile, p99 ${p99} ms; ${memory} MB`,
    };
  });
}

async function open(port: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect(port, "127.0.0.1", () => resolve(socket));
  socket.on("error", reject);
  socket.on("data", () => {});
  return promise;
}

const head = "POST /api/dev/hash HTTP/1.1\r\nHost: hub\r\nContent-Type: application/json\r\n";

/** Clients that hold connections, and the effect on other clients. */
export const connections: Fault[] = [
  {
    name: "silent connections",
    run: ({ isShort }) =>
      testWithConnections("idle connections", { count: isShort ? 1000 : 10_000 }),
  },
  {
    name: "endless headers, a line at a time",
    run: ({ isShort }) =>
      testWithConnections("slow heads", {
        count: isShort ? 300 : 2000,
        head,
        drip: "X-More: 1\r\n",
      }),
  },
  {
    name: "endless bodies, a byte at a time",
    run: ({ isShort }) =>
      testWithConnections("slow bodies", {
        count: isShort ? 300 : 2000,
        head: `${head}Content-Length: 1000000\r\n\r\n`,
        drip: " ",
      }),
  },
  {
    name: "1,000 uploads at once",
    run: () =>
      withHub({}, async ({ key, start }) => {
        const { child, url } = await start();
        const file = new File([new Uint8Array(200_000)], "a.pdf", { type: "application/pdf" });
        const calls = callInBackground(url, key);
        const statuses = await Promise.all(
          Array.from({ length: 1000 }, async () => {
            const body = new FormData();
            body.set("file", file);
            const answer = await fetch(`${url}/api/pdf/extract-text`, {
              method: "POST",
              headers: { "x-api-key": key },
              body,
              signal: AbortSignal.timeout(120_000),
            });
            await answer.bytes();
            return answer.status;
          }),
        );
        const light = await calls.end();
        const memory = await readMemoryMb(child.pid);
        const kinds = [...new Set(statuses)].toSorted();
        const isClear = kinds.every((status) => status < 500 || status === 503);
        const left = await listDescendants(child.pid);
        return {
          held: isClear && Object.keys(light.answers).join() === "200" && memory < 1500,
          figure: `responses ${kinds.map((kind) => `${statuses.filter((one) => one === kind).length} x ${kind}`).join(", ")}; light calls meanwhile p99 ${light.p99} ms; ${memory} MB, ${left.length} processes`,
        };
      }),
  },
  {
    name: "oversized headers, invalid paths and methods",
    run: () =>
      withHub({}, async ({ key, start }) => {
        const { url, port } = await start();
        const odd = [
          `GET ${lightPath} HTTP/1.1\r\nHost: hub\r\nX: ${"a".repeat(3_000_000)}\r\n\r\n`,
          "GET /%00%ff/../../etc/passwd HTTP/1.1\r\nHost: hub\r\n\r\n",
          "GET //////// HTTP/1.1\r\nHost: \r\n\r\n",
          "BREW / HTTP/1.1\r\nHost: hub\r\n\r\n",
          "GET / HTTP/9.9\r\n\r\n",
          "\x16\x03\x01\x02\x00\x01\x00",
          `POST /api-key HTTP/1.1\r\nHost: hub\r\nContent-Length: -1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
        ];
        const answers: string[] = [];
        for (const text of odd) {
          const socket = await open(port);
          let said = "";
          socket.on("data", (bytes) => {
            said += bytes;
          });
          socket.write(text);
          await Bun.sleep(300);
          socket.destroy();
          answers.push(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? "closed");
        }
        const after = await fetch(url + lightPath, { headers: { "x-api-key": key } });
        return {
          held: answers.every((status) => status === "505" || !status.startsWith("5")) && after.ok,
          figure: `${answers.join(", ")}; then a light call ${after.status}`,
        };
      }),
  },
];
