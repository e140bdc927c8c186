import { accessSync, constants, mkdirSync } from "node:fs";
import type { RecordsWithAdmin } from "./admin-records.ts";
import { SqlRecords } from "./sql-records.ts";
import { openSqliteDatabase } from "./sqlite-database.ts";

/** Opens the records in a database file of SQLite, or in memory with `:memory:`. */
export function openSqlite(path: string, options?: { pagesMax?: number }): RecordsWithAdmin {
  return new SqlRecords(openSqliteDatabase(path, options));
}

/** Opens the records in a hub's data folder, which is made if it is not there. */
export function openSqliteIn(dir: string): RecordsWithAdmin {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    accessSync(dir, constants.W_OK);
  } catch (cause) {
    throw new Error(
      `Cannot write to the data folder "${dir}": make it writable or name another in HUB_DATA`,
      { cause },
    );
  }
  return openSqlite(`${dir}/hub.sqlite`);
}
