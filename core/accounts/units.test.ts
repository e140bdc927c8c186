import { afterAll, expect, test } from "bun:test";
import { unitsMax } from "../lib/rolling-window/windows.ts";
import { gateHub } from "../testing/gate-hub.ts";
import { json, leftOf } from "../testing/mod.ts";
import { loadTiers } from "./tiers.ts";

const tiers = loadTiers({ tiers: "free=1000/100,open=1000/unlimited,wide=1000000/unlimited" });
const hub = await gateHub({ tiers });
afterAll(() => hub.close());
let accounts = 0;

/** Creates a new account. Returns functions that call with its key. */
async function caller(tier = "free") {
  const key = await hub.key(`${accounts++}@example.com`, { tier });
  const headers = { "x-api-key": key };
  const request = new Request("http://hub/", { headers });
  const show = () => hub.keys.show({ request, peer: "192.0.2.1" } as never);
  return {
    call: (query: string) => hub.get(`/api/sample/work?${query}`, headers),
    used: async () => (await show()).used_today,
    usedThisMinute: async () => {
      const { limits, remaining } = await show();
      return Number(limits.per_minute) - Number(remaining.minute);
    },
    usage: async () => {
      await hub.gate.flush();
      const { id } = (await hub.accounts.find(key))?.key ?? { id: "" };
      const rows = await hub.records.usage([id], { from: 0, to: 1e6 });
      return rows.map(({ statusClass, count, units }) => [statusClass, count, units]);
    },
  };
}

test("a call takes its cost from the day, and one from the minute", async () => {
  const { call, used, usage } = await caller();
  const answer = await call("units=40");
  expect([answer.status, leftOf(answer, "day")]).toEqual([200, 60]);
  expect(leftOf(answer, "minute")).toBe(999);
  expect(leftOf(await call(""), "day")).toBe(59);
  expect(await used()).toBe(41);
  expect(await usage()).toEqual([["2xx", 2, 41]]);
});

test("a call that would exceed the day is rejected before any work, and costs nothing", async () => {
  const { call, used, usage } = await caller();
  await call("units=70");
  // If it ran, it would fail.
  const answer = await call("units=31&fail=true");
  expect([answer.status, leftOf(answer, "day")]).toEqual([429, 30]);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(60);
  expect(await json(answer)).toMatchObject({
    code: "quota_exceeded",
    detail:
      'The request costs 31 units, and 30 of the 100 per day of the tier "free" are left: the quota resets at 00:00 UTC',
  });
  expect(await used()).toBe(70);
  expect((await call("units=30")).status).toBe(200);
  expect((await call("")).status).toBe(429);
  expect(await usage()).toEqual([
    ["2xx", 2, 100],
    ["4xx", 1, 0],
  ]);
});

test("a failure of the hub costs nothing, and a rejection one unit", async () => {
  const { call, used, usage } = await caller();
  const failed = await call("units=50&fail=true");
  expect([failed.status, leftOf(failed, "day"), await used()]).toEqual([500, 100, 0]);
  const refused = await call("units=50&refuse=true");
  expect([refused.status, leftOf(refused, "day"), await used()]).toEqual([400, 99, 1]);
  expect(await usage()).toEqual([
    ["4xx", 1, 1],
    ["5xx", 1, 0],
  ]);
});

test("the cost of a call is bounded, even without a daily limit", async () => {
  const { call, used } = await caller("open");
  expect((await call(`units=${unitsMax}`)).status).toBe(200);
  expect((await call(`units=${unitsMax + 1}`)).status).toBe(429);
  expect(await used()).toBe(unitsMax);
});

test("a call that costs more than a day's quota isn't retryable", async () => {
  for (const [tier, units] of [
    ["free", 101],
    ["open", unitsMax + 1],
  ] as const) {
    const answer = await (await caller(tier)).call(`units=${units}`);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, null]);
    expect((await json(answer)).detail).toEndWith(": split the batch");
  }
});

test("concurrent calls never exceed the day's units", async () => {
  const { call, used } = await caller();
  const answers = await Promise.all(Array.from({ length: 40 }, () => call("units=7")));
  expect(answers.filter(({ status }) => status === 200).length).toBe(14);
  expect(await used()).toBe(98);
});

test("an account sees each of its calls of the last minute, even with a high limit", async () => {
  const { call, usedThisMinute } = await caller("wide");
  const seen = [await usedThisMinute()];
  for (const seconds of [0, 0, 30, 29, 2, 30]) {
    hub.clock.now += 1000 * seconds;
    await call("");
    seen.push(await usedThisMinute());
  }
  expect(seen).toEqual([0, 1, 2, 3, 4, 3, 3]);
});
