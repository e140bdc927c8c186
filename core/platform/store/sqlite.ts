import type { RecordsWithAdmin } from "./admin-records.ts";
import { makeDataFolder } from "./data-folder.ts";
import { SqlRecords } from "./sql-records.ts";
import { openSqliteDatabase, type SqliteOptions } from "./sqlite-database.ts";

/** Opens the records in a database file of SQLite, or in memory with `:memory:`. */
export function openSqlite(path: string, options?: SqliteOptions): RecordsWithAdmin {
  return new SqlRecords(openSqliteDatabase(path, options));
}

/** Opens the records in a hub's data folder, which is made if it is not there. */
export function openSqliteIn(dir: string): RecordsWithAdmin {
  makeDataFolder(dir);
  return openSqlite(`${dir}/hub.sqlite`);
}
