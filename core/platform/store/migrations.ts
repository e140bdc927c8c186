import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dir, "migrations");

/**
 * Returns the pending migrations of a database, in order: each upgrades the schema by one version. A file
 * such as `014-suspensions.sql` is for both databases, and `013-schema.postgres.sql` for one of them. Never
 * change a released one.
 *
 * A database of a newer hub has none, if that hub's migrations left it readable. Those only add tables, indexes, and
 * columns that may be omitted. Any other one sets `schemaReaders.oldest` to its own number.
 *
 * @throws {Error} If the database is from a newer version of the hub, and not readable by this one.
 */
export function findPendingMigrations(
  database: "sqlite" | "postgres",
  version: number,
  oldestReader = Number.POSITIVE_INFINITY,
): string[] {
  const other = database === "sqlite" ? ".postgres.sql" : ".sqlite.sql";
  const files = readdirSync(folder).filter((name) => !name.endsWith(other));
  if (version > files.length && oldestReader <= Number(files.toSorted().at(-1)?.slice(0, 3)))
    return [];
  if (version > files.length)
    throw new Error(
      `it is from a newer version of the hub (schema ${version}, this version supports ${files.length}): start that version, or restore an older backup`,
    );
  const pending = files.toSorted().slice(version);
  return pending.map((name) => readFileSync(join(folder, name), "utf8"));
}
