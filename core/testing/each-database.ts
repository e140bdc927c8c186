import { Database } from "bun:sqlite";
import { afterAll, afterEach, describe } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { RecordsWithAdmin } from "../platform/store/admin-records.ts";
import { openPostgres } from "../platform/store/postgres.ts";
import { openSqlite } from "../platform/store/sqlite.ts";
import { waitMs } from "./patience.ts";
import { lacksPostgres, type PostgresServer, sharePostgres } from "./postgres-server.ts";
import { onRunEnd } from "./run-end.ts";

/** A database of a test's own. */
export interface TestDatabase {
  /** Opens it as a hub does; again, as another hub does beside it. */
  open(): Promise<RecordsWithAdmin>;
  /** Runs a statement past the hubs. */
  run(sql: string): Promise<unknown[]>;
}

/** Describes how records behave, whatever the database that keeps them. */
export function inEachDatabase(
  tell: (create: () => Promise<TestDatabase>, name: "SQLite" | "PostgreSQL") => void,
): void {
  describe("in SQLite", () => {
    const dir = mkdtempSync(`${tmpdir()}/utilhub-database-`);
    const opened = closedAfterEach();
    afterAll(() => rmSync(dir, { recursive: true }));
    let databases = 0;
    tell(async () => {
      const path = `${dir}/${++databases}.sqlite`;
      return {
        open: async () => opened(openSqlite(path)),
        async run(sql) {
          using db = new Database(path);
          return db.query(sql).all();
        },
      };
    }, "SQLite");
  });

  describe.skipIf(lacksPostgres)("in PostgreSQL", () => {
    const used: string[] = [];
    const opened = closedAfterEach(async () => {
      const { empty } = await shareDatabases();
      await Promise.all(used.splice(0).map(empty));
    });
    tell(async () => {
      const { server, takeDatabase } = await shareDatabases();
      const url = await takeDatabase();
      used.push(url);
      return {
        // A busy machine may take longer than a caller would wait.
        open: async () => opened(await openPostgres(url, undefined, { callMs: waitMs(60_000) })),
        run: (sql) => server.run(url, sql),
      };
    }, "PostgreSQL");
  });
}

let databases: ReturnType<typeof openDatabases> | undefined;

/** Returns the databases that all test files of this process share. */
function shareDatabases() {
  if (!databases) {
    databases = openDatabases();
    onRunEnd(() => {
      databases = undefined;
    });
  }
  return databases;
}

/**
 * Opens databases, each for one test at a time. Tests must not change their tables' definitions: a
 * database is emptied for the next test, as to create one takes 20 times as long.
 */
async function openDatabases() {
  const server = await sharePostgres();
  const original = await server.createDatabase();
  await (await openPostgres(original)).close();
  const emptying = await describeEmptying(server, original);
  const free: string[] = [];
  return {
    server,
    takeDatabase: async () => free.pop() ?? server.createDatabase(original),
    async empty(url: string): Promise<void> {
      await server.run(url, emptying);
      free.push(url);
    },
  };
}

/** Returns the statements that bring a database back to the state of another. */
async function describeEmptying(server: PostgresServer, original: string): Promise<string> {
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
    // Triggers must not run: they would count changes, and keep the audit log as it is.
    "SET session_replication_role = replica",
    ...tables.map(({ name }) => `DELETE FROM "${name}"`),
    ...fillings.flat(),
    ...sequences.map(({ name }) => `ALTER SEQUENCE "${name}" RESTART`),
  ].join(";\n");
}

/** Closes what a test has opened: all of them at once would be more connections than the server takes. */
function closedAfterEach(
  afterwards: () => unknown = () => {},
): (records: RecordsWithAdmin) => RecordsWithAdmin {
  const all: RecordsWithAdmin[] = [];
  afterEach(async () => {
    await Promise.all(all.splice(0).map((records) => records.close()));
    await afterwards();
  });
  return (records) => {
    all.push(records);
    return records;
  };
}
