import { expect, test } from "bun:test";
import { quietLog } from "../../platform/log/log.ts";
import { json } from "../../testing/mod.ts";
import { type ListenOptions, listen } from "./serve.ts";

/** Starts a server that responds when the test says so, and fails on `/throw`. */
function start(options: Partial<ListenOptions> = {}) {
  const told = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const app = {
    server: null,
    async fetch({ url }: Request) {
      const { pathname } = new URL(url);
      if (pathname === "/throw") throw new Error("Boom");
      asked.resolve();
      await told.promise;
      return new Response(pathname);
    },
  };
  const listener = listen(app, {
    port: 0,
    host: "127.0.0.1",
    reusePort: false,
    log: quietLog,
    ...options,
  });
  return { listener, asked: asked.promise, release: told.resolve };
}

/** Sends half of a request, starts the hub's shutdown, and sends the rest. Returns the response. */
async function sendDuringDrain(options: Partial<ListenOptions> = {}): Promise<string> {
  const { listener, asked, release } = start(options);
  const heard = Promise.withResolvers<string>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: listener.port,
    socket: { data: (_, bytes) => heard.resolve(bytes.toString()), close: () => heard.resolve("") },
  });
  socket.write("GET /late HTTP/1.1\r\nHo");
  const first = fetch(`http://127.0.0.1:${listener.port}/first`);
  await asked;
  const drained = listener.drain(5000);
  socket.write("st: hub\r\n\r\n");
  const late = await heard.promise;
  release();
  expect(await (await first).text()).toBe("/first");
  await drained;
  return late;
}

test("a request that arrives during the shutdown is rejected", async () => {
  const late = await sendDuringDrain();
  expect(late).toStartWith("HTTP/1.1 503 ");
  expect(late).toMatch(/^retry-after: 1\r$/im);
  expect(late).toContain('"code":"draining"');
});

test("with the error format of its path", async () => {
  const late = await sendDuringDrain({
    findShape: () => ({ mediaType: "text/plain", write: ({ code }) => `Failed: ${code}` }),
  });
  expect(late).toContain("Failed: draining");
});

test("an error that an app throws is a response too", async () => {
  const { listener } = start();
  const answer = await fetch(`http://127.0.0.1:${listener.port}/throw`);
  expect([answer.status, (await json(answer)).code]).toEqual([500, "internal_error"]);
  await listener.drain(0);
});

test("a port in use is reported with the setting that changes it", async () => {
  const { listener } = start();
  expect(() => start({ port: listener.port })).toThrow(
    `Cannot listen: port ${listener.port} at 127.0.0.1 is in use: set PORT to another port`,
  );
  expect(() => start({ host: "203.0.113.1" })).toThrow(
    'Cannot listen: HOST must be an address of this machine: it is "203.0.113.1"',
  );
  await listener.drain(0);
});

test("an HTTP/1.0 request without a Host is for this hub", async () => {
  const { listener, release } = start();
  release();
  const heard = Promise.withResolvers<string>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: listener.port,
    socket: { data: (_, bytes) => heard.resolve(bytes.toString()) },
  });
  socket.write("GET /health?a=1 HTTP/1.0\r\n\r\n");
  expect(await heard.promise).toEndWith("\r\n\r\n/health");
  socket.end();
  await listener.drain(0);
});

test("a hub that is stopped waits for its responses up to the limit", async () => {
  const { listener, asked } = start();
  const answer = fetch(`http://127.0.0.1:${listener.port}/never`).catch((error) => error);
  await asked;
  expect(listener.isDraining).toBe(false);
  const drained = listener.drain(1);
  expect(listener.isDraining).toBe(true);
  await drained;
  expect(await answer).toBeInstanceOf(Error);
});
