import { Database as Sqlite } from "bun:sqlite";
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { loadConfig } from "../core/app/config.ts";
import type { Statements, Value } from "../core/platform/store/database.ts";
import { openPostgresDatabase } from "../core/platform/store/postgres.ts";
import { openSqliteDatabase } from "../core/platform/store/sqlite-database.ts";
import { exitOnHelp } from "./help.ts";

const usage = `Usage: bun run migrate --from sqlite --to postgres
  moves what a hub keeps in HUB_DATA (default ./data) into the database of HUB_DATABASE_URL

Stop every hub on the folder first. The database must have no accounts. All of it comes over or
nothing, and the folder stays as it is.`;

/** How many values a statement has at most: PostgreSQL takes 65,535. */
const valuesMax = 20_000;
const timeoutMs = 6 * 3_600_000;

/** Tables that others refer to come first. */
const first = ["accounts", "keys", "incidents"];
/** What numbers rows by itself in PostgreSQL, and the tables whose rows have such a number. */
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
    throw new Error("Name the database to move to in HUB_DATABASE_URL");
  const path = `${data}/hub.sqlite`;
  if (!existsSync(path))
    throw new Error(`There is no database "${path}": name its folder in HUB_DATA`);
  // Brings it to the schema of this version.
  await openSqliteDatabase(path).close();
  const to = await openPostgresDatabase(databaseUrl);
  using from = new Sqlite(path, { strict: true });
  try {
    // Nobody writes what would be left behind.
    from.run("BEGIN IMMEDIATE");
    await to.atomically("schema", (transaction) => move(from, transaction), { timeoutMs });
  } finally {
    if (from.inTransaction) from.run("ROLLBACK");
    await to.close();
  }
  console.log(
    `Start hubs with HUB_DATABASE_URL now, and those of other machines with the pepper of this one: HUB_KEY_PEPPER, or the file of that in "${data}"`,
  );
}

async function move(from: Sqlite, to: Statements): Promise<void> {
  const [account] = await to.rows("SELECT 1 FROM accounts LIMIT 1");
  if (account) throw new Error("The database of HUB_DATABASE_URL has accounts: name an empty one");
  const tables = tablesOf(from);
  // What a hub that was started on it has written, without an account. The audit log is only added to.
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

function tablesOf(from: Sqlite): string[] {
  const tables = from
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all()
    .map(({ name }) => name);
  return [...first, ...tables.filter((name) => !first.includes(name))];
}

/** Copies a table, and answers how many rows it has. */
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
  // The accounts that others are spellings of come before those.
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
    throw new Error(`Of ${kept?.count} rows of "${table}" ${count} came over: nothing was moved`);
  return count;
}
