import type { Database, SQLQueryBindings } from "bun:sqlite";
import type { KvEntry } from "./records.ts";
import { told } from "./sqlite-errors.ts";

/** How many expired entries are removed at once. */
const sweptAtOnce = 500;

/** The plugins' key-value entries, and how statements are run. */
export class SqliteKv {
  /** Whether SQLite has found it damaged. That does not heal: what is lost is found out by chance. */
  protected isDamaged = false;

  constructor(protected readonly db: Database) {}

  async kvGet(plugin: string, key: string) {
    return this.rows<KvEntry>(
      "SELECT value, expiresAt FROM kv WHERE plugin = ? AND key = ?",
      plugin,
      key,
    )[0];
  }

  async kvSet(plugin: string, key: string, { value, expiresAt }: KvEntry) {
    this.run("INSERT OR REPLACE INTO kv VALUES (?, ?, ?, ?)", plugin, key, value, expiresAt);
  }

  async kvDelete(plugin: string, key: string) {
    this.run("DELETE FROM kv WHERE plugin = ? AND key = ?", plugin, key);
  }

  async kvIncrement(
    plugin: string,
    key: string,
    { by, expiresAt, now }: { by: number; expiresAt: number | null; now: number },
  ) {
    // Read with .all(): a RETURNING statement read with .get() keeps the WAL from checkpointing.
    const [row] = this.rows<{ value: string }>(
      `INSERT INTO kv VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET
         value = CASE WHEN kv.expiresAt <= ?5 THEN excluded.value ELSE CAST(kv.value + ?3 AS TEXT) END,
         expiresAt = CASE WHEN kv.expiresAt <= ?5 THEN excluded.expiresAt ELSE kv.expiresAt END
       RETURNING value`,
      plugin,
      key,
      by,
      expiresAt,
      now,
    );
    return Number(row?.value);
  }

  async kvKeys(plugin: string, prefix: string, now: number) {
    return this.rows<{ key: string }>(
      // No key has a character above U+10FFFF: the range is what the index finds at once.
      `SELECT key FROM kv WHERE plugin = ?1 AND key >= ?2 AND key <= ?2 || char(0x10ffff)
       AND (expiresAt IS NULL OR expiresAt > ?3) ORDER BY key`,
      plugin,
      prefix,
      now,
    ).map(({ key }) => key);
  }

  async kvSweep(now: number) {
    for (;;) {
      const { changes } = this.run(
        `DELETE FROM kv WHERE (plugin, key) IN
           (SELECT plugin, key FROM kv WHERE expiresAt <= ? LIMIT ${sweptAtOnce})`,
        now,
      );
      if (changes < sweptAtOnce) return;
      // Whoever calls meanwhile goes first.
      await Bun.sleep(0);
    }
  }

  protected rows<Row>(sql: string, ...values: SQLQueryBindings[]): Row[] {
    return this.#told(() => this.db.query<Row, SQLQueryBindings[]>(sql).all(...values));
  }

  protected run(sql: string, ...values: SQLQueryBindings[]) {
    return this.#told(() => this.db.query(sql).run(...values));
  }

  protected atomically<Result>(work: () => Result): Result {
    return this.#told(() => this.db.transaction(work).immediate());
  }

  #told<Result>(work: () => Result): Result {
    return told(work, () => {
      this.isDamaged = true;
    });
  }
}
