import { expect, test } from "bun:test";
import { json } from "../../testing/mod.ts";
import { quietLog } from "../log/log.ts";
import { errorShapes } from "./error-shape.ts";
import { type ListenOptions, listen } from "./serve.ts";

/** A server that answers when it is told to, and `/throw` by throwing. */
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

/** Sends half of a request, lets the hub shut down, and sends the rest: what comes back. */
async function duringDrain(options: Partial<ListenOptions> = {}): Promise<string> {
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

test("a request that comes while the hub shuts down is turned away", async () => {
  const late = await duringDrain();
  expect(late).toStartWith("HTTP/1.1 503 ");
  expect(late).toMatch(/^retry-after: 1\r$/im);
  expect(late).toContain('"code":"draining"');
});

test("in the shape that failures have at its path", async () => {
  const late = await duringDrain({ shapeOf: () => errorShapes.openai });
  expect(late).toContain('"type":"server_error"');
});

test("what an app throws is an answer, too", async () => {
  const { listener } = start();
  const answer = await fetch(`http://127.0.0.1:${listener.port}/throw`);
  expect([answer.status, (await json(answer)).code]).toEqual([500, "internal_error"]);
  await listener.drain(0);
});
