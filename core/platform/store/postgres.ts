import { Health } from "../health/health.ts";
import { quietLog } from "../log/log.ts";
import type { RecordsWithAdmin } from "./admin-records.ts";
import { PostgresDatabase, type PostgresOptions } from "./postgres-database.ts";
import { describePostgresError } from "./postgres-errors.ts";
import { migrate } from "./postgres-migrations.ts";
import { SqlRecords } from "./sql-records.ts";

/** Opens the records in a PostgreSQL database, which several machines may share. */
export async function openPostgres(
  url: string,
  health?: Health,
  options?: PostgresOptions,
): Promise<RecordsWithAdmin> {
  return new SqlRecords(await openPostgresDatabase(url, health, options));
}

/** Connects to a database and upgrades its schema. Throws an error with the reason if that fails. */
export async function openPostgresDatabase(
  url: string,
  health = new Health(quietLog),
  options?: PostgresOptions,
): Promise<PostgresDatabase> {
  const database = new PostgresDatabase(url, health, options);
  try {
    await migrate(database);
    await database.measureClock();
    return database;
  } catch (cause) {
    await database.close();
    throw new Error(
      `Cannot open the database of HUB_DATABASE_URL: ${describePostgresError(cause)}`,
      { cause },
    );
  }
}
