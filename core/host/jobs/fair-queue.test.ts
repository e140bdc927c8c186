import { expect, test } from "bun:test";
import { HubError } from "../../contract/errors.ts";
import { FairQueue, getQueueAccount } from "./fair-queue.ts";

const claim = { account: "ada", kind: "work", limitMs: 1000 };

function open(options: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}): FairQueue {
  return new FairQueue({ size: 1, queueMax: 8, name: "worker", ...options });
}

test("a slot that is released twice is given away once", async () => {
  const queue = open();
  const leave = await queue.enter(claim);
  const [second, third] = [queue.enter(claim), queue.enter(claim)];
  leave();
  leave();
  const leaveSecond = await second;
  expect(queue.stats()).toMatchObject({ running: 1, queued: 1 });
  leaveSecond();
  await third;
});

test("a waiting caller who leaves is removed from the queue immediately", async () => {
  const queue = open();
  await queue.enter(claim);
  const caller = new AbortController();
  const gone = queue.enter({ ...claim, signal: caller.signal });
  expect(queue.stats().queued).toBe(1);
  caller.abort();
  expect(queue.stats().queued).toBe(0);
  await expect(gone).rejects.toMatchObject({ code: "caller_gone" });
});

test("a caller who leaves at the start of their turn passes the slot on", async () => {
  const queue = open();
  const caller = new AbortController();
  const gone = queue.enter({ ...claim, signal: caller.signal });
  caller.abort();
  await expect(gone).rejects.toMatchObject({ code: "caller_gone" });
  await queue.enter(claim);
});

test("a caller whose time runs out while waiting gets an error that the hub is busy", async () => {
  const queue = open();
  await queue.enter(claim);
  const late = queue.enter({ ...claim, signal: AbortSignal.timeout(1) });
  await expect(late).rejects.toMatchObject({ code: "busy", status: 503 });
});

test("a closed queue rejects waiting and new callers, and is idle when the last job is done", async () => {
  const queue = open();
  const leave = await queue.enter(claim);
  const waiting = queue.enter(claim);
  const failure = new HubError("draining", "It shuts down");
  queue.close(failure);
  await expect(waiting).rejects.toBe(failure);
  await expect(queue.enter(claim)).rejects.toBe(failure);
  const idle = queue.idle();
  leave();
  await idle;
  expect(queue.stats()).toEqual({ running: 0, queued: 0, oldestWaitMs: 0 });
});

test("with a queue of zero no caller waits, and a free slot is still given", async () => {
  const queue = open({ queueMax: 0 });
  await queue.enter(claim);
  await expect(queue.enter(claim)).rejects.toMatchObject({ code: "busy" });
});

test.each([
  ["an account, from any address", { id: "k1", address: "192.0.2.1" }, "k1"],
  ["an IPv4 address", { id: undefined, address: "192.0.2.1" }, "192.0.2.1"],
  ["the /64 of an IPv6 address", { id: undefined, address: "2001:db8::7" }, "2001:db8:0:0::/64"],
])("turns are taken by %s", (_, caller, account) => {
  expect(getQueueAccount(caller)).toBe(account);
});
