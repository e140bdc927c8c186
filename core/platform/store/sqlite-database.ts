import { Database as Sqlite } from "bun:sqlite";
import { chmodSync, statSync } from "node:fs";
import type { Database, Statements, Value } from "./database.ts";
import { describeFailure, isDamage, reasonAndRemedy, reasonOf } from "./sqlite-errors.ts";
import { inspectDatabase, salvage } from "./sqlite-file.ts";
import { migrate } from "./sqlite-migrations.ts";

/** A path that stands for no file. */
const inMemory = ":memory:";

/** A larger database is not read through at the start: it would take more than a third of a second. */
const checkedBytesMax = 64 * 2 ** 20;

/** Options of a database: both for tests. */
export interface SqliteOptions {
  /** How many pages the database may grow to: a small disk. */
  pagesMax?: number | undefined;
  /** How long a write waits for another process's. Default: 3,000 ms. */
  busyMs?: number | undefined;
}

const busyMsDefault = 3000;

/** How long others may be seen writing before that is a fault. */
const lockedMsMax = 10_000;

/** An empty database of the current schema, as the first in memory was. Its copy takes a tenth of the migrations. */
let emptyInMemory: Uint8Array | undefined;

/** Opens or makes a database and brings its schema up to date. */
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
    // Else what was erased could be read from the file until its pages are used again.
    db.run("PRAGMA secure_delete = ON");
    if (pagesMax !== undefined) db.run(`PRAGMA max_page_count = ${pagesMax}`);
    check(db, path);
    migrate(db);
    if (path === inMemory) emptyInMemory ??= db.serialize();
    return new SqliteDatabase(db, path, busyMs);
  } catch (cause) {
    throw new Error(`Cannot open the database "${path}": ${reasonAndRemedy(cause, path)}`, {
      cause,
    });
  }
}

/**
 * For the change of a file to this SQLite waits for nobody who writes: hubs that start at once on an empty
 * folder all make it.
 */
