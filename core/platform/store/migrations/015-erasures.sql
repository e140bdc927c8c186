-- Erased accounts and keys. Entries that hubs write after the erasure still need to be removed.
ALTER TABLE kv ADD COLUMN account TEXT;
CREATE INDEX kvByAccount ON kv (account) WHERE account IS NOT NULL;
ALTER TABLE idempotency ADD COLUMN owner TEXT;
CREATE INDEX idempotencyByOwner ON idempotency (owner) WHERE owner IS NOT NULL;
CREATE TABLE erased (name TEXT PRIMARY KEY, erasedAt INTEGER NOT NULL) WITHOUT ROWID;
