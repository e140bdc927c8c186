import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { addAccount, createTestKey, issuedAt } from "../../testing/test-keys.ts";
import { openSqlite } from "./sqlite.ts";

const dir = mkdtempSync(`${tmpdir()}/utilhub-sqlite-`);
afterAll(() => rmSync(dir, { recursive: true }));

test("a database is created for its owner only, in WAL mode, and reopened unchanged", async () => {
  const path = `${dir}/owner.sqlite`;
  const first = openSqlite(path);
  await addAccount(first, "k1");
  await first.close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const again = openSqlite(path);
  expect(await again.holderById("k1")).toBeDefined();
  await again.close();
  expect(new Database(path).query("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
});

describe("an unusable database is named with the reason:", () => {
  test("not a database", () => {
    const path = `${dir}/text.sqlite`;
    writeFileSync(
      path,
      "This is a text, and a long one at that, so that its header is read.".repeat(9),
    );
    expect(() => openSqlite(path)).toThrow(
      `Cannot open the database "${path}": it is not an SQLite database`,
    );
  });

  test("a newer hub's database", async () => {
    const path = `${dir}/newer.sqlite`;
    await openSqlite(path).close();
    new Database(path).run("PRAGMA user_version = 99");
    new Database(path).run("UPDATE schemaReaders SET oldest = 99");
    expect(() => openSqlite(path)).toThrow("it is from a newer version of the hub (schema 99");
  });

  test("a database that another program keeps locked", async () => {
    const path = `${dir}/locked.sqlite`;
    const holder = new Database(path);
    holder.run("PRAGMA locking_mode = EXCLUSIVE");
    holder.run("BEGIN EXCLUSIVE");
    expect(() => openSqlite(path, { busyMs: 20 })).toThrow("another process holds a lock on it");
    holder.close();
  });
});

test("works on a newer hub's database that has more tables and columns", async () => {
  const path = `${dir}/readable.sqlite`;
  await openSqlite(path).close();
  const db = new Database(path);
  db.run("CREATE TABLE laterThings (id INTEGER PRIMARY KEY)");
  for (const table of ["accounts", "keys", "usage", "audit"])
    db.run(`ALTER TABLE ${table} ADD COLUMN later TEXT`);
  db.run("PRAGMA user_version = 99");
  db.close();
  const records = openSqlite(path);
  await addAccount(records, "k1");
  expect(await records.holders({ after: "", limit: 9 })).toHaveLength(1);
  await records.close();
  expect(new Database(path).query("PRAGMA user_version").get()).toEqual({ user_version: 99 });
});

test("waits for a database that another hub is creating", async () => {
  const path = `${dir}/begun.sqlite`;
  const other = `const db = new (require("bun:sqlite").Database)(process.argv[1], { create: true });
    db.run("PRAGMA busy_timeout = 60000"); db.run("BEGIN IMMEDIATE"); console.log("begun"); await Bun.sleep(200); db.run("COMMIT"); db.close();`;
  const child = Bun.spawn([process.execPath, "-e", other, path], { stdout: "pipe" });
  await child.stdout.getReader().read();
  await openSqlite(path).close();
  expect(await child.exited).toBe(0);
});

test("statistics that another program writes while the hub runs are removed by the next check", async () => {
  const path = `${dir}/statistics.sqlite`;
  const records = openSqlite(path);
  await addAccount(records, "k1");
  using other = new Database(path);
  const count = () => other.query("SELECT count(*) AS count FROM sqlite_stat1").all();
  other.run("ANALYZE");
  expect(count()).not.toEqual([{ count: 0 }]);
  expect(records.fault()).toBeUndefined();
  expect(count()).toEqual([{ count: 0 }]);
  await records.close();
});

test("a full disk while the hub runs is a 503 that the log explains", async () => {
  const path = `${dir}/full.sqlite`;
  const records = openSqlite(path);
  const { id } = await addAccount(records, "k1");
  await records.close();
  const limited = openSqlite(path, { pagesMax: 1 });
  const failure = limited.addKey(
    { ...createTestKey("k2", id), name: "x".repeat(1 << 20) },
    { activeMax: 3, now: issuedAt },
  );
  await expect(failure).rejects.toMatchObject({
    code: "store_unavailable",
    status: 503,
    cause: "The database failed: the disk is full",
  });
});
