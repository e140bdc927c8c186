import { afterEach, expect, spyOn, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { loadConfig } from "../app/config.ts";
import { Meter } from "../lib/rolling-window/meter.ts";
import { Health } from "../platform/health/health.ts";
import type { Log } from "../platform/log/log.ts";
import type { RecordsWithAdmin } from "../platform/store/admin-records.ts";
import type { Records } from "../platform/store/records.ts";
import { openSqliteIn } from "../platform/store/sqlite.ts";
import { type OpenGate, openGate } from "./open-gate.ts";
import { firstDetailedDay } from "./usage-period.ts";

let dir = "";
let gate: OpenGate | undefined;
afterEach(async () => {
  failing = "";
  damage = undefined;
  await gate?.close();
  gate = undefined;
  rmSync(dir, { recursive: true });
});

/** The operation of the records that currently fails. */
let failing = "";
/** The fault that the records report. */
let damage: string | undefined;
let faultsAsked = 0;

/** Opens a gate on records with an operation that can be made to fail. */
async function open(): Promise<{ lines: string[]; opened: OpenGate; records: Records }> {
  dir = mkdtempSync(`${tmpdir()}/utilhub-gate-`);
  const lines: string[] = [];
  const recordMessage = (level: string) => (line: string) => void lines.push(`${level}: ${line}`);
  const log: Log = {
    info: recordMessage("info"),
    warn: recordMessage("warn"),
    error: recordMessage("error"),
  };
  const records = new Proxy(openSqliteIn(dir), {
    get(target, name) {
      if (name === "fault") {
        faultsAsked++;
        return () => damage;
      }
      const value = Reflect.get(target, name);
      if (name === failing) return () => Promise.reject(new Error("disk full"));
      return typeof value === "function" ? value.bind(target) : value;
    },
  }) as RecordsWithAdmin;
  gate = await openGate(loadConfig({ HUB_DATA: dir }), { records, health: new Health(log), log });
  return { lines, opened: gate, records };
}

/** Waits until the store has this fault. */
async function until(opened: OpenGate, fault: string | undefined): Promise<void> {
  while (opened.storeFault() !== fault) await Bun.sleep(20);
}

test("an unreadable store is a fault until it recovers, logged once each way", async () => {
  const { opened, lines } = await open();
  expect(opened.storeFault()).toBeUndefined();
  failing = "changesSince";
  await until(opened, "Cannot read the keys");
  // It fails again, which isn't logged again.
  await Bun.sleep(1200);
  expect(opened.storeFault()).toBe("Cannot read the keys");
  failing = "";
  await until(opened, undefined);
  expect(lines).toEqual(["error: Cannot read the keys", "info: Recovered: Cannot read the keys"]);
});

test("rows that cannot be removed at the start of a day are logged, but aren't a fault of the store", async () => {
  const { opened, lines } = await open();
  failing = "kvSweep";
  opened.startDay();
  while (lines.length === 0) await Bun.sleep(5);
  expect(lines[0]).toBe("error: Cannot remove what has expired");
  expect(opened.storeFault()).toBeUndefined();
});

test.each([
  [undefined, "Cannot read the keys: disk full"],
  ["The database is damaged", "The database is damaged"],
])(
  "a start that cannot read the keys fails with the reason: for records with the fault %j, that",
  async (told, why) => {
    failing = "changesSince";
    damage = told;
    await expect(open()).rejects.toThrow(new Error(why));
  },
);

test("frequent checks of the store's fault probe it once a second", async () => {
  const { opened } = await open();
  const [start, before] = [performance.now(), faultsAsked];
  for (let asked = 0; asked < 10_000; asked++) opened.storeFault();
  const seconds = (performance.now() - start) / 1000;
  expect(faultsAsked - before).toBeWithin(1, 2 + seconds);
});

test("the start of a day removes counts that are outside every window", async () => {
  const { opened } = await open();
  const sweep = spyOn(Meter.prototype, "sweep");
  opened.startDay();
  expect(sweep.mock.calls).toEqual([[expect.any(Number)]]);
  sweep.mockRestore();
});

test("the start of a day rolls up old months of usage, in batches", async () => {
  const { opened, records } = await open();
  const { holder } = await opened.accounts.issue("a@example.com", { now: opened.now() });
  const first = firstDetailedDay(opened.now());
  const usage = { keyId: holder.key.id, service: "dev", statusClass: "2xx", count: 1, units: 2 };
  const old = Array.from({ length: 450 }, (_, index) => ({
    ...usage,
    day: first - 1,
    route: `GET /${index}`,
  }));
  const recent = { ...usage, day: first, route: "GET /x" };
  await records.addUsage({ id: "b1", usage: [...old, recent], lastUsed: new Map() });
  opened.startDay();
  const days = { from: 0, to: first + 100 };
  while ((await records.usage([holder.key.id], days)).length > 1) await Bun.sleep(5);
  expect(await records.usage([holder.key.id], days)).toEqual([recent]);
  expect(await records.monthlyUsage(holder.account.id, days)).toMatchObject([
    { service: "dev", statusClass: "2xx", count: 450, units: 900 },
  ]);
});

test("calls fail with store_unavailable if their counters have no room", async () => {
  const { opened } = await open();
  const { meter } = opened;
  const limits = { perMinute: 10, perDay: 100 };
  // Blocks the path of the next counter file.
  mkdirSync(`${dir}/4112-1.counters.${process.pid}/x`, { recursive: true });
  const take = (id: number) => meter.take(meter.counters(id), limits, opened.now());
  for (let id = 1; id <= 256; id++) expect(take(id).ok).toBe(true);
  expect(() => take(257)).toThrow(
    expect.objectContaining({
      code: "store_unavailable",
      message: "The hub cannot count requests at the moment",
    }),
  );
});
