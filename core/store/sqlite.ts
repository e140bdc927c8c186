import { Database } from "bun:sqlite";
import { chmodSync } from "node:fs";
import { migrate } from "./migrations.ts";
import type { Account, KeyRecord, Records, Usage } from "./records.ts";
import { reasonOf } from "./sqlite-errors.ts";
import { SqliteKv } from "./sqlite-kv.ts";

/** Opens or makes the database, brings its schema up to date and answers for all records. */
export function openSqlite(
  path: string,
  /** How many pages the database may grow to: a small disk, for tests. */
  { pagesMax }: { pagesMax?: number } = {},
): Records {
  try {
    const db = new Database(path, { create: true, strict: true });
    if (path !== ":memory:") chmodSync(path, 0o600);
    db.run(`PRAGMA busy_timeout = ${busyMs}`);
    db.run("PRAGMA journal_mode = WAL");
    db.run("PRAGMA synchronous = NORMAL");
    db.run("PRAGMA foreign_keys = ON");
    if (pagesMax !== undefined) db.run(`PRAGMA max_page_count = ${pagesMax}`);
    migrate(db);
    return new SqliteRecords(db);
  } catch (cause) {
    throw new Error(`Cannot open the database "${path}": ${reasonOf(cause)}`, { cause });
  }
}

/** How long a write waits for another process's. */
const busyMs = 3000;

/** Lets the other processes know that keys or accounts have changed. */
const revise = "UPDATE revision SET number = number + 1";

class SqliteRecords extends SqliteKv implements Records {
  async all() {
    return {
      accounts: this.rows<Account>("SELECT * FROM accounts"),
      keys: this.rows<KeyRecord>("SELECT * FROM keys"),
    };
  }

  async account(email: string, { tier, now }: { tier: string; now: number }) {
    this.run(
      "INSERT INTO accounts (email, tier, createdAt) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      email,
      tier,
      now,
    );
    const [account] = this.rows<Account>("SELECT * FROM accounts WHERE email = ?", email);
    if (!account) throw new Error("Cannot read the account that was just written");
    return account;
  }

  async setTier(accountId: number, tier: string) {
    this.atomically(() => {
      this.run("UPDATE accounts SET tier = ? WHERE id = ?", tier, accountId);
      this.run(revise);
    });
  }

  async addKey(key: KeyRecord, { activeMax, now }: { activeMax: number; now: number }) {
    return this.atomically(() => {
      const [active] = this.rows<{ count: number }>(
        `SELECT count(*) AS count FROM keys
           WHERE accountId = ? AND revokedAt IS NULL AND (expiresAt IS NULL OR expiresAt > ?)`,
        key.accountId,
        now,
      );
      if ((active?.count ?? 0) >= activeMax) return false;
      this.run(
        `INSERT INTO keys (id, accountId, hash, prefix, name, createdAt, expiresAt, revokedAt, lastUsedAt)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        key.id,
        key.accountId,
        key.hash,
        key.prefix,
        key.name,
        key.createdAt,
        key.expiresAt,
        key.revokedAt,
        key.lastUsedAt,
      );
      this.run(revise);
      return true;
    });
  }

  async revokeKey(id: string, now: number) {
    this.atomically(() => {
      this.run("UPDATE keys SET revokedAt = coalesce(revokedAt, ?) WHERE id = ?", now, id);
      this.run(revise);
    });
  }

  async addUsage(usage: readonly Usage[], lastUsed: ReadonlyMap<string, number>) {
    this.atomically(() => {
      for (const { day, keyId, service, route, statusClass, count } of usage)
        this.run(
          `INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?)
             ON CONFLICT DO UPDATE SET count = count + excluded.count`,
          day,
          keyId,
          service,
          route,
          statusClass,
          count,
        );
      for (const [id, at] of lastUsed)
        this.run("UPDATE keys SET lastUsedAt = ? WHERE id = ?", at, id);
    });
  }

  async usage(keyIds: readonly string[], { from, to }: { from: number; to: number }) {
    return this.rows<Usage>(
      `SELECT * FROM usage WHERE day BETWEEN ? AND ? AND keyId IN (SELECT value FROM json_each(?))`,
      from,
      to,
      JSON.stringify(keyIds),
    );
  }

  async revision() {
    return this.rows<{ number: number }>("SELECT number FROM revision")[0]?.number ?? 0;
  }

  async close() {
    this.db.run("PRAGMA optimize");
    this.db.close();
  }
}
