import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { Call } from "../../accounts/call.ts";
import { Datasets } from "../../host/datasets/datasets.ts";
import { openSqlite } from "../../platform/store/sqlite.ts";
import { AdminDatasets } from "./admin-datasets.ts";
import { AuditLog } from "./audit-log.ts";

const dir = mkdtempSync(`${tmpdir()}/utilhub-admin-datasets-`);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

let now = Date.UTC(2026, 0, 1);
const call = new Call(new Request("http://localhost/"), null);
const records = openSqlite(":memory:");

/** Opens one hub of a store, and records its activity. */
function openHub(download: () => Promise<Record<string, Uint8Array>>) {
  const work: Promise<unknown>[] = [];
  const later = (one: Promise<unknown>) => void work.push(one);
  const clock = () => now;
  const datasets = new Datasets({ dir, clock, later });
  const dataset = {
    ...{ title: "Apples", licence: "MIT", attribution: "Nobody", homepage: "https://a.example" },
    isDue: () => false,
    download,
    check: () => ({ build_date: "2026-01-01", entries: 1 }),
  };
  const doors = () => ({ log: { warn() {} } }) as never;
  datasets.add({ id: "shop/apples", dataset, doors });
  const admin = new AdminDatasets({
    audit: new AuditLog({ records: records.admin, now: clock }),
    datasets,
    records,
    isKeptFresh: true,
    now: clock,
    getOperator: () => ({ name: "Ada", address: "192.0.2.1" }),
    later,
  });
  return { admin, settled: () => Promise.all(work) };
}

test("a dataset is refreshed once for all hubs of a store, and all see the progress", async () => {
  const { promise, resolve } = Promise.withResolvers<Record<string, Uint8Array>>();
  let fetched = 0;
  const download = () => {
    fetched++;
    return promise;
  };
  const [one, other] = [openHub(download), openHub(download)];
  expect(await other.admin.findRefresh("shop/apples")).toBeUndefined();
  await one.admin.refresh(call, "shop/apples");
  expect(await other.admin.refresh(call, "shop/apples")).toMatchObject({ state: "running" });
  resolve({ "apples.txt": new Uint8Array(3) });
  await one.settled();
  expect(await other.admin.findRefresh("shop/apples")).toMatchObject({
    state: "succeeded",
    is_new: true,
  });
  expect(fetched).toBe(1);
});

test("a failed refresh has its reason", async () => {
  const { admin, settled } = openHub(() => Promise.reject(new Error("The shop is closed")));
  await admin.refresh(call, "shop/apples");
  await settled();
  expect(await admin.findRefresh("shop/apples")).toMatchObject({
    state: "failed",
    failure: "The shop is closed",
  });
  expect((await admin.list())[0]?.last_failure).toBe("The shop is closed");
});

test("a refresh whose hub has ended is lost, and another can start", async () => {
  const never = openHub(() => new Promise(() => {}));
  const begun = { ...blank, id: "lost", beganAt: now, seenAt: now };
  expect(await records.admin.beginRefresh(begun, now)).toBe(true);
  expect(await never.admin.findRefresh("shop/apples")).toMatchObject({ state: "running" });
  now += 31_000;
  expect(await never.admin.findRefresh("shop/apples")).toMatchObject({
    state: "lost",
    failure: "The hub that fetched it has stopped",
  });
  const again = openHub(async () => ({ "apples.txt": new Uint8Array(4) }));
  await again.admin.refresh(call, "shop/apples");
  await again.settled();
  expect(await never.admin.findRefresh("shop/apples")).toMatchObject({ state: "succeeded" });
});

const blank = {
  dataset: "shop/apples",
  state: "running",
  phase: "waiting",
  endedAt: null,
  failure: null,
  isNew: null,
} as const;
