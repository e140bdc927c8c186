ALTER TABLE accounts ADD COLUMN folded TEXT NOT NULL DEFAULT '';
ALTER TABLE accounts ADD COLUMN olderId INTEGER REFERENCES accounts (id);
CREATE TABLE pepperProof (proof TEXT NOT NULL);
CREATE TABLE codes (
  id INTEGER PRIMARY KEY,
  folded TEXT NOT NULL,
  email TEXT NOT NULL,
  hash TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  createdAt INTEGER NOT NULL
);
CREATE INDEX codesByAddress ON codes (folded);
CREATE INDEX codesByTime ON codes (createdAt);
