-- The changes of each revision: a key, an account, or, if both are null, all of them.
CREATE TABLE changes (revision INTEGER NOT NULL, keyId TEXT, accountId INTEGER);
CREATE INDEX changesByRevision ON changes (revision);
