import { Database as Sqlite } from "bun:sqlite";
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { loadConfig } from "../core/app/config.ts";
import type { Statements, Value } from "../core/platform/store/database.ts";
import { openPostgresDatabase } from "../core/platform/store/postgres.ts";
import { openSqliteDatabase } from "../core/platform/store/sqlite-database.ts";
import { exitOnHelp } from "./help.ts";

const usage = `Usage: bun run migrate --from sqlite --to postgres
  copy the data of a hub from HUB_DATA (default ./data) to the database of HUB_DATABASE_URL

Stop all hubs on the folder first. The database must not contain accounts. The command copies
everything or nothing, and does not change the folder.`;

/** Maximum number of values in a statement: PostgreSQL allows 65,535. */
const valuesMax = 20_000;
const timeoutMs = 6 * 3_600_000;

/** Tables that other tables refer to. They are copied first. */
const first = ["accounts", "keys", "incidents"];
/** Tables with automatic row numbers. */
const numbered = ["codes", "incidents", "audit"];

exitOnHelp(usage);
try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { from: { type: "string" }, to: { type: "string" } },
  });
  if (values.from !== "sqlite" || values.to !== "postgres") throw new Error(usage);
  const { data, databaseUrl } = loadConfig(process.env);
  if (databaseUrl === undefined)
    throw new Error("Set HUB_DATABASE_URL to the database to migrate to");
  const path = `${data}/hub.sqlite`;
  if (!existsSync(path))
    throw new Error(`There is no database "${path}": set HUB_DATA to its folder`);
  // Migrates it to the schema of this version.
  await openSqliteDatabase(path).close();
  const to = await openPostgresDatabase(databaseUrl);
  using from = new Sqlite(path, { strict: true });
  try {
    // Locks the database, so that no later write is lost.
    from.run("BEGIN IMMEDIATE");
    await to.atomically("schema", (transaction) => move(from, transaction), { timeoutMs });
  } finally {
    if (from.inTransaction) from.run("ROLLBACK");
    await to.close();
  }
  console.log(
    `Migrated. Now start the hubs with HUB_DATABASE_URL. Hubs on other machines need the same pepper: set HUB_KEY_PEPPER, or copy the pepper file from "${data}"`,
  );
}

async function move(from: Sqlite, to: Statements): Promise<void> {
  const [account] = await to.rows("SELECT 1 FROM accounts LIMIT 1");
  if (account)
    throw new Error("The database of HUB_DATABASE_URL already has accounts: use an empty one");
  const tables = listTables(from);
  // Removes rows that a hub wrote at its start. The audit log is append-only.
  for (const table of tables.toReversed())
    if (table !== "audit") await to.run(`DELETE FROM ${table}`);
  for (const table of tables) {
    const count = await copy(table, from, to);
    if (count > 0) console.log(`${count.toLocaleString("en").padStart(12)}  ${table}`);
  }
  const [last] = from
    .query<{ seq: number }, []>("SELECT seq FROM sqlite_sequence WHERE name = 'accounts'")
    .all();
  await to.rows("SELECT setval('counters', ?)", last?.seq ?? 1);
  for (const table of numbered)
    await to.rows(
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), coalesce(max(id), 0) + 1) FROM ${table}`,
    );
}

function listTables(from: Sqlite): string[] {
  const tables = from
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all()
    .map(({ name }) => name);
  return [...first, ...tables.filter((name) => !first.includes(name))];
}

/** Copies a table. Returns the number of rows. */
async function copy(table: string, from: Sqlite, to: Statements): Promise<number> {
  const columns = from
    .query<{ name: string }, []>(`PRAGMA table_info(${table})`)
    .all()
    .map(({ name }) => name);
  const rowsMax = Math.floor(valuesMax / columns.length);
  const insert = (rows: readonly Value[][]) =>
    to.run(
      `INSERT INTO ${table} (${columns.join(", ")}) VALUES ${rows
        .map(() => `(${columns.map(() => "?").join(", ")})`)
        .join(", ")}`,
      ...rows.flat(),
    );
  // Accounts come before the accounts that refer to them as spellings.
  const order = columns.includes("id") ? "ORDER BY id" : "";
  let count = 0;
  let waiting: Value[][] = [];
  for (const row of from
    .query<Record<string, Value>, []>(`SELECT * FROM ${table} ${order}`)
    .iterate()) {
    waiting.push(columns.map((name) => row[name] ?? null));
    if (waiting.length < rowsMax) continue;
    count += await insert(waiting);
    waiting = [];
  }
  if (waiting.length > 0) count += await insert(waiting);
  const [kept] = from.query<{ count: number }, []>(`SELECT count(*) AS count FROM ${table}`).all();
  if (kept?.count !== count)
    throw new Error(
      `Cannot copy "${table}": ${count} of ${kept?.count} rows were copied, so nothing was migrated`,
    );
  return count;
}
