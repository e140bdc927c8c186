CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  expiresAt INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE cronRuns (
  plugin TEXT NOT NULL,
  name TEXT NOT NULL,
  dueAt INTEGER NOT NULL,
  startedAt INTEGER NOT NULL,
  endedAt INTEGER,
  failedAt INTEGER,
  failure TEXT,
  PRIMARY KEY (plugin, name)
) WITHOUT ROWID;
CREATE TABLE pluginMigrations (
  plugin TEXT NOT NULL,
  name TEXT NOT NULL,
  ranAt INTEGER NOT NULL,
  PRIMARY KEY (plugin, name)
) WITHOUT ROWID;
