import type { Health } from "../health/health.ts";
import type { RecordsWithAdmin } from "./admin-records.ts";
import { makeDataFolder } from "./data-folder.ts";
import { openSqliteIn } from "./sqlite.ts";

/** Where records are kept. */
export interface StoreSettings {
  data: string;
  /** A PostgreSQL database in place of the file in the data folder. It is never shown: it may hold a password. */
  databaseUrl: string | undefined;
}

/** Opens the records where the operator keeps them: in the data folder, or in a database that hubs share. */
export async function openRecords(
  { data, databaseUrl }: StoreSettings,
  health?: Health,
): Promise<RecordsWithAdmin> {
  if (databaseUrl === undefined) return openSqliteIn(data);
  // Loaded where there is one.
  const { openPostgres } = await import("./postgres.ts");
  makeDataFolder(data);
  return openPostgres(databaseUrl, health);
}
