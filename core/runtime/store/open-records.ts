import type { Config } from "../config.ts";
import type { Health } from "../health/health.ts";
import type { RecordsWithAdmin } from "./admin-records.ts";
import { makeDataFolder } from "./data-folder.ts";
import { openSqliteIn } from "./sqlite.ts";

/** Opens the records where the operator keeps them: in the data folder, or in a database that hubs share. */
export async function openRecords(
  { data, databaseUrl }: Pick<Config, "data" | "databaseUrl">,
  health?: Health,
): Promise<RecordsWithAdmin> {
  if (databaseUrl === undefined) return openSqliteIn(data);
  // Loaded where there is one.
  const { openPostgres } = await import("./postgres.ts");
  makeDataFolder(data);
  return openPostgres(databaseUrl, health);
}
