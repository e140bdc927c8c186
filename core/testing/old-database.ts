import { Database } from "bun:sqlite";

/** The tables of accounts and keys as hub 0.1.0 made them. */
const released = `CREATE TABLE accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    email TEXT NOT NULL UNIQUE,
    tier TEXT NOT NULL,
    createdAt INTEGER NOT NULL
  );
  CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    accountId INTEGER NOT NULL REFERENCES accounts (id),
    hash TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    name TEXT,
    createdAt INTEGER NOT NULL,
    expiresAt INTEGER,
    revokedAt INTEGER,
    lastUsedAt INTEGER
  );
  CREATE INDEX keysByAccount ON keys (accountId);
  CREATE TABLE revision (number INTEGER NOT NULL);
  INSERT INTO revision VALUES (1);
  CREATE TABLE usage (
    day INTEGER NOT NULL,
    keyId TEXT NOT NULL,
    service TEXT NOT NULL,
    route TEXT NOT NULL,
    statusClass TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (keyId, day, service, route, statusClass)
  ) WITHOUT ROWID;
  CREATE TABLE kv (
    plugin TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    expiresAt INTEGER,
    PRIMARY KEY (plugin, key)
  ) WITHOUT ROWID;
  CREATE INDEX kvByExpiry ON kv (expiresAt) WHERE expiresAt IS NOT NULL;
  PRAGMA user_version = 2;`;

/** Makes a database as hub 0.1.0 left it, with an account and a key for each entry. For tests. */
export function writeOldDatabase(
  path: string,
  people: readonly { email: string; tier?: string; hash?: string }[],
): void {
  const db = new Database(path, { create: true, strict: true });
  db.run(released);
  for (const [index, { email, tier = "pro", hash = `hash ${index + 1}` }] of people.entries()) {
    const id = index + 1;
    db.query("INSERT INTO accounts VALUES (?, ?, ?, 1)").run(id, email, tier);
    const key = db.query("INSERT INTO keys VALUES (?, ?, ?, 'hub_x', NULL, 1, NULL, NULL, NULL)");
    key.run(`k${id}`, id, hash);
  }
  db.close();
}
