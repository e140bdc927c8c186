CREATE TABLE accounts (
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