function useWriteAheadLog(db: Sqlite, busyMs: number): void {
  for (const begun = Date.now(); ; Bun.sleepSync(5)) {
    try {
      db.run("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      const isBusy = (error as { code?: string }).code === "SQLITE_BUSY";
      if (!isBusy || Date.now() - begun > busyMs) throw error;
    }
  }
}

/** Finds out whether the pages that there should be are there, and sound where that is quick. */
function check(db: Sqlite, path: string): void {
  if (path === inMemory) return;
  const isSmall = statSync(path).size <= checkedBytesMax;
  const faults = isSmall
    ? db.query<{ quick_check: string }, []>("PRAGMA quick_check(1)").all()
    : [];
  const [fault] = faults.map(({ quick_check }) => quick_check).filter((text) => text !== "ok");
  if (fault !== undefined) throw Object.assign(new Error(fault), { code: "SQLITE_CORRUPT" });
}

/** Who may run statements: all do, or only the transaction that is open. */
interface Turn {
  transaction: Promise<void> | undefined;
}

const turns = new Map<string, Turn>();

/**
 * The turn of all that this process runs on a file. SQLite would have another connection of the process
 * wait for one whose transaction can only end when the process goes on.
 */
function turnAt(path: string): Turn {
  if (path === inMemory) return { transaction: undefined };
  const turn = turns.get(path) ?? { transaction: undefined };
  turns.set(path, turn);
  return turn;
}

/** A file on this machine, which several of its processes may open. */
class SqliteDatabase implements Database {
  readonly #db: Sqlite;
  readonly #path: string;
  /** Which file it is, whatever stands under its name later. */
  readonly #busyMs: number;
  readonly #file: string;
  /** Whether SQLite has found it damaged. That does not heal: what is lost is found out by chance. */
  #isDamaged = false;
  #lastWritten = performance.now();
  readonly #turn: Turn;
  /** Runs statements at once, as they are of the transaction that is open. */
  readonly #inside: Statements;

  constructor(db: Sqlite, path: string, busyMs: number) {
    this.#db = db;
    this.#path = path;
    this.#busyMs = busyMs;
    this.#file = fileAt(path);
    this.#turn = turnAt(path);
    this.#inside = {
      rows: async <Row>(sql: string, ...values: Value[]) => this.#rows<Row>(sql, values),
      run: async (sql, ...values) => this.#run(sql, values),
    };
  }

  async rows<Row>(sql: string, ...values: Value[]): Promise<Row[]> {
    while (this.#turn.transaction) await this.#turn.transaction;
    return this.#rows<Row>(sql, values);
  }

  async run(sql: string, ...values: Value[]): Promise<number> {
    while (this.#turn.transaction) await this.#turn.transaction;
    return this.#run(sql, values);
  }

  /** One transaction at a time may write, whatever its lock. */
  async atomically<Result>(
    _lock: string,
    work: (transaction: Statements) => Promise<Result>,
  ): Promise<Result> {
    while (this.#turn.transaction) await this.#turn.transaction;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn.transaction = promise;
    try {
      this.#run("BEGIN IMMEDIATE");
      const result = await work(this.#inside);
      this.#run("COMMIT");
      return result;
    } catch (cause) {
      if (this.#db.inTransaction) this.#db.run("ROLLBACK");
      throw cause;
    } finally {
      this.#turn.transaction = undefined;
      resolve();
    }
  }

  async each<Row>(sql: string, values: readonly Value[], tell: (row: Row) => void): Promise<void> {
    while (this.#turn.transaction) await this.#turn.transaction;
    this.#attempt(() => {
      for (const row of this.#db.query<Row, Value[]>(sql).iterate(...values)) tell(row);
    });
  }

  async nextCounter(): Promise<number> {
    // Of the numbers that accounts get, so that no file of counters has two at one place.
    const [row] = await this.rows<{ seq: number }>(
      "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'accounts' RETURNING seq",
    );
    if (!row) throw new Error("Cannot add a counter: there is no account yet");
    return row.seq;
  }

  fault(): string | undefined {
    const path = this.#path;
    if (this.#isDamaged) return `The database "${path}" is damaged: ${salvage(path)}`;
    if (fileAt(path) !== this.#file)
      return `The database "${path}" was moved, removed or replaced while the hub ran: put it back, or start the hub again`;
    const cause = this.#probe();
    if (cause === undefined) return undefined;
    this.#isDamaged ||= isDamage(cause);
    return `The database "${path}" cannot be written: ${reasonOf(cause)}`;
  }

  async close(): Promise<void> {
    while (this.#turn.transaction) await this.#turn.transaction;
    this.#db.run("PRAGMA optimize");
    this.#db.close();
  }

  /** Writes what is there already, and answers why that failed. */
  #probe(): unknown {
    try {
      // Not to be waited for: nothing else in the hub runs meanwhile.
      this.#db.run("PRAGMA busy_timeout = 0");
      // The page of the header is written whatever it was; a row that stays the same would not be.
      this.#db.run("PRAGMA application_id = 0");
      this.#lastWritten = performance.now();
      return undefined;
    } catch (cause) {
      const isBusy = (cause as { code?: string }).code?.startsWith("SQLITE_BUSY");
      const isMoment = performance.now() - this.#lastWritten < lockedMsMax;
      return isBusy && isMoment ? undefined : cause;
    } finally {
      this.#db.run(`PRAGMA busy_timeout = ${this.#busyMs}`);
    }
  }

  /** Read with .all(): a RETURNING statement read with .get() keeps the WAL from checkpointing. */
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

/** Tells one file from another that has taken its place. */
function fileAt(path: string): string {
  if (path === inMemory) return "";
  const file = statSync(path, { throwIfNoEntry: false });
  return file ? `${file.dev} ${file.ino}` : "none";
}
