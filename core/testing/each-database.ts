import { Database as SqliteFile } from "bun:sqlite";
import { afterAll, afterEach, describe } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { Health } from "../platform/health/health.ts";
import { quietLog } from "../platform/log/log.ts";
import type { RecordsWithAdmin } from "../platform/store/admin-records.ts";
import type { Database, Statements, Value } from "../platform/store/database.ts";
import { openPostgres, openPostgresDatabase } from "../platform/store/postgres.ts";
import type { PostgresDatabase } from "../platform/store/postgres-database.ts";
import { SqlRecords } from "../platform/store/sql-records.ts";
import { openSqlite } from "../platform/store/sqlite.ts";
import { waitMs } from "./patience.ts";
import { lacksPostgres, type PostgresServer, sharePostgres } from "./postgres-server.ts";
import { isWorker, onRunEnd } from "./run-end.ts";

/** A database for one test. */
export interface TestDatabase {
  /** Opens the database like a hub. Further calls open it like other hubs that share it. */
  open(): Promise<RecordsWithAdmin>;
  /** Runs a statement directly, bypassing the hubs. */
  run(sql: string): Promise<unknown[]>;
}

/** Describes the behaviour of records in each supported database. */
export function inEachDatabase(
  define: (create: () => Promise<TestDatabase>, name: "SQLite" | "PostgreSQL") => void,
): void {
  describe("in SQLite", () => {
    const dir = mkdtempSync(`${tmpdir()}/utilhub-database-`);
    const opened = closeAfterEach();
    afterAll(() => rmSync(dir, { recursive: true }));
    let databases = 0;
    define(async () => {
      const path = `${dir}/${++databases}.sqlite`;
      return {
        open: async () => opened(openSqlite(path)),
        async run(sql) {
          using db = new SqliteFile(path);
          return db.query(sql).all();
        },
      };
    }, "SQLite");
  });

  describe.skipIf(lacksPostgres)("in PostgreSQL", () => {
    const used: PostgresTestDatabase[] = [];
    const opened = closeAfterEach(async () => {
      const { empty } = await shareDatabases();
      await Promise.all(used.splice(0).map(empty));
    });
    define(async () => {
      const { takeDatabase } = await shareDatabases();
      const database = await takeDatabase();
      used.push(database);
      return {
        open: async () => opened(await database.open()),
        run: (sql) => database.run(sql),
      };
    }, "PostgreSQL");
  });
}

let databases: ReturnType<typeof openDatabases> | undefined;

/** Returns the databases that all test files of this process share. */
function shareDatabases() {
  if (!databases) {
    databases = openDatabases();
    if (!isWorker)
      onRunEnd(async () => {
        const { close } = await shareDatabases();
        databases = undefined;
        await close();
      });
  }
  return databases;
}

/**
 * Opens databases for one test at a time. Tests must not change the schema: databases are emptied for the
 * next test, because creating one takes 20 times as long.
 */
async function openDatabases() {
  const server = await sharePostgres();
  const original = await server.createDatabase();
  await (await openPostgres(original)).close();
  const emptying = await buildResetStatements(server, original);
  const all: PostgresTestDatabase[] = [];
  const free: PostgresTestDatabase[] = [];
  return {
    async takeDatabase(): Promise<PostgresTestDatabase> {
      const known = free.pop();
      if (known) return known;
      const database = new PostgresTestDatabase(await server.createDatabase(original));
      all.push(database);
      return database;
    },
    async empty(database: PostgresTestDatabase): Promise<void> {
      await database.run(emptying);
      free.push(database);
    },
    close: () => Promise.all(all.map((database) => database.close())),
  };
}

/** A database whose connections are reused by the next test, because opening one takes 40 ms. */
class PostgresTestDatabase {
  readonly #url: string;
  readonly #direct: Bun.SQL;
  readonly #all: PostgresDatabase[] = [];
  readonly #free: PostgresDatabase[] = [];

  constructor(url: string) {
    this.#url = url;
    this.#direct = new Bun.SQL(url, { max: 1 });
  }

  async open(): Promise<RecordsWithAdmin> {
    const database = this.#free.pop() ?? (await this.#connect());
    return new SqlRecords(new BorrowedDatabase(database, () => this.#free.push(database)));
  }

  run(sql: string): Promise<unknown[]> {
    return this.#direct.unsafe(sql);
  }

  async close(): Promise<void> {
    await Promise.all([this.#direct.close(), ...this.#all.map((database) => database.close())]);
  }

  async #connect(): Promise<PostgresDatabase> {
    // A long interval, because the health checks would run as long as the process.
    const health = new Health(quietLog, { checkMs: 3_600_000 });
    // A busy machine may take longer than a request would wait.
    const options = { callMs: waitMs(60_000) };
    const database = await openPostgresDatabase(this.#url, health, options);
    this.#all.push(database);
    return database;
  }
}

/** A database that is returned for reuse when a hub closes it, after its last statement. */
class BorrowedDatabase implements Database {
  readonly #database: Database;
  readonly #onClose: () => void;
  readonly #pending = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(database: Database, onClose: () => void) {
    this.#database = database;
    this.#onClose = onClose;
  }

  rows<Row>(sql: string, ...values: Value[]): Promise<Row[]> {
    return this.#track(() => this.#database.rows<Row>(sql, ...values));
  }

  run(sql: string, ...values: Value[]): Promise<number> {
    return this.#track(() => this.#database.run(sql, ...values));
  }

  atomically<Result>(
    lock: string,
    work: (transaction: Statements) => Promise<Result>,
    options?: { timeoutMs?: number },
  ): Promise<Result> {
    return this.#track(() => this.#database.atomically(lock, work, options));
  }

  nextCounter(): Promise<number> {
    return this.#track(() => this.#database.nextCounter());
  }

  fault(): string | undefined {
    return this.#database.fault();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.allSettled(this.#pending);
    this.#onClose();
  }

  async #track<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new Error("The database is closed");
    const result = work();
    this.#pending.add(result);
    try {
      return await result;
    } finally {
      this.#pending.delete(result);
    }
  }
}

/** Returns the statements that reset a database to the state of another one. */
async function buildResetStatements(server: PostgresServer, original: string): Promise<string> {
  const tables = await server.run(
    original,
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const sequences = await server.run(original, "SELECT sequencename AS name FROM pg_sequences");
  const fillings = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await server.run(
        original,
        `SELECT json_agg(row)::text AS rows FROM "${name}" AS row`,
      );
      return row?.rows
        ? [
            `INSERT INTO "${name}" SELECT * FROM json_populate_recordset(NULL::"${name}", '${row.rows}')`,
          ]
        : [];
    }),
  );
  return [
    "BEGIN",
    // Disables triggers, which would count changes and protect the audit log.
    "SET LOCAL session_replication_role = replica",
    ...tables.map(({ name }) => `DELETE FROM "${name}"`),
    ...fillings.flat(),
    ...sequences.map(({ name }) => `ALTER SEQUENCE "${name}" RESTART`),
    "COMMIT",
  ].join(";\n");
}

/** Closes what a test has opened, after the test: the server limits the number of connections. */
function closeAfterEach(
  onClosed: () => unknown = () => {},
): (records: RecordsWithAdmin) => RecordsWithAdmin {
  const all: RecordsWithAdmin[] = [];
  afterEach(async () => {
    await Promise.all(all.splice(0).map((records) => records.close()));
    await onClosed();
  });
  return (records) => {
    all.push(records);
    return records;
  };
}
