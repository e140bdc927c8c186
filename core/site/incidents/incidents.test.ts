import { expect, test } from "bun:test";
import { CircuitBreaker } from "../../host/upstreams/circuit-breaker.ts";
import { quietLog } from "../../platform/log/log.ts";
import { openSqlite } from "../../platform/store/sqlite.ts";
import { Incidents } from "./incidents.ts";

const start = Date.UTC(2026, 0, 2);

/** Simulates the state of a hub on a store that other hubs may share. */
function world({ incidents: records } = openSqlite(":memory:")) {
  const clock = { now: start };
  const seen = {
    storeFault: undefined as string | undefined,
    broken: [] as { name: string; dir: string; reason: string }[],
    late: [] as { plugin: string | undefined; count: number; lastAt: number }[],
    breaker: new CircuitBreaker(() => clock.now),
    failedAt: undefined as number | undefined,
  };
  const incidents = new Incidents({
    records,
    holder: crypto.randomUUID(),
    now: () => clock.now,
    log: quietLog,
    seen: {
      storeFault: () => seen.storeFault,
      broken: () => seen.broken,
      late: () => seen.late,
      upstreams: () => [
        {
          host: "api.example",
          state: seen.breaker.state,
          counts: { sent: 0, retried: 0, failed: 0, refused: 0, coalesced: 0, kept: 0, stale: 0 },
          failures_in_a_row: seen.breaker.failures,
          last_error: "It responded with 500",
          last_error_at: seen.failedAt === undefined ? null : new Date(seen.failedAt).toISOString(),
        },
      ],
    },
  });
  return {
    seen,
    records,
    /** Records faults after this number of seconds. Returns all incidents, with times in seconds. */
    async recordAfter(seconds: number) {
      clock.now += seconds * 1000;
      await incidents.recordFaults();
      return this.listIncidents();
    },
    async listIncidents() {
      const toSeconds = (time: number | null) => (time === null ? null : (time - start) / 1000);
      return (await incidents.recent()).map(({ what, subject, beganAt, endedAt }) => [
        what,
        subject,
        toSeconds(beganAt),
        toSeconds(endedAt),
      ]);
    },
    fail() {
      seen.breaker.admit();
      seen.breaker.recordFailure();
      seen.failedAt = clock.now;
    },
    succeed() {
      seen.breaker.admit();
      seen.breaker.recordSuccess();
    },
  };
}

test("a host with an open circuit breaker is an incident until it responds again", async () => {
  const here = world();
  for (let failures = 0; failures < 4; failures++) here.fail();
  expect(await here.recordAfter(1)).toEqual([]);
  here.fail();
  expect(await here.recordAfter(15)).toEqual([["failing", "api.example", 1, null]]);
  expect(await here.recordAfter(30)).toEqual([["failing", "api.example", 1, null]]);
  here.succeed();
  expect(await here.recordAfter(15)).toEqual([["failing", "api.example", 1, 61]]);
});

test("a skipped service, or one with unhandled errors, is an incident", async () => {
  const here = world();
  here.seen.broken = [{ name: "odd", dir: "/odd", reason: "It is odd" }];
  here.seen.late = [
    { plugin: "sample", count: 2, lastAt: start - 5000 },
    { plugin: undefined, count: 1, lastAt: start },
  ];
  expect(await here.recordAfter(0)).toEqual([
    ["left_out", "odd", 0, null],
    ["threw", "sample", -5, null],
  ]);
  here.seen.broken = [];
  expect(await here.recordAfter(10)).toEqual([
    ["left_out", "odd", 0, 10],
    ["threw", "sample", -5, null],
  ]);
});

test("an unwritable store is reported immediately, and recorded when it recovers", async () => {
  const here = world();
  here.seen.storeFault = "The disk is full";
  here.seen.broken = [{ name: "odd", dir: "/odd", reason: "It is odd" }];
  expect(await here.recordAfter(1)).toEqual([["not_writable", "store", 1, null]]);
  expect(await here.recordAfter(15)).toEqual([["not_writable", "store", 1, null]]);
  expect(await here.records.since(0, 10)).toEqual([]);
  here.seen.storeFault = undefined;
  expect(await here.recordAfter(15)).toEqual([
    ["left_out", "odd", 31, null],
    ["not_writable", "store", 1, 31],
  ]);
});

test("a store that fails between two checks is reported, even if it cannot be read either", async () => {
  const here = world();
  here.seen.storeFault = "The disk is gone";
  here.records.since = () => Promise.reject(new Error("The disk is gone"));
  expect(await here.listIncidents()).toEqual([["not_writable", "store", 0, null]]);
});

test("two hubs of one store record an incident once", async () => {
  const records = openSqlite(":memory:");
  const [one, other] = [world(records), world(records)];
  for (const hub of [one, other]) {
    hub.seen.broken = [{ name: "odd", dir: "/odd", reason: "It is odd" }];
    hub.seen.storeFault = "The disk is full";
    await hub.recordAfter(1);
  }
  for (const hub of [one, other]) {
    hub.seen.storeFault = undefined;
    await hub.recordAfter(20);
  }
  expect(await one.listIncidents()).toEqual([
    ["left_out", "odd", 21, null],
    ["not_writable", "store", 1, 21],
  ]);
});

test("hubs check periodically, remove old incidents, and log failed writes", async () => {
  const logged: string[] = [];
  const asked: string[] = [];
  const fail = (what: string) => async () => {
    asked.push(what);
    throw new Error("The disk is gone");
  };
  const incidents = new Incidents({
    records: {
      recordFaults: fail("look"),
      add: fail("add"),
      sweep: fail("sweep"),
      since: async () => [],
    },
    holder: "one",
    now: () => start,
    log: { ...quietLog, error: (message: string) => void logged.push(message) },
    seen: { storeFault: () => undefined, broken: () => [], late: () => [], upstreams: () => [] },
  });
  incidents.open();
  await incidents.close();
  expect(asked.toSorted()).toEqual(["look", "sweep"]);
  expect(logged.toSorted()).toEqual(["Cannot delete old incidents", "Cannot record incidents"]);
});

test("a failed read is repeated", async () => {
  const { records } = world();
  let isBroken = true;
  const incidents = new Incidents({
    records: {
      ...{ recordFaults: async () => {}, add: async () => {}, sweep: async () => {} },
      since: async (...asked) => {
        if (isBroken) throw new Error("The disk is gone");
        return records.since(...asked);
      },
    },
    holder: "one",
    now: () => start,
    log: quietLog,
    seen: { storeFault: () => undefined, broken: () => [], late: () => [], upstreams: () => [] },
  });
  expect(incidents.recent()).rejects.toThrow("The disk is gone");
  await Bun.sleep(0);
  isBroken = false;
  expect(await incidents.recent()).toEqual([]);
});
