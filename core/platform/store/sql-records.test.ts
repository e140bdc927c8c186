import { beforeEach, describe, expect, test } from "bun:test";
import type { Kv } from "../../contract/doors.ts";
import { inEachDatabase, type TestDatabase } from "../../testing/each-database.ts";
import { addAccount, createTestKey, issuedAt } from "../../testing/test-keys.ts";
import { readEmail } from "../mail/email-address.ts";
import type { AccountFilter, RecordsWithAdmin, UsagePart } from "./admin-records.ts";
import { createKv } from "./kv.ts";
import { changesKept, changesMax, type KeyRecord, type Records, type Usage } from "./records.ts";

const now = issuedAt;

let batches = 0;

function add(records: Records, ...usage: Usage[]) {
  return records.addUsage({ id: `b${++batches}`, usage, lastUsed: new Map() });
}

/** Returns the start of a query in both databases: a table of numbers up to the last one. */
function numbersUpTo(last: number, first = 1): string {
  return `WITH RECURSIVE numbers (number) AS (
    SELECT ${first} UNION ALL SELECT number + 1 FROM numbers WHERE number < ${last})`;
}

inEachDatabase((create) => {
  const open = async () => (await create()).open();

  test("a revoked and an expired key make room for another", async () => {
    const records = await open();
    const { id } = await addAccount(records, "k1");
    const limits = { activeMax: 2, now };
    expect(await records.addKey({ ...createTestKey("k2", id), expiresAt: now + 10 }, limits)).toBe(
      true,
    );
    expect(await records.addKey(createTestKey("k3", id), limits)).toBe(false);
    await records.revokeKey("k1", now);
    expect(await records.addKey(createTestKey("k3", id), limits)).toBe(true);
    expect(await records.addKey(createTestKey("k4", id), { activeMax: 2, now: now + 10 })).toBe(
      true,
    );
  });

  test("a key that has ended creates no other", async () => {
    const records = await open();
    const { id } = await addAccount(records, "k1");
    const add = (key: string, madeBy: string, at = now) =>
      records.addKey({ ...createTestKey(key, id), madeBy }, { activeMax: 9, now: at });
    expect(await add("k2", "k1")).toBe(true);
    await records.changeKey("k2", (key) => ({ ...key, suspendedAt: now, suspendedBy: "k1" }));
    await expect(add("k3", "k2")).rejects.toMatchObject({ code: "key_revoked" });
    await records.changeKey("k1", (key) => ({ ...key, expiresAt: now + 1 }));
    await expect(add("k3", "k1", now + 1)).rejects.toMatchObject({ code: "key_revoked" });
    await expect(add("k3", "unknown")).rejects.toMatchObject({ code: "key_revoked" });
    expect(await records.listKeys(id)).toHaveLength(2);
  });

  test("a replacement takes over the keys that the old key created and suspended", async () => {
    const records = await open();
    const { id } = await addAccount(records, "k1");
    const own = { madeBy: "k1", suspendedAt: now, suspendedBy: "k1" };
    const limits = { activeMax: 9, now };
    await records.addKey({ ...createTestKey("k2", id), ...own }, limits);
    await records.addKey(createTestKey("k3", id), limits);
    await records.replaceKey("k1", createTestKey("k4", id), { now, endsAt: now + 5 });
    const keys = await records.listKeys(id);
    const makers = keys.map(({ id, madeBy, suspendedBy }) => [id, madeBy, suspendedBy]);
    expect(makers).toEqual([
      ["k1", null, null],
      ["k2", "k4", "k4"],
      ["k3", null, null],
      ["k4", null, null],
    ]);
  });

  test("the unfinished jobs of a key are cancelled together, and returned once", async () => {
    const { asyncJobs } = await open();
    const job = { account: "a", service: "dev", route: "POST /x", requestBytes: 1, createdAt: now };
    const bounds = { unfinishedMax: 30, totalBytesMax: 1000 };
    const webhookUrl = "https://a.example/";
    for (const [id, keyId] of [
      ["j1", "k1"],
      ["j2", "k1"],
      ["j3", "k1"],
      ["j4", "k2"],
      ["j5", null],
    ] as const)
      await asyncJobs.add({ ...job, id, keyId, call: `"${id}"`, webhookUrl }, bounds);
    const lease = { holder: "h", now, leaseUntil: now + 9 };
    for (let count = 0; count < 2; count++) await asyncJobs.claim(lease, { attemptsMax: 2 });
    const end = { state: "succeeded", status: 200, headers: {}, resultBytes: 0, now } as const;
    await asyncJobs.end("j1", "h", end);
    expect((await asyncJobs.listBusyKeys()).toSorted()).toEqual(["k1", "k2"]);
    const cancelled = await asyncJobs.cancelOfKey("k1", now + 1);
    expect(cancelled.map(({ id, call }) => [id, call]).toSorted()).toEqual([
      ["j2", '"j2"'],
      ["j3", '"j3"'],
    ]);
    expect(await asyncJobs.cancelOfKey("k1", now + 2)).toEqual([]);
    for (const id of ["j2", "j3"])
      expect(await asyncJobs.find(id)).toMatchObject({
        ...{ state: "cancelled", endedAt: now + 1, call: null, requestBytes: 0, webhook: "failed" },
      });
    expect(await asyncJobs.find("j1")).toMatchObject({ state: "succeeded", webhook: "pending" });
    expect(await asyncJobs.end("j2", "h", end)).toBe(false);
    expect(await asyncJobs.listBusyKeys()).toEqual(["k2"]);
  });

  test("the revision changes with accounts and keys, but not with usage", async () => {
    const records = await open();
    const { id } = await addAccount(records, "k1");
    const before = await records.revision();
    const usage = { day: 1, keyId: "k1", service: "dev", route: "GET /x", statusClass: "2xx" };
    await add(records, { ...usage, count: 2, units: 2 });
    expect(await records.revision()).toBe(before);
    await records.setTier(id, "pro");
    expect(await records.revision()).not.toBe(before);
  });

  describe("the changes since a revision", () => {
    test("are the IDs of keys and accounts", async () => {
      const records = await open();
      const begin = await records.revision();
      const { id } = await addAccount(records, "k1");
      const other = await addAccount(records, "k2", "b@example.com");
      await records.addKey(createTestKey("k3", id), { activeMax: 9, now });
      // No process has cached the new rows.
      expect(await records.changesSince(begin)).toEqual({
        revision: begin,
        keys: [],
        accounts: [],
      });
      const settings = { webhookUrl: null, webhookSecret: null, mailNotices: 1 };
      const changes: [{ keys?: string[]; accounts?: number[] }, () => Promise<unknown>][] = [
        [{ keys: ["k3"] }, () => records.changeKey("k3", (key) => key)],
        [
          { keys: ["k3"] },
          () => records.replaceKey("k3", createTestKey("k4", id), { now, endsAt: now + 9 }),
        ],
        [{ keys: ["k2"] }, () => records.revokeKey("k2", now)],
        [{ accounts: [id] }, () => records.setTier(id, "pro")],
        [{ accounts: [id] }, () => records.setNotices(id, settings)],
        [{ accounts: [id] }, () => records.admin.changeAccount(id, { ...other, perDay: 7 })],
        [{ accounts: [id] }, () => records.admin.revokeAccountKeys(id, now)],
      ];
      for (const [told, change] of changes) {
        const before = await records.revision();
        await change();
        expect(await records.changesSince(before)).toEqual({
          revision: before + 1,
          keys: [],
          accounts: [],
          ...told,
        });
      }
    });

    test("are a whole account if a code revokes its other keys", async () => {
      const records = await open();
      const { id, email, folded } = await addAccount(records, "k1");
      const address = { email, folded };
      await records.addCode({ address, hash: "c" }, { mailsMax: 1, windowMs: 1, now });
      const before = await records.revision();
      await records.useCode({ folded, hash: "c" }, createTestKey("k2", id), {
        tier: "free",
        now,
        lifeMs: 10,
        attemptsMax: 1,
        activeMax: 2,
        revokeOthers: true,
      });
      expect(await records.changesSince(before)).toMatchObject({ accounts: [id] });
    });

    test("are too many after all keys were revoked, long ago, and by an earlier version", async () => {
      const database = await create();
      const records = await database.open();
      const { id } = await addAccount(records, "k1");
      const begin = await records.revision();
      const last = begin + changesMax - 1;
      await database.run(
        `INSERT INTO changes ${numbersUpTo(last, begin + 1)} SELECT number, NULL, ${id} FROM numbers`,
      );
      await database.run(`UPDATE revision SET number = ${last}`);
      await records.setTier(id, "pro");
      expect(await records.changesSince(begin)).toMatchObject({ revision: begin + changesMax });
      await records.setTier(id, "free");
      expect(await records.changesSince(begin)).toBe("too many");
      expect(await records.changesSince(begin + 1)).toMatchObject({
        revision: begin + changesMax + 1,
      });
      await database.run("UPDATE revision SET number = number + 1");
      await records.setTier(id, "pro");
      expect(await records.changesSince(begin + changesMax + 1)).toBe("too many");
      const before = await records.revision();
      await records.revokeAllKeys(now);
      expect(await records.changesSince(before)).toBe("too many");
      // A backup has replaced the database.
      expect(await records.changesSince(before + 100)).toBe("too many");
    });

    test("are kept for a while", async () => {
      const database = await create();
      const records = await database.open();
      const { id } = await addAccount(records, "k1");
      await database.run(`UPDATE revision SET number = number + ${changesKept}`);
      await records.setTier(id, "pro");
      expect(await database.run("SELECT revision FROM changes")).toHaveLength(1);
    });
  });

  test("a code becomes invalid after the maximum number of wrong attempts", async () => {
    const records = await open();
    const address = { email: "a@example.com", folded: "a@example.com" };
    await records.addCode({ address, hash: "right" }, { mailsMax: 9, windowMs: 1, now });
    const tryCode = async (hash: string) => {
      const use = {
        tier: "free",
        now,
        lifeMs: 10,
        attemptsMax: 3,
        activeMax: 2,
        revokeOthers: false,
      };
      const { folded } = address;
      return (await records.useCode({ folded, hash }, createTestKey("k1", 0), use)).outcome;
    };
    for (const guess of ["a", "b", "c"]) expect(await tryCode(guess)).toBe("invalid");
    expect(await tryCode("right")).toBe("invalid");
    await records.addCode({ address, hash: "newer" }, { mailsMax: 9, windowMs: 1, now });
    for (const guess of ["a", "b"]) await tryCode(guess);
    expect(await tryCode("newer")).toBe("issued");
  });

  test("a key is found by its hash and ID with its account, and all of them page by page", async () => {
    const records = await open();
    const account = await addAccount(records, "k1");
    const other = await addAccount(records, "k2", "b@example.com");
    await records.addKey(createTestKey("k3", account.id), { activeMax: 9, now });
    const holder = { key: createTestKey("k1", account.id), account };
    expect(await records.holderByHash("hash of k1")).toEqual(holder);
    expect(await records.holderById("k1")).toEqual(holder);
    expect(await records.holderByHash("hash of k4")).toBeUndefined();
    expect(await records.holderById("k4")).toBeUndefined();
    expect(await records.account(other.id)).toEqual(other);
    const ids = async (page: { after: string; limit: number; tier?: string }) =>
      (await records.holders(page)).map(({ key: { id }, account: { email } }) => [id, email]);
    expect(await ids({ after: "", limit: 2 })).toEqual([
      ["k1", account.email],
      ["k2", other.email],
    ]);
    expect(await ids({ after: "k2", limit: 2 })).toEqual([["k3", account.email]]);
    await records.setTier(other.id, "pro");
    expect(await ids({ after: "", limit: 2, tier: "pro" })).toEqual([["k2", other.email]]);
  });

  test("old usage is rolled up by account and month, in batches, and no total changes", async () => {
    const records = await open();
    const { id } = await addAccount(records, "k1");
    const other = await addAccount(records, "k2", "b@example.com");
    await records.addKey(createTestKey("k3", id), { activeMax: 9, now });
    const day = (date: string) => Date.parse(date) / 86_400_000;
    const usage = { service: "dev", statusClass: "2xx" };
    const kept = {
      ...usage,
      day: day("2026-03-01"),
      keyId: "k1",
      route: "GET /x",
      count: 5,
      units: 6,
    };
    await add(
      records,
      { ...usage, day: day("2026-01-01"), keyId: "k1", route: "GET /x", count: 1, units: 10 },
      { ...usage, day: day("2026-01-31"), keyId: "k3", route: "GET /y", count: 2, units: 20 },
      { ...usage, day: day("2026-02-28"), keyId: "k1", route: "GET /x", count: 3, units: 30 },
      { ...usage, day: day("2026-02-01"), keyId: "k2", route: "GET /x", count: 4, units: 40 },
      kept,
    );
    const days = { from: day("2026-01-01"), to: day("2026-12-31") };
    const totals = () => records.admin.usageTotals(days, { by: [] });
    const before = await totals();
    const march = day("2026-03-01");
    expect(await records.rollUpUsage(march, 3)).toBe(3);
    expect(await totals()).toEqual(before);
    expect(await records.rollUpUsage(march, 3)).toBe(1);
    expect(await records.rollUpUsage(march, 3)).toBe(0);
    expect(await totals()).toEqual(before);
    expect(await records.usage(["k1", "k2", "k3"], days)).toEqual([kept]);
    expect(await records.monthlyUsage(id, days)).toEqual([
      { ...usage, day: day("2026-01-01"), count: 3, units: 30 },
      { ...usage, day: day("2026-02-01"), count: 3, units: 30 },
    ]);
    expect(await records.monthlyUsage(id, { ...days, from: day("2026-01-02") })).toHaveLength(1);
    expect(await records.admin.usageTotals(days, { by: [], accountId: other.id })).toMatchObject([
      { count: 4, units: 40 },
    ]);
  });

  test("the units of a day are reported by account, and by key if it is counted separately", async () => {
    const records = await open();
    const { id } = await addAccount(records, "k1");
    const counterId = await records.addCounter();
    await records.addKey({ ...createTestKey("k2", id), counterId }, { activeMax: 9, now });
    const usage = { service: "dev", route: "GET /x", statusClass: "2xx", count: 1 };
    await add(
      records,
      { ...usage, day: 1, keyId: "k1", units: 2 },
      { ...usage, day: 1, keyId: "k2", units: 30 },
      { ...usage, day: 2, keyId: "k2", units: 400 },
    );
    const units = new Map<number, number>();
    await records.unitsOfDay(1, (counter, count) => units.set(counter, count));
    expect(units).toEqual(
      new Map([
        [id, 32],
        [counterId, 30],
      ]),
    );
  });

  test("a reset gives an account and each shared counter of its keys a new one", async () => {
    const records = await open();
    const { id } = await addAccount(records, "k1");
    const counterId = await records.addCounter();
    for (const key of ["k2", "k3"])
      await records.addKey({ ...createTestKey(key, id), counterId }, { activeMax: 9, now });
    await records.admin.resetCounters(id);
    const counters = [(await records.account(id))?.counterId];
    for (const key of await records.listKeys(id)) counters.push(key.counterId);
    const [ofAccount, ofFirst, ofSecond, ofThird] = counters;
    expect(ofFirst).toBeNull();
    expect(ofSecond).toBe(ofThird);
    expect(new Set([id, counterId, ofAccount, ofSecond]).size).toBe(4);
    const usage = { service: "dev", route: "GET /x", statusClass: "2xx", count: 1, units: 1 };
    await add(records, { ...usage, day: 1, keyId: "k1" }, { ...usage, day: 1, keyId: "k2" });
    const units = new Map<number, number>();
    await records.unitsOfDay(1, (counter, count) => units.set(counter, count));
    expect(units.get(ofAccount ?? 0)).toBe(2);
    expect(units.get(ofSecond ?? 0)).toBe(1);
  });

  test("a key is changed atomically or not at all", async () => {
    const records = await open();
    const { id } = await addAccount(records, "k1");
    const append = () => records.changeKey("k1", (key) => ({ ...key, name: `${key.name ?? ""}x` }));
    await Promise.all([append(), append(), append()]);
    const refuse = () => {
      throw new Error("Cannot change it");
    };
    await expect(records.changeKey("k1", refuse)).rejects.toThrow("Cannot change it");
    const suspend = (key: KeyRecord) => ({ ...key, suspendedAt: now });
    expect(await records.changeKey("k1", suspend)).toMatchObject({ name: "xxx", suspendedAt: now });
    expect(await records.listKeys(id)).toMatchObject([{ name: "xxx", suspendedAt: now }]);
  });

  test("a code of a suspended account issues no key", async () => {
    const records = await open();
    const account = await addAccount(records, "k1");
    await records.admin.changeAccount(account.id, { ...account, suspendedAt: now });
    const address = readEmail("a@example.com");
    const code = { address, hash: "h" };
    await records.addCode(code, { mailsMax: 9, windowMs: 9, now });
    const use = { tier: "free", now, lifeMs: 9, attemptsMax: 9, activeMax: 9, revokeOthers: true };
    const result = await records.useCode(
      { folded: address.folded, hash: "h" },
      createTestKey("k2", 0),
      use,
    );
    expect(result).toEqual({ outcome: "suspended" });
    expect(await records.listKeys(account.id)).toMatchObject([{ id: "k1", revokedAt: null }]);
  });

  test("usage adds up", async () => {
    const records = await open();
    const usage = { day: 1, keyId: "k1", service: "dev", route: "GET /x", statusClass: "2xx" };
    await add(records, { ...usage, count: 2, units: 2 });
    await add(records, { ...usage, count: 3, units: 40 });
    expect(await records.usage(["k1"], { from: 1, to: 1 })).toEqual([
      { ...usage, count: 5, units: 42 },
    ]);
  });

  describe("the key-value store of a plugin", () => {
    const clock = { now };
    let records: Records;
    let kv: Kv;
    beforeEach(async () => {
      records = await open();
      kv = createKv(records, "sample", () => clock.now);
    });

    test("keeps JSON until it is deleted", async () => {
      await kv.set("list", [1, { two: null }]);
      expect(await kv.get<unknown>("list")).toEqual([1, { two: null }]);
      await kv.delete("list");
      expect(await kv.get("list")).toBeUndefined();
    });

    test("expires entries, including counters", async () => {
      await kv.set("short", "x", { ttlMs: 10 });
      expect(await kv.increment("calls", 2, { ttlMs: 10 })).toBe(2);
      expect(await kv.increment("calls")).toBe(3);
      clock.now += 10;
      expect(await kv.get("short")).toBeUndefined();
      expect(await kv.increment("calls")).toBe(1);
    });

    test("lists keys by prefix, without those of other plugins", async () => {
      await kv.set("a:1", 1);
      await kv.set("a:2", 2);
      await createKv(records, "other", () => now).set("a:3", 3);
      await kv.set("b", 4);
      expect(await kv.keys("a:")).toEqual(["a:1", "a:2"]);
      expect(await kv.keys("a:", { limit: 1 })).toEqual(["a:2"]);
      expect(await kv.keys("a:", { limit: 5, before: "a:2" })).toEqual(["a:1"]);
      expect(await kv.keys("a:", { limit: 5, before: "a:1" })).toEqual([]);
      expect(await kv.keys()).toContain("b");
    });
  });

  describe("an account that is erased", () => {
    const usage = { day: 1, service: "dev", route: "GET /x", statusClass: "2xx" };
    const counts = { count: 1, units: 1 };
    const job = {
      keyId: null,
      service: "a",
      route: "POST /a",
      requestBytes: 1,
      webhookUrl: null,
      call: "{}",
    };
    let database: TestDatabase;
    let records: RecordsWithAdmin;
    beforeEach(async () => {
      database = await create();
      records = await database.open();
    });

    /** Counts the rows of an account by table. */
    async function countRows(id: number, keyId: string, email: string) {
      const conditions = {
        accounts: `id = ${id}`,
        keys: `"accountId" = ${id}`,
        codes: `folded = '${email}'`,
        notices: `"accountId" = ${id}`,
        usage: `"keyId" = '${keyId}'`,
        monthlyUsage: `"accountId" = ${id}`,
        kv: `account = 'account_${id}'`,
        asyncJobs: `account = 'account_${id}'`,
        idempotency: `account = 'account_${id}'`,
      };
      const counting = Object.entries(conditions).map(async ([table, condition]) => {
        const rows = await database.run(`SELECT * FROM "${table}" WHERE ${condition}`);
        return [table, rows.length];
      });
      return Object.fromEntries(await Promise.all(counting));
    }

    /** Adds rows of an account to every table. */
    async function addRows(id: number, keyId: string, email: string) {
      const account = `account_${id}`;
      await records.addCode(
        { address: readEmail(email), hash: "h" },
        { mailsMax: 9, windowMs: 9, now },
      );
      await records.addNotice(id, { day: 1, percent: 80 });
      await add(records, { ...usage, ...counts, keyId });
      await records.rollUpUsage(2, 1);
      await add(records, { ...usage, ...counts, keyId, day: 9 });
      const entry = { value: "1", expiresAt: null };
      await records.kvSet("sample", `${keyId}:0`, { ...entry, account });
      await database.run(
        `INSERT INTO kv (plugin, key, value, account) ${numbersUpTo(500)}
           SELECT 'sample', '${keyId}:' || number, '1', '${account}' FROM numbers`,
      );
      await records.kvIncrement("sample", `${keyId}:n`, { ...entry, by: 1, now, account });
      await records.kvSet("sample", `shared:${keyId}`, entry);
      const bounds = { unfinishedMax: 9, totalBytesMax: 9 };
      await records.asyncJobs.add({ ...job, id: `job_${id}`, account, createdAt: now }, bounds);
      const run = { run: `run_${id}`, holder: "h", now, leaseUntil: now };
      await records.idempotency.begin({ account, key: "k", fingerprint: "f" }, run);
    }

    test("leaves no rows, and other accounts' rows stay", async () => {
      const { id } = await addAccount(records, "k1");
      const other = await addAccount(records, "k2", "b@example.com");
      await addRows(id, "k1", "a@example.com");
      await addRows(other.id, "k2", "b@example.com");
      const filled = await countRows(id, "k1", "a@example.com");
      const before = await records.revision();
      expect(await records.eraseAccount(id, now)).toBe(true);
      expect(await records.changesSince(before)).toMatchObject({ accounts: [id] });
      expect(await records.sweepErased(now)).toEqual({
        answers: [`run_${id}`],
        jobs: [`job_${id}`],
      });
      expect(Object.values(filled)).toEqual([1, 1, 1, 1, 1, 1, 502, 1, 1]);
      expect(await countRows(other.id, "k2", "b@example.com")).toEqual(filled);
      const left = await countRows(id, "k1", "a@example.com");
      expect(Object.values(left)).toEqual(Object.values(filled).map(() => 0));
      expect(await records.kvGet("sample", "shared:k1")).toBeDefined();
      expect(JSON.stringify(await database.run("SELECT * FROM erased"))).not.toContain("@");
      expect(await records.eraseAccount(id, now)).toBe(false);
      expect(await records.findAccountByEmail(readEmail("a@example.com"))).toBeUndefined();
      const next = await addAccount(records, "k3");
      expect(next.id).toBeGreaterThan(other.id);
    });

    test("has late writes removed too, for two days", async () => {
      const { id } = await addAccount(records, "k4", "c@example.com");
      await records.eraseAccount(id, now);
      await records.sweepErased(now);
      const entry = { value: "1", expiresAt: null, account: `account_${id}` };
      await records.kvSet("sample", "late", entry);
      await add(records, { ...usage, ...counts, keyId: "k4" });
      await records.sweepErased(now + 2 * 86_400_000);
      expect(await records.kvGet("sample", "late")).toBeUndefined();
      expect(await records.usage(["k4"], { from: 0, to: 9 })).toEqual([]);
      await records.kvSet("sample", "late", entry);
      await records.sweepErased(now + 2 * 86_400_000);
      expect(await records.kvGet("sample", "late")).toMatchObject({ value: "1" });
    });

    test("leaves its address to the oldest account of another spelling", async () => {
      const first = await addAccount(records, "k5", "d@example.com");
      const heir = first.id + 1000;
      for (const [index, email] of ["D@example.com", "dD@example.com"].entries())
        await database.run(
          `INSERT INTO accounts (id, email, folded, tier, "createdAt", "olderId")
             VALUES (${heir + index}, '${email}', 'd@example.com', 'free', 1, ${first.id})`,
        );
      await records.eraseAccount(first.id, now);
      expect((await records.account(heir))?.olderId).toBeNull();
      expect((await records.account(heir + 1))?.olderId).toBe(heir);
      expect((await records.findAccountByEmail(readEmail("d@example.com")))?.id).toBe(heir);
    });
  });

  test("only expired rows are removed from the disk", async () => {
    const database = await create();
    const records = await database.open();
    await database.run(
      `INSERT INTO kv (plugin, key, value, "expiresAt") ${numbersUpTo(1200)}
         SELECT 'sample', 'k' || number, '1', ${now} + number % 2 FROM numbers`,
    );
    await records.kvSet("sample", "kept", { value: "1", expiresAt: null });
    await records.kvSweep(now);
    expect(await database.run("SELECT key FROM kv")).toHaveLength(601);
  });

  describe("of several hubs of a store", () => {
    const run = { plugin: "sample", name: "daily", dueAt: now };
    const lease = (holder: string, at = now) => ({ holder, now: at, expiresAt: at + 1000 });

    test("one has a lease, until it releases it or it expires", async () => {
      const records = await open();
      const acquireLease = (holder: string, at = now) =>
        records.acquireLease("x", lease(holder, at));
      expect([
        await acquireLease("a"),
        await acquireLease("b"),
        await acquireLease("a", now + 500),
      ]).toEqual([true, false, true]);
      expect(await acquireLease("b", now + 1499)).toBe(false);
      await records.returnLease("x", "b");
      expect(await acquireLease("b", now + 1499)).toBe(false);
      expect(await acquireLease("b", now + 1500)).toBe(true);
      await records.returnLease("x", "b");
      expect(await acquireLease("a", now + 1500)).toBe(true);
    });

    test("one runs a due task at a time, and the next when the run has ended or its hub is gone", async () => {
      const records = await open();
      const begin = (holder: string, at: number) =>
        records.beginCronRun({ ...run, dueAt: at }, lease(holder, at));
      const end = (holder: string, failure?: string) =>
        records.endCronRun(run, { holder, now: now + 400, failure });
      expect(await begin("a", now)).toBe("begun");
      expect(await begin("b", now)).toBe("taken");
      expect(await begin("b", now + 300)).toBe("running");
      await end("a", "It rained");
      const [first] = await records.cronRuns();
      expect(first).toMatchObject({
        endedAt: now + 400,
        failedAt: now + 400,
        failure: "It rained",
      });
      expect(await begin("b", now + 500)).toBe("begun");
      // The earlier failure is still the latest one, and the first hub can only end its own run.
      await end("a");
      expect((await records.cronRuns())[0]).toMatchObject({ endedAt: null, failure: "It rained" });
      expect(await begin("a", now + 1499)).toBe("running");
      expect(await begin("a", now + 1500)).toBe("begun");
    });

    test("none waits for a time that was written before a clock was set back", async () => {
      const records = await open();
      const year = 365 * 86_400_000;
      await records.beginCronRun({ ...run, dueAt: now + year }, lease("a", now + year));
      await records.endCronRun(run, { holder: "a", now: now + year, failure: undefined });
      expect(await records.beginCronRun(run, lease("b"))).toBe("begun");
    });
  });

  describe("concurrent work of several hubs", () => {
    const hubs = async (count = 4) => {
      const database = await create();
      return Promise.all(Array.from({ length: count }, () => database.open()));
    };
    /** Runs an operation `times` times concurrently, alternating between hubs. */
    const atOnce = <Result>(
      on: readonly RecordsWithAdmin[],
      times: number,
      work: (records: RecordsWithAdmin, index: number) => Promise<Result>,
    ) =>
      Promise.all(
        Array.from({ length: times }, (_, index) => {
          const records = on[index % on.length];
          if (!records) throw new Error("There is no hub");
          return work(records, index);
        }),
      );

    test("creates one account for an address", async () => {
      const all = await hubs();
      const address = readEmail("a@example.com");
      const made = await atOnce(all, 20, (records, index) =>
        records.addAccount(address, createTestKey(`k${index}`, 0), { tier: "free" }),
      );
      expect(made.filter(Boolean)).toHaveLength(1);
      expect(await all[0]?.holders({ after: "", limit: 99 })).toHaveLength(1);
    });

    test("gives an account at most the maximum number of keys, and replaces each once", async () => {
      const all = await hubs();
      const [first] = all;
      if (!first) throw new Error("There is no hub");
      const { id } = await addAccount(first, "k");
      const limits = { activeMax: 5, now };
      const added = await atOnce(all, 20, (records, index) =>
        records.addKey(createTestKey(`k${index}`, id), limits),
      );
      expect(added.filter(Boolean)).toHaveLength(4);
      const replaced = await atOnce(all, 20, (records, index) =>
        records.replaceKey("k", createTestKey(`r${index}`, id), { now, endsAt: now + 9 }),
      );
      expect(replaced.filter(Boolean)).toHaveLength(1);
    });

    test("is found by the number of each change", async () => {
      const all = await hubs();
      const [first] = all;
      if (!first) throw new Error("There is no hub");
      const { id } = await addAccount(first, "k");
      const begin = await first.revision();
      await atOnce(all, 40, (records, index) => records.setTier(id, `t${index}`));
      const changes = await first.changesSince(begin);
      expect(changes).toMatchObject({ revision: begin + 40 });
      expect(changes === "too many" ? [] : changes.accounts).toHaveLength(40);
    });

    test("claims a job once, and starts a request once", async () => {
      const all = await hubs();
      const job = {
        account: "a",
        keyId: null,
        service: "dev",
        route: "POST /x",
        call: "{}",
        requestBytes: 1,
        webhookUrl: null,
        createdAt: now,
      };
      const bounds = { unfinishedMax: 30, totalBytesMax: 1000 };
      const added = await atOnce(all, 40, ({ asyncJobs }, index) =>
        asyncJobs.add({ ...job, id: `job${String(index).padStart(2, "0")}` }, bounds),
      );
      expect(added.filter((outcome) => outcome === "added")).toHaveLength(30);
      const claimed = await atOnce(all, 40, ({ asyncJobs }, index) =>
        asyncJobs.claim({ holder: `h${index}`, now, leaseUntil: now + 9 }, { attemptsMax: 2 }),
      );
      const ids = claimed.flatMap((job) => job?.id ?? []);
      expect([ids.length, new Set(ids).size]).toEqual([30, 30]);
      const begun = await atOnce(all, 20, ({ idempotency }, index) =>
        idempotency.begin(
          { account: "a", key: "k", fingerprint: "f" },
          { run: `${index}`, holder: "h", now, leaseUntil: now + 9 },
        ),
      );
      expect(begun.filter(({ outcome }) => outcome === "begun")).toHaveLength(1);
    });

    test("adds up, and a repeated addition counts once", async () => {
      const all = await hubs();
      const usage = { day: 1, keyId: "k", service: "dev", route: "GET /x", statusClass: "2xx" };
      const counted = { ...usage, count: 1, units: 2 };
      await atOnce(all, 40, (records, index) =>
        records.addUsage({ id: `b${index >> 1}`, usage: [counted], lastUsed: new Map() }),
      );
      const [sum] = (await all[0]?.usage(["k"], { from: 1, to: 1 })) ?? [];
      expect(sum).toEqual({ ...usage, count: 20, units: 40 });
      const change = { by: 1, expiresAt: null, now };
      await atOnce(all, 40, (records) => records.kvIncrement("sample", "n", change));
      expect(await all[0]?.kvGet("sample", "n")).toEqual({ value: "40", expiresAt: null });
    });

    test("takes a lease once, and starts scheduled work once", async () => {
      const all = await hubs();
      const lease = (index: number) => ({ holder: `h${index}`, now, expiresAt: now + 9 });
      const taken = await atOnce(all, 20, (records, index) =>
        records.acquireLease("x", lease(index)),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
      const run = { plugin: "sample", name: "daily", dueAt: now };
      const begun = await atOnce(all, 20, (records, index) =>
        records.beginCronRun(run, lease(index)),
      );
      expect(begun.filter((outcome) => outcome === "begun")).toHaveLength(1);
    });
  });

  test("texts are ordered by code points, and can contain any of them", async () => {
    const records = await open();
    const keys = ["B", "a", "a-b", "ab", "z", "ä", "日", "😀", ""];
    for (const key of keys) await records.kvSet("sample", key, { value: "1", expiresAt: null });
    expect(await records.kvKeys("sample", "", { now })).toEqual([
      "",
      "B",
      "a",
      "a-b",
      "ab",
      "z",
      "ä",
      "日",
      "😀",
    ]);
    for (const key of ["a\0b", "\ud800", "'", "?1", "$1", "%"]) {
      expect(await records.kvGet("sample", key)).toBeUndefined();
      expect(await records.kvIncrement("sample", key, { by: 2, expiresAt: null, now })).toBe(2);
      expect(await records.kvGet("sample", key)).toMatchObject({ value: "2" });
    }
    await records.kvSet("sample", "text", { value: '"x"', expiresAt: null });
    expect(await records.kvIncrement("sample", "text", { by: 1.5, expiresAt: null, now })).toBe(
      1.5,
    );
    expect(await records.admin.accounts({ text: "\0", after: 0, limit: 9, now })).toEqual([]);
  });

  test("an operator finds accounts, their usage and the audit log, by each filter", async () => {
    const records = await open();
    const { admin } = records;
    const account = await addAccount(records, "key_1", "Ann@example.com");
    await addAccount(records, "key_2", "b@example.com");
    const sought = async (filter: Partial<AccountFilter>) =>
      (await admin.accounts({ after: 0, limit: 9, now, ...filter })).map(({ email }) => email);
    for (const text of ["ann@", `account_${account.id}`, `${account.id}`, "key_1"])
      expect(await sought({ text })).toEqual(["Ann@example.com"]);
    expect(await sought({ text: "hub_abcdefgh" })).toHaveLength(2);
    expect(await sought({ after: account.id })).toEqual(["b@example.com"]);
    await admin.changeAccount(account.id, {
      ...account,
      tier: "pro",
      perMinute: 5,
    });
    expect(await sought({ tier: "pro" })).toEqual(["Ann@example.com"]);
    expect(await admin.accounts({ text: "ann", after: 0, limit: 1, now })).toMatchObject([
      { workingKeys: 1, perMinute: 5, lastUsedAt: null },
    ]);
    const usage = { service: "dev", route: "GET /x", statusClass: "2xx", count: 1, units: 2 };
    await add(
      records,
      { ...usage, day: 1, keyId: "key_1" },
      { ...usage, day: 2, keyId: "key_1", statusClass: "4xx" },
      { ...usage, day: 2, keyId: "key_2" },
    );
    const days = { from: 1, to: 9 };
    const totals = (by: readonly UsagePart[], accountId?: number) =>
      admin.usageTotals(days, { by, accountId });
    expect(await totals(["day"])).toMatchObject([
      { day: 2, service: null, count: 2, units: 4 },
      { day: 1, count: 1, units: 2 },
    ]);
    expect(await totals(["status", "service"], account.id)).toHaveLength(2);
    expect(await totals([], -1)).toEqual([]);
    const entry = { at: now, actor: "ann", address: null, action: "x", subject: "s" };
    await admin.addAudit({ ...entry, before: { a: 1 }, after: undefined });
    await admin.addAudit({ ...entry, actor: null, before: undefined, after: null });
    const [last] = await admin.audit({ limit: 1 });
    expect(last).toMatchObject({ actor: null, before: null });
    expect(await admin.audit({ limit: 9, actor: "ann" })).toMatchObject([{ before: { a: 1 } }]);
    const filters = { from: now, to: now, action: "x", subject: "s", before: 99 };
    expect(await admin.audit({ limit: 9, ...filters })).toHaveLength(2);
  });

  test("a refresh of a dataset runs once, unless the earlier one hasn't reported for a while", async () => {
    const { admin } = await open();
    const refresh = (id: string, seenAt: number) => ({
      ...{ dataset: "a/b", id, state: "running" as const, phase: "fetching" as const },
      ...{ beganAt: now, seenAt, endedAt: null, failure: null, isNew: null },
    });
    expect(await admin.beginRefresh(refresh("1", now), now - 9)).toBe(true);
    expect(await admin.beginRefresh(refresh("2", now), now - 9)).toBe(false);
    expect(await admin.beginRefresh(refresh("3", now + 20), now + 9)).toBe(true);
    await admin.updateRefresh({ ...refresh("3", now + 21), state: "succeeded", isNew: 1 });
    expect(await admin.refreshes()).toMatchObject([{ id: "3", state: "succeeded", isNew: 1 }]);
  });
});
