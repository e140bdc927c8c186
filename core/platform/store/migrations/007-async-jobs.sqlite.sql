CREATE TABLE asyncJobs (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  service TEXT NOT NULL,
  route TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'queued',
  version INTEGER NOT NULL DEFAULT 1,
  call TEXT,
  requestBytes INTEGER NOT NULL,
  status INTEGER,
  headers TEXT,
  resultBytes INTEGER NOT NULL DEFAULT 0,
  hasResult INTEGER NOT NULL DEFAULT 0,
  webhookUrl TEXT,
  webhook TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  holder TEXT,
  leaseUntil INTEGER NOT NULL DEFAULT 0,
  notBefore INTEGER NOT NULL,
  createdAt INTEGER NOT NULL,
  startedAt INTEGER,
  endedAt INTEGER
) WITHOUT ROWID;
CREATE INDEX asyncJobsByAccount ON asyncJobs (account, id);
CREATE INDEX asyncJobsByState ON asyncJobs (state, notBefore);
CREATE INDEX asyncJobsByWebhook ON asyncJobs (leaseUntil) WHERE webhook = 'pending';
