-- `day` is the first day of the month.
CREATE TABLE monthlyUsage (
  accountId INTEGER NOT NULL REFERENCES accounts (id),
  day INTEGER NOT NULL,
  service TEXT NOT NULL,
  statusClass TEXT NOT NULL,
  count INTEGER NOT NULL,
  units INTEGER NOT NULL,
  PRIMARY KEY (accountId, day, service, statusClass)
) WITHOUT ROWID;
CREATE INDEX monthlyUsageByDay ON monthlyUsage (day);
