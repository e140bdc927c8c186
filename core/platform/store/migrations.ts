import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dir, "migrations");

/**
 * Returns the pending migrations of a database, in order: each upgrades the schema by one version. A file
 * such as `014-suspensions.sql` is for both databases, and `013-schema.postgres.sql` for one of them. Never
 * change a released one.
 *
 * @throws {Error} If the database is from a newer version of the hub.
 */
export function findPendingMigrations(database: "sqlite" | "postgres", version: number): string[] {
  const other = database === "sqlite" ? ".postgres.sql" : ".sqlite.sql";
  const files = readdirSync(folder).filter((name) => !name.endsWith(other));
  if (version > files.length)
    throw new Error(
      `it is from a newer version of the hub (schema ${version}, this version supports ${files.length}): start that version, or restore an older backup`,
    );
  const pending = files.toSorted().slice(version);
  return pending.map((name) => readFileSync(join(folder, name), "utf8"));
}
