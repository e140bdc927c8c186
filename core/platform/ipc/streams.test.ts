import { expect, test } from "bun:test";
import { StreamSender } from "./streams.ts";

const never = new AbortController().signal;

test("a stream is sent part by part, each on request", async () => {
  const { sender, sent } = startSender();
  const done = sender.run(1, createStream("a", "b"), never);
  expect(await waitForSent(sent)).toEqual([]);
  sender.more(1);
  expect(await waitForSent(sent)).toEqual(["1 a"]);
  sender.more(1);
  expect(await done).toBeUndefined();
  expect(sent).toEqual(["1 a", "1 b"]);
});

test("a request to an ended stream doesn't apply to the next one", async () => {
  const { sender, sent } = startSender();
  const first = sender.run(1, createStream("a"), never);
  sender.more(1);
  await first;
  // The reader requests more while the end of the stream is being sent.
  sender.more(1);
  const second = sender.run(2, createStream("b"), never);
  sender.more(1);
  expect(await waitForSent(sent)).toEqual(["1 a"]);
  sender.more(2);
  await second;
  expect(sent).toEqual(["1 a", "2 b"]);
});

function createStream(...parts: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
}

function startSender() {
  const sent: string[] = [];
  const decoder = new TextDecoder();
  const sender = new StreamSender((id, bytes) => sent.push(`${id} ${decoder.decode(bytes)}`));
  return { sender, sent };
}

/** Returns the messages that were sent once no work is left. */
async function waitForSent(sent: readonly string[]): Promise<string[]> {
  await new Promise((resolve) => setImmediate(resolve));
  return [...sent];
}
