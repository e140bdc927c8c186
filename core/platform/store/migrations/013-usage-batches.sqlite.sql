-- The ids of added batches, so that a hub that got no confirmation doesn't add one twice.
CREATE TABLE usageBatches (id TEXT PRIMARY KEY, addedAt INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX usageBatchesByTime ON usageBatches (addedAt);
