import { expect, test } from "bun:test";
import { HubError } from "../../contract/errors.ts";
import { ChunkedTransfers } from "../../platform/ipc/chunks.ts";
import { decode, encode } from "../../platform/ipc/codec.ts";
import { toWireError } from "../../platform/ipc/wire-error.ts";
import type { FromJobProcess } from "./job-messages.ts";
import { RemoteDoors } from "./remote-doors.ts";

type Sent = Extract<FromJobProcess, { kind: "call" }>;

/** Opens the doors of a job, and records its calls to the hub, which wait until a test settles them. */
function open() {
  const sent: Sent[] = [];
  const next = Promise.withResolvers<Sent>();
  const loads = new ChunkedTransfers(() => {});
  const remote = new RemoteDoors((message) => {
    sent.push(message as Sent);
    next.resolve(message as Sent);
  }, loads);
  const order = {
    kind: "run" as const,
    id: 7,
    plugin: { name: "sample", dir: import.meta.dir },
    file: "routes/x.get.ts",
    isUnchecked: false,
    values: {},
    caller: { id: undefined, address: "192.0.2.1", userAgent: "", referrer: "" },
    origin: "http://localhost",
    accept: undefined,
    env: {},
    pinned: { now: 5, seed: 1 },
  };
  const doors = remote.open(order, { signal: new AbortController().signal, later() {} });
  return { doors, loads, remote, sent, next: next.promise };
}

test("a dataset arrives with its metadata, or as undefined if there is none", async () => {
  const about = {
    version: "1",
    build_date: "2026-01-01",
    entries: 1,
    fetched_at: null,
    origin: "package" as const,
  };
  for (const value of [{ about, paths: { list: "/tmp/list" } }, undefined]) {
    const { doors, loads, next, remote } = open();
    const found = doors.data.find("list");
    const { call, door, args, id } = await next;
    expect([door, decode(args, loads), id]).toEqual(["data.find", ["list"], 7]);
    remote.settle({ kind: "returned", call, value: await encode(value, loads) });
    expect((await found)?.about).toEqual(value?.about);
  }
});

test("each call gets its own result, and an error keeps its kind", async () => {
  const { doors, loads, remote, sent } = open();
  const [one, two] = [doors.data.get("one"), doors.data.get("two")];
  while (sent.length < 2) await Promise.resolve();
  const [first, second] = sent;
  const fault = toWireError(new HubError("dataset_unavailable", "There is none yet"));
  remote.settle({ kind: "threw", call: second?.call ?? -1, fault });
  await expect(two).rejects.toMatchObject({ code: "dataset_unavailable", status: 503 });
  const about = { version: "1" } as never;
  const value = await encode({ about, paths: {} }, loads);
  remote.settle({ kind: "returned", call: first?.call ?? -1, value });
  expect((await one).about).toEqual(about);
  // A result without a pending call is ignored.
  remote.settle({ kind: "returned", call: 99, value });
});

test("a test's clock is stopped in a job too", () => {
  expect(open().doors.clock()).toBe(5);
});
