import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { readEmail } from "../access/email-address.ts";
import { kvOf } from "./kv.ts";
import type { Records } from "./records.ts";
import { openSqlite } from "./sqlite.ts";

const dir = mkdtempSync(`${tmpdir()}/utilhub-sqlite-`);
afterAll(() => rmSync(dir, { recursive: true }));

const now = Date.UTC(2026, 0, 2);

/** Makes an account with its first key. */
async function addAccount(records: Records, keyId: string, email = "a@example.com") {
  const account = await records.addAccount(readEmail(email), key(keyId, 0), { tier: "free" });
  if (!account) throw new Error(`"${email}" is known`);
  return account;
}

function key(id: string, accountId: number) {
  return {
    id,
    accountId,
    hash: `hash of ${id}`,
    prefix: "hub_abcdef",
    name: null,
    kind: "secret" as const,
    restrictions: {},
    counterId: null,
    replacedBy: null,
    createdAt: now,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
  };
}

test("a database is made for its owner alone, in WAL mode, and opened again as it was", async () => {
  const path = `${dir}/owner.sqlite`;
  const first = openSqlite(path);
  await addAccount(first, "k1");
  await first.close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const again = openSqlite(path);
  expect((await again.all()).keys.map(({ id }) => id)).toEqual(["k1"]);
  await again.close();
  expect(new Database(path).query("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
});

test("a revoked and an expired key make room for another", async () => {
  const records = openSqlite(":memory:");
  const { id } = await addAccount(records, "k1");
  const limits = { activeMax: 2, now };
  expect(await records.addKey({ ...key("k2", id), expiresAt: now + 10 }, limits)).toBe(true);
  expect(await records.addKey(key("k3", id), limits)).toBe(false);
  await records.revokeKey("k1", now);
  expect(await records.addKey(key("k3", id), limits)).toBe(true);
  expect(await records.addKey(key("k4", id), { activeMax: 2, now: now + 10 })).toBe(true);
});

test("the revision moves with accounts and keys, and not with usage", async () => {
  const records = openSqlite(":memory:");
  const { id } = await addAccount(records, "k1");
  const before = await records.revision();
  const usage = { day: 1, keyId: "k1", service: "dev", route: "GET /x", statusClass: "2xx" };
  await records.addUsage([{ ...usage, count: 2, units: 2 }], new Map());
  expect(await records.revision()).toBe(before);
  await records.setTier(id, "pro");
  expect(await records.revision()).not.toBe(before);
});

test("usage adds up", async () => {
  const records = openSqlite(":memory:");
  const usage = { day: 1, keyId: "k1", service: "dev", route: "GET /x", statusClass: "2xx" };
  await records.addUsage([{ ...usage, count: 2, units: 2 }], new Map());
  await records.addUsage([{ ...usage, count: 3, units: 40 }], new Map());
  expect(await records.usage(["k1"], { from: 1, to: 1 })).toEqual([
    { ...usage, count: 5, units: 42 },
  ]);
});

describe("the key-value store of a plugin", () => {
  const clock = { now };
  const records = openSqlite(":memory:");
  const kv = kvOf(records, "sample", () => clock.now);

  test("keeps JSON and forgets it when it is told to", async () => {
    await kv.set("list", [1, { two: null }]);
    expect(await kv.get<unknown>("list")).toEqual([1, { two: null }]);
    await kv.delete("list");
    expect(await kv.get("list")).toBeUndefined();
  });

  test("lets entries expire, counters too", async () => {
    await kv.set("short", "x", { ttlMs: 10 });
    expect(await kv.increment("calls", 2, { ttlMs: 10 })).toBe(2);
    expect(await kv.increment("calls")).toBe(3);
    clock.now += 10;
    expect(await kv.get("short")).toBeUndefined();
    expect(await kv.increment("calls")).toBe(1);
  });

  test("lists keys by prefix, and shows no other plugin's", async () => {
    await kv.set("a:1", 1);
    await kv.set("a:2", 2);
    await kvOf(records, "other", () => now).set("a:3", 3);
    await kv.set("b", 4);
    expect(await kv.keys("a:")).toEqual(["a:1", "a:2"]);
    expect(await kv.keys("a:", { limit: 1 })).toEqual(["a:2"]);
    expect(await kv.keys("a:", { limit: 5, before: "a:2" })).toEqual(["a:1"]);
    expect(await kv.keys("a:", { limit: 5, before: "a:1" })).toEqual([]);
    expect(await kv.keys()).toContain("b");
  });
});

test("what has expired is removed from the disk, and nothing else", async () => {
  const path = `${dir}/swept.sqlite`;
  const records = openSqlite(path);
  for (let index = 0; index < 1200; index++)
    await records.kvSet("sample", `k${index}`, { value: "1", expiresAt: now + (index % 2) });
  await records.kvSet("sample", "kept", { value: "1", expiresAt: null });
  await records.kvSweep(now);
  const [row] = new Database(path).query("SELECT count(*) AS count FROM kv").all();
  expect(row).toEqual({ count: 601 });
});

describe("a database that cannot be used is named with the reason:", () => {
  test("no database at all", () => {
    const path = `${dir}/text.sqlite`;
    writeFileSync(
      path,
      "This is a text, and a long one at that, so that its header is read.".repeat(9),
    );
    expect(() => openSqlite(path)).toThrow(
      `Cannot open the database "${path}": it is no SQLite database`,
    );
  });

  test("one of a newer hub", async () => {
    const path = `${dir}/newer.sqlite`;
    await openSqlite(path).close();
    new Database(path).run("PRAGMA user_version = 99");
    expect(() => openSqlite(path)).toThrow("it is of a newer hub (schema 99");
  });

  test("one that another program keeps locked", async () => {
    const path = `${dir}/locked.sqlite`;
    const holder = new Database(path);
    holder.run("PRAGMA locking_mode = EXCLUSIVE");
    holder.run("BEGIN EXCLUSIVE");
    expect(() => openSqlite(path)).toThrow("another hub, or another program, keeps it locked");
    holder.close();
  });
});

test("a full disk while the hub runs is a 503 that the log explains", async () => {
  const path = `${dir}/full.sqlite`;
  const records = openSqlite(path);
  const { id } = await addAccount(records, "k1");
  await records.close();
  const limited = openSqlite(path, { pagesMax: 1 });
  const failure = limited.addKey(
    { ...key("k2", id), name: "x".repeat(1 << 20) },
    { activeMax: 3, now },
  );
  await expect(failure).rejects.toMatchObject({
    code: "store_unavailable",
    status: 503,
    cause: "The database failed: the disk is full",
  });
});

describe("of several hubs of a store", () => {
  const run = { plugin: "sample", name: "daily", dueAt: now };
  const lease = (holder: string, at = now) => ({ holder, now: at, expiresAt: at + 1000 });

  test("one has a lease, until it gives it back or its time is up", async () => {
    const records = openSqlite(":memory:");
    const take = (holder: string, at = now) => records.takeLease("x", lease(holder, at));
    expect([await take("a"), await take("b"), await take("a", now + 500)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(await take("b", now + 1499)).toBe(false);
    await records.returnLease("x", "b");
    expect(await take("b", now + 1499)).toBe(false);
    expect(await take("b", now + 1500)).toBe(true);
    await records.returnLease("x", "b");
    expect(await take("a", now + 1500)).toBe(true);
    await records.close();
  });

  test("one runs what is due at a time, and the next when the run has ended or its hub is gone", async () => {
    const records = openSqlite(":memory:");
    const begin = (holder: string, at: number) =>
      records.beginCronRun({ ...run, dueAt: at }, lease(holder, at));
    const end = (holder: string, failure?: string) =>
      records.endCronRun(run, { holder, now: now + 400, failure });
    expect(await begin("a", now)).toBe("begun");
    expect(await begin("b", now)).toBe("taken");
    expect(await begin("b", now + 300)).toBe("running");
    await end("a", "It rained");
    const [first] = await records.cronRuns();
    expect(first).toMatchObject({ endedAt: now + 400, failedAt: now + 400, failure: "It rained" });
    expect(await begin("b", now + 500)).toBe("begun");
    // The failure of before is still the last one; and the first hub can end no run but its own.
    await end("a");
    expect((await records.cronRuns())[0]).toMatchObject({ endedAt: null, failure: "It rained" });
    expect(await begin("a", now + 1499)).toBe("running");
    expect(await begin("a", now + 1500)).toBe("begun");
    await records.close();
  });

  test("none waits for a time that a clock has written which was set back since", async () => {
    const records = openSqlite(":memory:");
    const year = 365 * 86_400_000;
    await records.beginCronRun({ ...run, dueAt: now + year }, lease("a", now + year));
    await records.endCronRun(run, { holder: "a", now: now + year, failure: undefined });
    expect(await records.beginCronRun(run, lease("b"))).toBe("begun");
    await records.close();
  });
});
