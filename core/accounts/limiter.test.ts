import { afterEach, expect, test } from "bun:test";
import type { Meter } from "../lib/rolling-window/meter.ts";
import { gateHub } from "../testing/gate-hub.ts";
import { leftOf } from "../testing/mod.ts";
import type { Limiter } from "./limiter.ts";
import { LocalLimiter } from "./local-limiter.ts";

const open: { close(): void }[] = [];

afterEach(() => {
  for (const hub of open.splice(0)) hub.close();
});

async function hub(limiterOf: (meter: Meter) => Limiter) {
  const made = await gateHub({ limiterOf });
  open.push(made);
  return made;
}

/** Delegates to the meter after a delay. */
function delayLimiter(meter: Meter): Limiter {
  const local = new LocalLimiter(meter);
  const soon = <Result>(work: () => Result) => Bun.sleep(1).then(work);
  return {
    take: (...given) => soon(() => local.take(...given)),
    charge: (...given) => soon(() => local.charge(...given)),
    peek: (...given) => soon(() => local.peek(...given)),
    refundUnits: (...given) => local.refundUnits(...given),
    takeByAddress: (...given) => soon(() => local.takeByAddress(...given)),
    hasLeftByAddress: (...given) => soon(() => local.hasLeftByAddress(...given)),
    getWindowMs: (window) => local.getWindowMs(window),
  };
}

test("calls with an asynchronous limiter are accepted and rejected like others", async () => {
  const { key, get } = await hub(delayLimiter);
  const headers = { "x-api-key": await key("a@example.com") };
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => get("/api/sample/work", headers)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array<number>(10).fill(200),
    429,
    429,
  ]);
  const left = answers.map((answer) => leftOf(answer, "minute"));
  expect(left.toSorted((one, other) => one - other)).toEqual([0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("units with an asynchronous limiter are charged, rejected and refunded", async () => {
  const { key, get, keys } = await hub(delayLimiter);
  const headers = { "x-api-key": await key("a@example.com") };
  const request = new Request("http://localhost/", { headers });
  const used = async () => (await keys.show({ request } as never)).used_today;
  expect((await get("/api/sample/work?units=70", headers)).status).toBe(200);
  const refused = await get("/api/sample/work?units=70", headers);
  expect(await refused.json()).toMatchObject({ code: "quota_exceeded" });
  expect((await get("/api/sample/work?units=20&fail=true", headers)).status).toBe(500);
  expect(await used()).toBe(70);
});

test("paths without a key and unknown paths also wait for an asynchronous limiter", async () => {
  const { get } = await hub(delayLimiter);
  const statuses = async (path: string, count: number) => {
    const answers = [];
    for (let index = 0; index < count; index++) answers.push((await get(path)).status);
    return answers;
  };
  expect(await statuses("/paced", 8)).toEqual([...Array<number>(7).fill(200), 429]);
  expect(await statuses("/try/none", 6)).toEqual([...Array<number>(5).fill(404), 429]);
  expect(await statuses("/api/none", 1)).toEqual([401]);
});

test("a key with an asynchronous look-up is found, and an unknown one is rejected", async () => {
  const { accounts, key, get } = await hub(delayLimiter);
  const given = await key("a@example.com");
  const { find } = accounts;
  accounts.find = ((key: string) =>
    Bun.sleep(1).then(() => find.call(accounts, key))) as unknown as typeof find;
  const fetchStatus = async (key: string) =>
    (await get("/api/sample/work", { "x-api-key": key })).status;
  expect([await fetchStatus(given), await fetchStatus(`${given.slice(0, -1)}!`)]).toEqual([
    200, 401,
  ]);
});

test("an error of the limiter is returned as an error, on routes and on unknown paths", async () => {
  const { key, get } = await hub((meter) => ({
    ...delayLimiter(meter),
    take: () => Promise.reject(new Error("It is gone")),
    takeByAddress: () => Promise.reject(new Error("It is gone")),
  }));
  const headers = { "x-api-key": await key("a@example.com") };
  for (const path of ["/api/sample/work", "/api/none", "/try/none", "/plain"]) {
    const answer = await get(path, headers);
    expect([path, answer.status]).toEqual([path, 500]);
    expect(await answer.json()).toMatchObject({ code: "internal_error" });
  }
});
