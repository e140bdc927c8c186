CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  actor TEXT,
  address TEXT,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  before TEXT,
  after TEXT
);
CREATE INDEX auditByTime ON audit (at);
CREATE INDEX auditBySubject ON audit (subject);
CREATE TRIGGER auditStays BEFORE DELETE ON audit
  BEGIN SELECT raise(ABORT, 'The audit log is only added to'); END;
CREATE TRIGGER auditStaysAsItIs BEFORE UPDATE ON audit
  BEGIN SELECT raise(ABORT, 'The audit log is only added to'); END;
CREATE TABLE datasetRefreshes (
  dataset TEXT PRIMARY KEY,
  id TEXT NOT NULL,
  state TEXT NOT NULL,
  phase TEXT NOT NULL,
  beganAt INTEGER NOT NULL,
  seenAt INTEGER NOT NULL,
  endedAt INTEGER,
  failure TEXT,
  isNew INTEGER
) WITHOUT ROWID;
CREATE INDEX usageByDay ON usage (day);
