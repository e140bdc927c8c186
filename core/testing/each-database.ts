import { Database } from "bun:sqlite";
import { afterAll, afterEach, beforeAll, describe } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { RecordsWithAdmin } from "../platform/store/admin-records.ts";
import { openPostgres } from "../platform/store/postgres.ts";
import { openSqlite } from "../platform/store/sqlite.ts";
import { waitMs } from "./patience.ts";
import { lacksPostgres, type PostgresServer, startPostgres } from "./postgres-server.ts";

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
    let server: PostgresServer;
    // A copy of a database costs less than to make its tables again.
    let original: string;
    beforeAll(async () => {
      server = await startPostgres();
      original = await server.createDatabase();
      await (await openPostgres(original)).close();
    });
    afterAll(() => server?.stop());
    const opened = closedAfterEach();
    tell(async () => {
      const url = await server.createDatabase(original);
      return {
        // A busy machine may take longer than a caller would wait.
        open: async () => opened(await openPostgres(url, undefined, { callMs: waitMs(60_000) })),
        run: (sql) => server.run(url, sql),
      };
    }, "PostgreSQL");
  });
}

/** Closes what a test has opened: all of them at once would be more connections than the server takes. */
function closedAfterEach(): (records: RecordsWithAdmin) => RecordsWithAdmin {
  const all: RecordsWithAdmin[] = [];
  afterEach(() => Promise.all(all.splice(0).map((records) => records.close())));
  return (records) => {
    all.push(records);
    return records;
  };
}
