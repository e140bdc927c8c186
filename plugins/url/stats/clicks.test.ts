import { expect, test } from "bun:test";
import { seededRandom } from "hub/testing";
import type { Doors } from "../doors.ts";
import { firefox } from "../link-hub.fixture.ts";
import { Clicks } from "./clicks.ts";
import { buildReport } from "./report.ts";

const now = Date.UTC(2026, 0, 2, 23, 59, 59);
const days = { from: "2026-01-01", to: "2026-01-31" };
const caller = { id: undefined, address: "198.51.100.7", userAgent: firefox, referrer: "" };

const linkAt = (key: string, isLimited = false) => ({ key, owner: "account_1", isLimited });

/** An in-memory store that can be made to fail, with access to its content. */
function store() {
  const entries = new Map<string, { value: string; ttlMs: number | undefined }>();
  const state = { fails: false };
  const check = () => {
    if (state.fails) throw new Error("The disk is full");
  };
  const kv = {
    get: async (key: string) => {
      check();
      return entries.has(key) ? JSON.parse(entries.get(key)!.value) : undefined;
    },
    set: async (key: string, value: unknown, { ttlMs }: { ttlMs?: number } = {}) => {
      check();
      entries.set(key, { value: JSON.stringify(value), ttlMs });
    },
    increment: async (key: string, by = 1, { ttlMs }: { ttlMs?: number } = {}) => {
      check();
      const value = Number(entries.get(key)?.value ?? 0) + by;
      entries.set(key, { value: String(value), ttlMs });
      return value;
    },
    keys: async (prefix = "") => [...entries.keys()].filter((key) => key.startsWith(prefix)).sort(),
  } as unknown as Doors["kv"];
  return { kv, entries, state };
}

function clicksOn(kv: Doors["kv"], seed = 1, errors: string[] = []) {
  const log = { info() {}, warn() {}, error: (message: string) => void errors.push(message) };
  const rest = { later: (work: unknown) => void work, clock: () => now, net: {} as Doors["net"] };
  return new Clicks({ kv, random: seededRandom(seed), log, ...rest });
}

test("stored data doesn't identify visitors", async () => {
  const { kv, entries } = store();
  const clicks = clicksOn(kv);
  clicks.count(linkAt("a"), { ...caller, referrer: "https://news.example/private?page" }, now);
  await clicks.flush();
  const kept = JSON.stringify([...entries]);
  for (const secret of ["198.51.100", "Gecko", "rv:140", "private"])
    expect(kept).not.toContain(secret);
});

test("the identification of visitors ends with the day", async () => {
  const { kv, entries } = store();
  const clicks = clicksOn(kv);
  clicks.count(linkAt("a"), caller, now);
  await clicks.flush();
  const lasting = [...entries].filter(([, { ttlMs }]) => ttlMs === undefined).map(([key]) => key);
  expect(lasting.map((key) => key.split(":")[0])).toEqual(["clicks"]);
  for (const { ttlMs } of entries.values()) expect(ttlMs ?? 0).toBeLessThanOrEqual(61_000);
});

test("two processes add up, and share their visitors", async () => {
  const { kv } = store();
  const [one, two] = [clicksOn(kv, 1), clicksOn(kv, 2)];
  for (const clicks of [one, two, one]) clicks.count(linkAt("a"), caller, now);
  two.count(linkAt("a"), { ...caller, address: "198.51.100.8" }, now);
  await Promise.all([one.flush(), two.flush()]);
  expect(await buildReport("a", days, { kv })).toMatchObject({ clicks: 4, unique: 2 });
});

test("an idle process continues its counts", async () => {
  const { kv } = store();
  for (let round = 0; round < 3; round++) {
    const clicks = clicksOn(kv);
    clicks.count(linkAt("a"), caller, now);
    await clicks.flush();
  }
  expect(await buildReport("a", days, { kv })).toMatchObject({ clicks: 3, unique: 1 });
  expect((await kv.keys("clicks:")).length).toBe(1);
});

test("a day's last clicks count for that day, even if they are written on the next", async () => {
  const { kv } = store();
  const clicks = clicksOn(kv);
  for (const at of [now, now + 2000, now + 3000]) clicks.count(linkAt("a"), caller, at);
  await clicks.flush();
  const { by_day } = await buildReport("a", days, { kv });
  expect(by_day.map(({ date, clicks, unique }) => [date, clicks, unique])).toEqual([
    ["2026-01-02", 1, 1],
    ["2026-01-03", 2, 1],
  ]);
});

test("separates the statistics of links with a common prefix", async () => {
  const { kv } = store();
  const clicks = clicksOn(kv);
  clicks.count(linkAt("sale"), caller, now);
  clicks.count(linkAt("sale2"), caller, now);
  await clicks.flush();
  expect((await buildReport("sale", days, { kv })).clicks).toBe(1);
});

test("keeps clicks that can't be written until the next attempt", async () => {
  const { kv, state } = store();
  const errors: string[] = [];
  const clicks = clicksOn(kv, 1, errors);
  state.fails = true;
  clicks.count(linkAt("a"), caller, now);
  await Bun.sleep(0);
  expect(errors).toEqual(["Cannot count clicks: Error: The disk is full"]);
  state.fails = false;
  clicks.count(linkAt("a"), caller, now);
  await clicks.flush();
  expect((await buildReport("a", days, { kv })).clicks).toBe(2);
});

test("creates a salt that another process reserved but never wrote", async () => {
  const { kv } = store();
  await kv.increment("salting:2026-01-02");
  const clicks = clicksOn(kv);
  clicks.count(linkAt("a"), caller, now);
  await clicks.flush();
  expect((await buildReport("a", days, { kv })).unique).toBe(1);
});

test("clicks of a limit that a process lost are counted, once", async () => {
  const { kv } = store();
  const clicks = clicksOn(kv);
  clicks.count(linkAt("a", true), caller, now);
  await clicks.flush();
  const read = async (used: number, range = days) => buildReport("a", range, { kv, used });
  const lost = await read(5);
  expect(lost).toMatchObject({ clicks: 5, by_day: [{ date: "2026-01-02", clicks: 5 }] });
  expect(await read(1)).toMatchObject({ clicks: 1 });
  expect(await read(5, { from: "2026-01-03", to: "2026-01-31" })).toMatchObject({ clicks: 0 });
});

test("what a visitor did can prove that it is no crawler", async () => {
  const { kv } = store();
  const clicks = clicksOn(kv);
  const crawler = { ...caller, userAgent: "Googlebot/2.1" };
  clicks.count(linkAt("a"), crawler, now);
  await clicks.flush();
  clicks.count(linkAt("a"), crawler, now, { isPerson: true });
  await clicks.flush();
  expect(await buildReport("a", days, { kv })).toMatchObject({ clicks: 1, bots: 1, unique: 1 });
});
