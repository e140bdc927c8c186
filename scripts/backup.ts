import { Database } from "bun:sqlite";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, resolve } from "node:path";
import { loadConfig } from "../core/app/config.ts";
import { reasonAndRemedy } from "../core/platform/store/sqlite-errors.ts";
import { inspectDatabase } from "../core/platform/store/sqlite-file.ts";
import { exitOnHelp } from "./help.ts";

const usage = `Usage: bun run backup FOLDER     copy HUB_DATA (default ./data) to FOLDER, also while hubs are running
       bun run restore FOLDER    copy a backup to HUB_DATA, which must be missing or empty

A backup is a complete data folder: you can start a hub on it.`;

/** Entries that SQLite copies, and those that belong to running processes. */
const left = /^(?:hub\.sqlite(?:-\w+)?|browser|plugins-staging)$/;
/** Temporary names of files that are still being written. */
const draft = /\.part$|^draft\./;
/** Number of attempts to copy an entry if files disappear meanwhile. */
const tries = 5;

exitOnHelp(usage);
try {
  main(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

function main([command, given, ...more]: string[]): void {
  if ((command !== "backup" && command !== "restore") || !given || more.length > 0)
    throw new Error(usage);
  const { data, databaseUrl } = loadConfig(process.env);
  const folder = resolve(given);
  const [from, to] = command === "backup" ? [data, folder] : [folder, data];
  const isElsewhere = databaseUrl !== undefined;
  copyWhole(from, to, { isElsewhere });
  const counts = isElsewhere ? "" : `, with ${describeCounts(`${to}/hub.sqlite`)}`;
  console.log(`Copied "${from}" to "${to}"${counts}`);
  if (isElsewhere)
    console.log(
      "The copy does not include the database of HUB_DATABASE_URL: copy that with pg_dump",
    );
}

/** Makes a complete copy, or none at all. */
function copyWhole(from: string, to: string, { isElsewhere }: { isElsewhere: boolean }): void {
  const database = `${from}/hub.sqlite`;
  if (!existsSync(from)) throw new Error(`There is no folder "${from}"`);
  if (!isElsewhere && !existsSync(database))
    throw new Error(`"${from}" is not a data folder: it has no "hub.sqlite"`);
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new Error(
      `"${to}" already exists and is not empty: name another folder, or move this one`,
    );
  const making = `${to}.part`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true, mode: 0o700 });
  try {
    // The database comes first: files that its rows refer to are only deleted hours later.
    if (!isElsewhere) copyDatabase(database, `${making}/hub.sqlite`);
    for (const name of readdirSync(from).filter((name) => !left.test(name) && !draft.test(name)))
      copyEntry(`${from}/${name}`, `${making}/${name}`);
    if (existsSync(to)) rmSync(to, { recursive: true });
    renameSync(making, to);
  } catch (cause) {
    rmSync(making, { recursive: true, force: true });
    throw cause;
  }
}

/** Copies a consistent snapshot of a database that may be written to meanwhile. */
function copyDatabase(from: string, to: string): void {
  try {
    inspectDatabase(from);
    using db = new Database(from, { readwrite: true });
    db.run("PRAGMA busy_timeout = 10000");
    db.query("VACUUM INTO ?").run(to);
    chmodSync(to, 0o600);
    using copy = new Database(to, { readonly: true });
    const faults = copy.query<{ quick_check: string }, []>("PRAGMA quick_check(1)").all();
    if (faults[0]?.quick_check !== "ok") throw new Error("it is damaged");
  } catch (cause) {
    throw new Error(`Cannot copy the database "${from}": ${reasonAndRemedy(cause, from)}`, {
      cause,
    });
  }
}

function copyEntry(from: string, to: string): void {
  for (let made = 1; ; made++) {
    try {
      cpSync(from, to, {
        recursive: true,
        preserveTimestamps: true,
        filter: (path) => !draft.test(basename(path)),
      });
      return;
    } catch (error) {
      // A dataset was replaced, or a job result was deleted.
      if ((error as { code?: string }).code !== "ENOENT" || made === tries) throw error;
      rmSync(to, { recursive: true, force: true });
    }
  }
}

function describeCounts(path: string): string {
  using db = new Database(path, { readonly: true });
  const [counts] = db
    .query<{ accounts: number; keys: number }, []>(
      "SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM keys) AS keys",
    )
    .all();
  return `${counts?.accounts} accounts and ${counts?.keys} keys`;
}
