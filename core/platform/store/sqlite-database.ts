import { Database as Sqlite } from "bun:sqlite";
import { chmodSync, statSync } from "node:fs";
import type { Database, Statements, Value } from "./database.ts";
import {
  describeFailure,
  describeSqliteError,
  isDamage,
  reasonAndRemedy,
} from "./sqlite-errors.ts";
import { inspectDatabase, salvage } from "./sqlite-file.ts";
import { migrate } from "./sqlite-migrations.ts";

/** The path of a database without a file. */
const inMemory = ":memory:";

/**
 * The maximum size of a database that is checked at start. A larger one would take more than a third of a
 * second.
 */
const checkedBytesMax = 64 * 2 ** 20;

/** Options of a database, for tests. */
export interface SqliteOptions {
  /** The maximum size in pages, to simulate a small disk. */
  pagesMax?: number | undefined;
  /** The maximum wait for another process's lock. Default: 3,000 ms. */
  busyMs?: number | undefined;
}

const busyMsDefault = 3000;

/** The time that other processes may hold a lock before it counts as a fault. */
const lockedMsMax = 10_000;

/** A snapshot of the first empty in-memory database. Copying it takes a tenth of the time of the migrations. */
let emptyInMemory: Uint8Array | undefined;

/** Opens or creates a database and upgrades its schema. */
export function openSqliteDatabase(
  path: string,
  { pagesMax, busyMs = busyMsDefault }: SqliteOptions = {},
): SqliteDatabase {
  try {
    if (path !== inMemory) inspectDatabase(path);
    const db =
      path === inMemory && emptyInMemory
        ? Sqlite.deserialize(emptyInMemory, { strict: true })
        : new Sqlite(path, { create: true, strict: true });
    if (path !== inMemory) chmodSync(path, 0o600);
    db.run(`PRAGMA busy_timeout = ${busyMs}`);
    useWriteAheadLog(db, busyMs);
    db.run("PRAGMA synchronous = NORMAL");
    db.run("PRAGMA foreign_keys = ON");
    // Without it, erased data would stay readable in the file until its pages are reused.
    db.run("PRAGMA secure_delete = ON");
    if (pagesMax !== undefined) db.run(`PRAGMA max_page_count = ${pagesMax}`);
    checkIntegrity(db, path);
    migrate(db);
    forgetStatistics(db);
    if (path === inMemory) emptyInMemory ??= db.serialize();
    return new SqliteDatabase(db, path, busyMs);
  } catch (cause) {
    throw new Error(`Cannot open the database "${path}": ${reasonAndRemedy(cause, path)}`, {
      cause,
    });
  }
}

/**
 * Switches to write-ahead logging. SQLite doesn't apply the busy timeout to this, so it is retried here.
 * Hubs that start at the same time in an empty folder all do it.
 */
