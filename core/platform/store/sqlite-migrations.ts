import type { Database } from "bun:sqlite";
import { foldEmail } from "../mail/email-address.ts";
import { findPendingMigrations } from "./migrations.ts";

/** The first version whose accounts have canonical addresses. */
const foldedVersion = 3;

/** Canonicalises the addresses. Among accounts with the same canonical address, the first one owns it. */
function foldAccounts(db: Database): void {
  const first = new Map<string, number>();
  const set = db.query("UPDATE accounts SET folded = ?, olderId = ? WHERE id = ?");
  const accounts = db.query<{ id: number; email: string }, []>(
    "SELECT id, email FROM accounts ORDER BY id",
  );
  for (const { id, email } of accounts.all()) {
    const folded = foldEmail(email);
    set.run(folded, first.get(folded) ?? null, id);
    if (!first.has(folded)) first.set(folded, id);
  }
  db.run("CREATE UNIQUE INDEX accountsByAddress ON accounts (folded) WHERE olderId IS NULL");
}

/** Returns the number of the oldest migration whose hubs can read a database, if it says so. */
function readOldestReader(db: Database): number | undefined {
  const [table] = db.query("SELECT 1 FROM sqlite_master WHERE name = 'schemaReaders'").all();
  if (table === undefined) return undefined;
  return db.query<{ oldest: number }, []>("SELECT oldest FROM schemaReaders").all()[0]?.oldest;
}

/** Upgrades the schema of a database. */
export function migrate(db: Database): void {
  const readVersion = () =>
    db.query<{ user_version: number }, []>("PRAGMA user_version").all()[0]?.user_version ?? 0;
  if (findPendingMigrations("sqlite", readVersion(), readOldestReader(db)).length === 0) return;
  db.transaction(() => {
    let version = readVersion();
    for (const migration of findPendingMigrations("sqlite", version)) {
      db.run(migration);
      version++;
      if (version === foldedVersion) foldAccounts(db);
    }
    db.run(`PRAGMA user_version = ${version}`);
  }).immediate();
}
