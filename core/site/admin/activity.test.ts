import { expect, test } from "bun:test";
import { HubError } from "../../contract/errors.ts";
import { openSqlite } from "../../platform/store/sqlite.ts";
import { Activity } from "./activity.ts";

const hourMs = 3_600_000;
const start = Date.UTC(2026, 0, 2, 12);
const clock = { now: start };

/** Creates the activities of two processes on one store. */
function openTwo() {
  const { admin: records } = openSqlite(":memory:");
  clock.now = start;
  const open = (holder: string) => new Activity({ records, holder, now: () => clock.now });
  return { one: open("one"), other: open("other"), records };
}

function createUsage(account: number, count: number, statusClass = "2xx") {
  const target = { service: "qr", route: "GET /api/qr/generate" };
  return { ...target, day: 0, units: count, account, keyId: `key_${account}`, statusClass, count };
}

const request = { requestId: "r-1", account: "account_1", route: "GET /a", status: 503, ms: 12 };
const everything = { hours: 24, by: "account", limit: 50 } as const;

test("requests of all processes are summed by account, key, route, status or hour", async () => {
  const { one, other } = openTwo();
  one.add([createUsage(1, 5), createUsage(2, 3), createUsage(1, 2, "5xx")]);
  other.add([createUsage(2, 10)]);
  await other.flush();
  expect((await one.list(everything)).groups).toEqual([
    { name: "2", calls: 13, failed: 0 },
    { name: "1", calls: 7, failed: 2 },
  ]);
  const getNames = async (by: "key" | "route" | "status" | "hour") =>
    (await one.list({ ...everything, by })).groups.map(({ name, calls }) => [name, calls]);
  expect(await getNames("key")).toEqual([
    ["key_2", 13],
    ["key_1", 7],
  ]);
  expect(await getNames("route")).toEqual([["GET /api/qr/generate", 20]]);
  expect(await getNames("status")).toEqual([
    ["2xx", 18],
    ["5xx", 2],
  ]);
  clock.now += hourMs;
  one.add([createUsage(1, 1)]);
  expect(await getNames("hour")).toEqual([
    ["2026-01-02T13:00:00.000Z", 1],
    ["2026-01-02T12:00:00.000Z", 20],
  ]);
  const filter = { ...everything, account: 1, status: "5xx" };
  expect((await one.list(filter)).groups).toEqual([{ name: "1", calls: 2, failed: 2 }]);
});

test("failures have their cause, and are found by request id", async () => {
  const { one } = openTwo();
  const cause = new Error("connect ECONNREFUSED");
  one.recordFailure(request, new HubError("upstream_unavailable", "Cannot reach it", { cause }));
  one.recordFailure({ ...request, requestId: "r-2" }, new HubError("busy", 'It is "secret"'));
  const { failures } = await one.list({ ...everything, status: "5xx" });
  expect(failures).toMatchObject([
    { requestId: "r-2", code: "busy", cause: "" },
    { requestId: "r-1", code: "upstream_unavailable", cause: "Error: connect ECONNREFUSED" },
  ]);
  const found = await one.list({ ...everything, requestId: "r-1" });
  expect(found.failures).toMatchObject([{ requestId: "r-1", at: start, account: "account_1" }]);
});

test("the slowest requests of an hour are kept, and what exceeds the limits is counted as others", async () => {
  const { one } = openTwo();
  for (let ms = 1; ms <= 200; ms++) one.recordSlow({ ...request, status: 200, ms });
  const { slow } = await one.list({ ...everything, limit: 1000 });
  expect([slow.length, slow[0]?.ms, slow.at(-1)?.ms]).toEqual([100, 200, 101]);
  one.add(Array.from({ length: 2100 }, (_, index) => createUsage(index + 1, 1)));
  const { groups } = await one.list({ ...everything, by: "key", limit: 3000 });
  expect(groups[0]).toEqual({ name: "others", calls: 100, failed: 0 });
  expect(groups).toHaveLength(2001);
});

test("requests are removed after 30 days, and a failed write is repeated", async () => {
  const { one, records } = openTwo();
  one.add([createUsage(1, 5)]);
  await one.flush();
  clock.now += 31 * 24 * hourMs;
  one.add([createUsage(1, 1)]);
  const { saveActivity } = records;
  records.saveActivity = () => Promise.reject(new Error("The disk is full"));
  await expect(one.flush()).rejects.toThrow("The disk is full");
  records.saveActivity = saveActivity;
  await one.flush();
  expect(await records.activity(start / hourMs)).toEqual([]);
  expect((await one.list({ ...everything, hours: 720 })).groups).toEqual([
    { name: "1", calls: 1, failed: 0 },
  ]);
});