function useWriteAheadLog(db: Sqlite, busyMs: number): void {
  for (const startedAt = Date.now(); ; Bun.sleepSync(5)) {
    try {
      db.run("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      const isBusy = (error as { code?: string }).code === "SQLITE_BUSY";
      if (!isBusy || Date.now() - startedAt > busyMs) throw error;
    }
  }
}

/** Checks that all pages exist, and their integrity if the database is small. */
function checkIntegrity(db: Sqlite, path: string): void {
  if (path === inMemory) return;
  const isSmall = statSync(path).size <= checkedBytesMax;
  const faults = isSmall
    ? db.query<{ quick_check: string }, []>("PRAGMA quick_check(1)").all()
    : [];
  const [fault] = faults.map(({ quick_check }) => quick_check).filter((text) => text !== "ok");
  if (fault !== undefined) throw Object.assign(new Error(fault), { code: "SQLITE_CORRUPT" });
}

/**
 * Removes the statistics that SQLite plans queries with. Without them it assumes that all tables are large, which
 * holds for those that grow. With those of a hub that had one account, it would read all keys for each account.
 */
function forgetStatistics(db: Sqlite): void {
  const named = db.query("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'").all();
  if (named.length === 0 || db.query("SELECT 1 FROM sqlite_stat1 LIMIT 1").all().length === 0)
    return;
  db.run("DELETE FROM sqlite_stat1");
  // Makes this connection read them again.
  db.run("ANALYZE sqlite_schema");
}

/** The queue for statements of one file. While a transaction is open, only its own statements run. */
interface StatementQueue {
  transaction: Promise<void> | undefined;
}

const queues = new Map<string, StatementQueue>();

/**
 * Returns the queue that all connections of this process to a file share. Otherwise SQLite would block this
 * process on another connection's transaction, which could then never end.
 */
function getQueue(path: string): StatementQueue {
  if (path === inMemory) return { transaction: undefined };
  const queue = queues.get(path) ?? { transaction: undefined };
  queues.set(path, queue);
  return queue;
}

/** An SQLite file on this machine, which several processes may open. */
class SqliteDatabase implements Database {
  readonly #db: Sqlite;
  readonly #path: string;
  readonly #busyMs: number;
  /** Identifies the file, to detect that another one replaces it. */
  readonly #file: string;
  /** Set when SQLite has reported damage. It stays set, because only some statements encounter the damage. */
  #isDamaged = false;
  #lastWritten = performance.now();
  readonly #queue: StatementQueue;
  /** Runs statements directly, as part of the open transaction. */
  readonly #inside: Statements;

  constructor(db: Sqlite, path: string, busyMs: number) {
    this.#db = db;
    this.#path = path;
    this.#busyMs = busyMs;
    this.#file = getFileIdentity(path);
    this.#queue = getQueue(path);
    this.#inside = {
      rows: async <Row>(sql: string, ...values: Value[]) => this.#rows<Row>(sql, values),
      run: async (sql, ...values) => this.#run(sql, values),
    };
  }

  async rows<Row>(sql: string, ...values: Value[]): Promise<Row[]> {
    while (this.#queue.transaction) await this.#queue.transaction;
    return this.#rows<Row>(sql, values);
  }

  async run(sql: string, ...values: Value[]): Promise<number> {
    while (this.#queue.transaction) await this.#queue.transaction;
    return this.#run(sql, values);
  }

  /** Only one transaction may write at a time, regardless of its lock. */
  async atomically<Result>(
    _lock: string,
    work: (transaction: Statements) => Promise<Result>,
  ): Promise<Result> {
    while (this.#queue.transaction) await this.#queue.transaction;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue.transaction = promise;
    try {
      this.#run("BEGIN IMMEDIATE");
      const result = await work(this.#inside);
      this.#run("COMMIT");
      return result;
    } catch (cause) {
      if (this.#db.inTransaction) this.#db.run("ROLLBACK");
      throw cause;
    } finally {
      this.#queue.transaction = undefined;
      resolve();
    }
  }

  async nextCounter(): Promise<number> {
    // Counters share the numbers of accounts, so that two never have the same position in a counter file.
    const [row] = await this.rows<{ seq: number }>(
      "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'accounts' RETURNING seq",
    );
    if (!row) throw new Error("Cannot add a counter: there is no account yet");
    return row.seq;
  }

  fault(): string | undefined {
    const path = this.#path;
    if (this.#isDamaged) return `The database "${path}" is damaged: ${salvage(path)}`;
    if (getFileIdentity(path) !== this.#file)
      return `The database "${path}" was moved, removed or replaced while the hub ran: put it back, or restart the hub`;
    const cause = this.#probe();
    if (cause === undefined) return undefined;
    this.#isDamaged ||= isDamage(cause);
    return `The database "${path}" cannot be written: ${describeSqliteError(cause)}`;
  }

  async close(): Promise<void> {
    while (this.#queue.transaction) await this.#queue.transaction;
    this.#db.close();
  }

  /** Returns the error of a test write, or nothing if it succeeds. */
  #probe(): unknown {
    try {
      // Doesn't wait for locks: waiting would block the whole hub.
      this.#db.run("PRAGMA busy_timeout = 0");
      // Setting the id always writes the header page. Updating a row with equal values would write nothing.
      this.#db.run("PRAGMA application_id = 0");
      // Another program may have written some.
      forgetStatistics(this.#db);
      this.#lastWritten = performance.now();
      return undefined;
    } catch (cause) {
      const isBusy = (cause as { code?: string }).code?.startsWith("SQLITE_BUSY");
      const isRecent = performance.now() - this.#lastWritten < lockedMsMax;
      return isBusy && isRecent ? undefined : cause;
    } finally {
      this.#db.run(`PRAGMA busy_timeout = ${this.#busyMs}`);
    }
  }

  /** Uses .all(): a RETURNING statement read with .get() blocks the WAL checkpoint. */
  #rows<Row>(sql: string, values: readonly Value[]): Row[] {
    return this.#attempt(() => this.#db.query<Row, Value[]>(sql).all(...values));
  }

  #run(sql: string, values: readonly Value[] = []): number {
    return this.#attempt(() => this.#db.query(sql).run(...values).changes);
  }

  #attempt<Result>(work: () => Result): Result {
    return describeFailure(work, () => {
      this.#isDamaged = true;
    });
  }
}

/** Returns the identity of a file, to detect that another one has replaced it. */
function getFileIdentity(path: string): string {
  if (path === inMemory) return "";
  const file = statSync(path, { throwIfNoEntry: false });
  return file ? `${file.dev} ${file.ino}` : "none";
}
