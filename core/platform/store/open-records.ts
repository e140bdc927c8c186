import type { Health } from "../health/health.ts";
import type { RecordsWithAdmin } from "./admin-records.ts";
import { makeDataFolder } from "./data-folder.ts";
import { openSqliteIn } from "./sqlite.ts";

/** The location of the records. */
export interface StoreSettings {
  data: string;
  /**
   * The URL of a PostgreSQL database to use instead of the SQLite file. Never show it: it may contain a
   * password.
   */
  databaseUrl: string | undefined;
}

/** Opens the records: in the data folder, or in a database shared by several hubs. */
export async function openRecords(
  { data, databaseUrl }: StoreSettings,
  health?: Health,
): Promise<RecordsWithAdmin> {
  if (databaseUrl === undefined) return openSqliteIn(data);
  // Loads the PostgreSQL driver only if it is used.
  const { openPostgres } = await import("./postgres.ts");
  makeDataFolder(data);
  return openPostgres(databaseUrl, health);
}
