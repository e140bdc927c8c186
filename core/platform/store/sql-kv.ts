import type { Database } from "./database.ts";
import type { KvEntry, NewKvEntry } from "./records.ts";

/** The number of expired entries that are removed per statement. */
const sweepBatch = 500;

/** Stores the plugins' key-value entries. */
export class SqlKv {
  constructor(protected readonly db: Database) {}

  async kvGet(plugin: string, key: string) {
    const [entry] = await this.db.rows<KvEntry>(
      "SELECT value, expiresAt FROM kv WHERE plugin = ? AND key = ?",
      plugin,
      key,
    );
    return entry;
  }

  async kvSet(plugin: string, key: string, { value, expiresAt, account }: NewKvEntry) {
    await this.db.run(
      `INSERT INTO kv (plugin, key, value, expiresAt, account) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (plugin, key) DO UPDATE SET value = ?3, expiresAt = ?4, account = ?5`,
      plugin,
      key,
      value,
      expiresAt,
      account ?? null,
    );
  }

  async kvDelete(plugin: string, key: string) {
    await this.db.run("DELETE FROM kv WHERE plugin = ? AND key = ?", plugin, key);
  }

  async kvIncrement(
    plugin: string,
    key: string,
    {
      by,
      expiresAt,
      now,
      account,
    }: {
      by: number;
      expiresAt: number | null;
      now: number;
      account?: string | undefined;
    },
  ) {
    const [row] = await this.db.rows<{ value: string }>(
      `INSERT INTO kv (plugin, key, value, expiresAt, account) VALUES (?1, ?2, ?3, ?4, ?6)
         ON CONFLICT (plugin, key) DO UPDATE SET account = coalesce(excluded.account, kv.account),
         value = CASE WHEN kv.expiresAt <= ?5 THEN excluded.value
           ELSE CAST(CAST(kv.value AS numeric) + CAST(?3 AS numeric) AS text) END,
         expiresAt = CASE WHEN kv.expiresAt <= ?5 THEN excluded.expiresAt ELSE kv.expiresAt END
       RETURNING value`,
      plugin,
      key,
      String(by),
      expiresAt,
      now,
      account ?? null,
    );
    return Number(row?.value);
  }

  async kvKeys(
    plugin: string,
    prefix: string,
    {
      now,
      limit = Number.MAX_SAFE_INTEGER,
      before,
    }: { now: number; limit?: number; before?: string | undefined },
  ) {
    const rows = await this.db.rows<{ key: string }>(
      `SELECT key FROM kv WHERE plugin = ? AND key >= ? AND key <= ?
         AND (expiresAt IS NULL OR expiresAt > ?) ${before === undefined ? "" : "AND key < ?"}
         ORDER BY key DESC LIMIT ?`,
      plugin,
      prefix,
      // The highest code point ends the range, which the index serves directly.
      `${prefix}\u{10ffff}`,
      now,
      ...(before === undefined ? [] : [before]),
      limit,
    );
    return rows.map(({ key }) => key).reverse();
  }

  async kvSweep(now: number) {
    for (;;) {
      const changes = await this.db.run(
        `DELETE FROM kv WHERE (plugin, key) IN
           (SELECT plugin, key FROM kv WHERE expiresAt <= ? LIMIT ${sweepBatch})`,
        now,
      );
      if (changes < sweepBatch) return;
      // Lets pending requests run first.
      await Bun.sleep(0);
    }
  }
}
