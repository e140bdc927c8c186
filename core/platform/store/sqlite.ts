import type { RecordsWithAdmin } from "./admin-records.ts";
import { makeDataFolder } from "./data-folder.ts";
import { SqlRecords } from "./sql-records.ts";
import { openSqliteDatabase, type SqliteOptions } from "./sqlite-database.ts";

/** Opens the records in an SQLite file, or in memory with `:memory:`. */
export function openSqlite(path: string, options?: SqliteOptions): RecordsWithAdmin {
  return new SqlRecords(openSqliteDatabase(path, options));
}

/** Opens the records in a hub's data folder. Creates the folder if it is missing. */
export function openSqliteIn(dir: string): RecordsWithAdmin {
  makeDataFolder(dir);
  return openSqlite(`${dir}/hub.sqlite`);
}
