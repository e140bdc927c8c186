import { findPendingMigrations } from "./migrations.ts";
import { type PostgresDatabase, slowMs } from "./postgres-database.ts";

/** Upgrades the schema of a database. Other hubs wait in the meantime. */
export async function migrate(database: PostgresDatabase): Promise<void> {
  await database.atomically(
    "schema",
    async ({ rows, run }) => {
      const [encoding] = await rows<{ name: string }>(
        "SELECT current_setting('server_encoding') AS name",
      );
      if (encoding?.name !== "UTF8")
        throw new Error(`it is encoded as ${encoding?.name}: create one with ENCODING UTF8`);
      await run("CREATE TABLE IF NOT EXISTS hubSchema (version integer NOT NULL)");
      const [stored] = await rows<{ version: number }>("SELECT version FROM hubSchema");
      const version = stored?.version ?? 0;
      const hasReaders = await rows("SELECT 1 FROM pg_tables WHERE tablename = ?", "schemaReaders");
      const [reader] =
        hasReaders.length > 0
          ? await rows<{ oldest: number }>("SELECT oldest FROM schemaReaders")
          : [];
      const pending = findPendingMigrations("postgres", version, reader?.oldest);
      if (pending.length === 0) return;
      for (const statement of pending.flatMap(splitStatements)) await run(statement);
      await run("DELETE FROM hubSchema");
      await run("INSERT INTO hubSchema VALUES (?)", version + pending.length);
    },
    { timeoutMs: slowMs },
  );
}

/** Returns the statements of a migration, in the words of PostgreSQL: text sorts by its bytes, as in SQLite. */
function splitStatements(migration: string): string[] {
  const translated = migration
    .replace(/\bTEXT\b/g, 'text COLLATE "C"')
    .replace(/\bINTEGER\b/g, "bigint")
    .replaceAll(") WITHOUT ROWID", ")");
  return translated.split(/;\n/).filter((statement) => statement.trim() !== "");
}
