import { Database } from "bun:sqlite";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, resolve } from "node:path";
import { loadConfig } from "../core/app/config.ts";
import { reasonAndRemedy } from "../core/platform/store/sqlite-errors.ts";
import { inspectDatabase } from "../core/platform/store/sqlite-file.ts";
import { exitOnHelp } from "./help.ts";

const usage = `Usage: bun run backup FOLDER     copies what is in HUB_DATA (default ./data), while hubs run on it
       bun run restore FOLDER    puts such a copy in the place of HUB_DATA, which must not be there

The folder of a backup is a data folder: a hub may be started on it.`;

/** What is copied by SQLite, or belongs to processes that run. */
const left = /^(?:hub\.sqlite(?:-\w+)?|browser|plugins-staging)$/;
/** What is being written, under a name that it keeps only until then. */
const draft = /\.part$|^draft\./;
/** How often it is begun anew where a file goes while it is copied. */
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
  const counts = isElsewhere ? "" : `, with ${countsOf(`${to}/hub.sqlite`)}`;
  console.log(`"${to}" is a copy of "${from}"${counts}`);
  if (isElsewhere)
    console.log("The database of HUB_DATABASE_URL is not in it: copy that with pg_dump");
}

/** Makes all of the copy or nothing. */
function copyWhole(from: string, to: string, { isElsewhere }: { isElsewhere: boolean }): void {
  const database = `${from}/hub.sqlite`;
  if (!existsSync(from)) throw new Error(`There is no folder "${from}"`);
  if (!isElsewhere && !existsSync(database))
    throw new Error(`"${from}" is no data folder: it has no "hub.sqlite"`);
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new Error(`"${to}" is there already, and not empty: name another folder, or move it`);
  const making = `${to}.part`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true, mode: 0o700 });
  try {
    // Before all else: the files that its rows name are there until they are swept, hours later.
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

/** As it is at one moment, whoever writes meanwhile. */
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
      // A newer version of some data has come, or an answer has been swept.
      if ((error as { code?: string }).code !== "ENOENT" || made === tries) throw error;
      rmSync(to, { recursive: true, force: true });
    }
  }
}

function countsOf(path: string): string {
  using db = new Database(path, { readonly: true });
  const [counts] = db
    .query<{ accounts: number; keys: number }, []>(
      "SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM keys) AS keys",
    )
    .all();
  return `${counts?.accounts} accounts and ${counts?.keys} keys`;
}
