import { describe, expect, jest, spyOn, test } from "bun:test";
import { afterBody, discardRest } from "./unread-body.ts";

const mebibyte = new Uint8Array(1_048_576);

/** Returns a request with a body from a source, and a record of what happened to it. */
function request(pull: (controller: ReadableStreamDefaultController, call: number) => void) {
  const seen = { chunks: 0, isCancelled: false };
  const body = new ReadableStream(
    {
      pull(controller) {
        pull(controller, seen.chunks++);
      },
      cancel() {
        seen.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  const make = (headers: Record<string, string>) =>
    new Request("http://localhost/", { method: "POST", body, headers });
  return { seen, make };
}

const close = { connection: "Close, TE" };

describe("a response that closes the connection", () => {
  test("waits for the end of the body", async () => {
    const { seen, make } = request((controller, call) =>
      call < 3 ? controller.enqueue(mebibyte) : controller.close(),
    );
    const response = new Response("no");
    expect(await afterBody(make(close), response)).toBe(response);
    expect(seen.chunks).toBe(4);
  });

  test("also waits if the hub closes it", async () => {
    const { seen, make } = request((controller) => controller.close());
    await afterBody(make({}), new Response("no", { headers: { connection: "close" } }));
    expect(seen.chunks).toBe(1);
  });

  test("doesn't wait for an endless body", async () => {
    const { seen, make } = request((controller) => controller.enqueue(mebibyte));
    await afterBody(make(close), new Response("no"));
    expect(seen).toEqual({ chunks: 257, isCancelled: true });
  });

  test("doesn't wait for a stalled body", async () => {
    jest.useFakeTimers();
    try {
      const { seen, make } = request(() => {});
      const answer = afterBody(make(close), new Response("no"));
      jest.advanceTimersByTime(5_000);
      await answer;
      expect(seen.isCancelled).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });
});

test("a response waits at most 30 seconds for a slow body", async () => {
  const elapsed = spyOn(performance, "now").mockReturnValue(0);
  try {
    // Each chunk takes four seconds.
    const { seen, make } = request((controller, call) => {
      elapsed.mockReturnValue(4_000 * (call + 1));
      controller.enqueue(mebibyte);
    });
    await afterBody(make(close), new Response("no"));
    expect(seen).toEqual({ chunks: 8, isCancelled: true });
  } finally {
    elapsed.mockRestore();
  }
});

describe("the rest of a body that is being read", () => {
  const discard = async (headers: Record<string, string>) => {
    const { seen, make } = request((controller, call) =>
      call < 3 ? controller.enqueue(mebibyte) : controller.close(),
    );
    const sent = make(headers);
    if (!sent.body) throw new Error("The request has a body");
    const reader = sent.body.getReader();
    await reader.read();
    await discardRest(sent, reader);
    return seen;
  };

  test("is received if the connection closes", async () => {
    expect(await discard(close)).toEqual({ chunks: 4, isCancelled: false });
  });

  test("is left to the server if it stays open", async () => {
    expect(await discard({})).toEqual({ chunks: 1, isCancelled: true });
  });
});

test("a response on a connection that stays open doesn't wait", () => {
  const { seen, make } = request(() => {});
  const response = new Response("no");
  expect(afterBody(make({ connection: "keep-alive" }), response)).toBe(response);
  expect(response.headers.has("connection")).toBe(false);
  expect(seen.chunks).toBe(0);
});

test("a body whose declared length is too long to discard ends its connection", () => {
  const { seen, make } = request(() => {});
  const response = new Response("no");
  expect(afterBody(make({ "content-length": "268435457" }), response)).toBe(response);
  expect(response.headers.get("connection")).toBe("close");
  expect(seen.chunks).toBe(0);
});

test("a response doesn't wait for a body that was read", async () => {
  const read = new Request("http://localhost/", { method: "POST", body: "text", headers: close });
  await read.text();
  const response = new Response("yes");
  expect(afterBody(read, response)).toBe(response);
});
