CREATE TABLE idempotency (
  run TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  holder TEXT NOT NULL,
  status INTEGER,
  headers TEXT,
  bytes INTEGER NOT NULL DEFAULT 0,
  beganAt INTEGER NOT NULL,
  expiresAt INTEGER NOT NULL,
  UNIQUE (account, key)
) WITHOUT ROWID;
CREATE INDEX idempotencyByEnd ON idempotency (expiresAt);
CREATE INDEX idempotencyByHolder ON idempotency (holder) WHERE status IS NULL;
