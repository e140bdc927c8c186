-- Failures of the hub cost nothing. All other calls counted before cost one unit each.
ALTER TABLE usage ADD COLUMN units INTEGER NOT NULL DEFAULT 0;
UPDATE usage SET units = count WHERE statusClass <> '5xx';
ALTER TABLE keys ADD COLUMN kind TEXT NOT NULL DEFAULT 'secret';
ALTER TABLE keys ADD COLUMN restrictions TEXT NOT NULL DEFAULT '{}';
ALTER TABLE keys ADD COLUMN counterId INTEGER;
ALTER TABLE keys ADD COLUMN replacedBy TEXT;
ALTER TABLE accounts ADD COLUMN perMinute INTEGER;
ALTER TABLE accounts ADD COLUMN perDay INTEGER;
ALTER TABLE accounts ADD COLUMN webhookUrl TEXT;
ALTER TABLE accounts ADD COLUMN webhookSecret TEXT;
ALTER TABLE accounts ADD COLUMN mailNotices INTEGER NOT NULL DEFAULT 0;
CREATE TABLE notices (
  accountId INTEGER NOT NULL REFERENCES accounts (id),
  day INTEGER NOT NULL,
  percent INTEGER NOT NULL,
  PRIMARY KEY (accountId, day, percent)
) WITHOUT ROWID;
