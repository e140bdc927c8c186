-- SQLite functions that statements use: a JSON list as rows, the position of a text in another, and the
-- number in a text.
CREATE FUNCTION json_each(text) RETURNS TABLE (value text) LANGUAGE sql IMMUTABLE AS
  $$ SELECT jsonb_array_elements_text(CAST($1 AS jsonb)) $$;
CREATE FUNCTION instr(text, text) RETURNS integer LANGUAGE sql IMMUTABLE AS
  $$ SELECT strpos($1, $2) $$;
CREATE FUNCTION numberOf(text) RETURNS numeric LANGUAGE sql IMMUTABLE AS
  $$ SELECT CASE WHEN $1 ~ '^-{0,1}[0-9]+(\.[0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1}$'
    THEN $1::numeric ELSE 0 END $$;
CREATE TABLE revision (number bigint NOT NULL);
INSERT INTO revision VALUES (1);
CREATE TABLE changes (revision bigint NOT NULL, keyId TEXT, accountId bigint);
CREATE INDEX changesByRevision ON changes (revision);
-- Keys with their own limits also take their counter ids from it.
CREATE SEQUENCE counters;
CREATE TABLE accounts (
  id bigint PRIMARY KEY DEFAULT nextval('counters'),
  email TEXT NOT NULL UNIQUE,
  tier TEXT NOT NULL,
  createdAt bigint NOT NULL,
  folded TEXT NOT NULL,
  olderId bigint REFERENCES accounts (id),
  perMinute bigint,
  perDay bigint,
  webhookUrl TEXT,
  webhookSecret TEXT,
  mailNotices integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX accountsByAddress ON accounts (folded) WHERE olderId IS NULL;
CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  accountId bigint NOT NULL REFERENCES accounts (id),
  hash TEXT NOT NULL UNIQUE,
  prefix TEXT NOT NULL,
  name TEXT,
  createdAt bigint NOT NULL,
  expiresAt bigint,
  revokedAt bigint,
  lastUsedAt bigint,
  kind TEXT NOT NULL DEFAULT 'secret',
  restrictions TEXT NOT NULL DEFAULT '{}',
  counterId bigint,
  replacedBy TEXT
);
CREATE INDEX keysByAccount ON keys (accountId);
CREATE TABLE usage (
  day integer NOT NULL,
  keyId TEXT NOT NULL,
  service TEXT NOT NULL,
  route TEXT NOT NULL,
  statusClass TEXT NOT NULL,
  count bigint NOT NULL,
  units bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (keyId, day, service, route, statusClass)
);
CREATE INDEX usageByDay ON usage (day);
CREATE TABLE usageBatches (id TEXT PRIMARY KEY, addedAt bigint NOT NULL);
CREATE INDEX usageBatchesByTime ON usageBatches (addedAt);
-- `day` is the first day of the month.
CREATE TABLE monthlyUsage (
  accountId bigint NOT NULL REFERENCES accounts (id),
  day integer NOT NULL,
  service TEXT NOT NULL,
  statusClass TEXT NOT NULL,
  count bigint NOT NULL,
  units bigint NOT NULL,
  PRIMARY KEY (accountId, day, service, statusClass)
);
CREATE INDEX monthlyUsageByDay ON monthlyUsage (day);
CREATE TABLE kv (
  plugin TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  expiresAt bigint,
  PRIMARY KEY (plugin, key)
);
CREATE INDEX kvByExpiry ON kv (expiresAt) WHERE expiresAt IS NOT NULL;
CREATE TABLE pepperProof (proof TEXT NOT NULL);
CREATE TABLE codes (
  id bigserial PRIMARY KEY,
  folded TEXT NOT NULL,
  email TEXT NOT NULL,
  hash TEXT,
  attempts integer NOT NULL DEFAULT 0,
  createdAt bigint NOT NULL
);
CREATE INDEX codesByAddress ON codes (folded);
CREATE INDEX codesByTime ON codes (createdAt);
CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  expiresAt bigint NOT NULL
);
CREATE TABLE cronRuns (
  plugin TEXT NOT NULL,
  name TEXT NOT NULL,
  dueAt bigint NOT NULL,
  startedAt bigint NOT NULL,
  endedAt bigint,
  failedAt bigint,
  failure TEXT,
  PRIMARY KEY (plugin, name)
);
CREATE TABLE pluginMigrations (
  plugin TEXT NOT NULL,
  name TEXT NOT NULL,
  ranAt bigint NOT NULL,
  PRIMARY KEY (plugin, name)
);
CREATE TABLE notices (
  accountId bigint NOT NULL REFERENCES accounts (id),
  day integer NOT NULL,
  percent integer NOT NULL,
  PRIMARY KEY (accountId, day, percent)
);
CREATE TABLE idempotency (
  run TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  holder TEXT NOT NULL,
  status integer,
  headers TEXT,
  bytes bigint NOT NULL DEFAULT 0,
  beganAt bigint NOT NULL,
  expiresAt bigint NOT NULL,
  UNIQUE (account, key)
);
CREATE INDEX idempotencyByEnd ON idempotency (expiresAt);
CREATE INDEX idempotencyByHolder ON idempotency (holder) WHERE status IS NULL;
CREATE INDEX idempotencyBySize ON idempotency (account, bytes);
CREATE TABLE asyncJobs (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  service TEXT NOT NULL,
  route TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'queued',
  version integer NOT NULL DEFAULT 1,
  call TEXT,
  requestBytes bigint NOT NULL,
  status integer,
  headers TEXT,
  resultBytes bigint NOT NULL DEFAULT 0,
  hasResult integer NOT NULL DEFAULT 0,
  webhookUrl TEXT,
  webhook TEXT,
  attempts integer NOT NULL DEFAULT 0,
  holder TEXT,
  leaseUntil bigint NOT NULL DEFAULT 0,
  notBefore bigint NOT NULL,
  createdAt bigint NOT NULL,
  startedAt bigint,
  endedAt bigint
);
CREATE INDEX asyncJobsByAccount ON asyncJobs (account, id);
CREATE INDEX asyncJobsByState ON asyncJobs (state, notBefore);
CREATE INDEX asyncJobsByTurn ON asyncJobs (state, account, notBefore);
CREATE INDEX asyncJobsByWebhook ON asyncJobs (leaseUntil) WHERE webhook = 'pending';
CREATE INDEX asyncJobsByHolder ON asyncJobs (holder) WHERE holder IS NOT NULL;
CREATE INDEX asyncJobsBySize ON asyncJobs (account, requestBytes, resultBytes);
CREATE TABLE incidents (
  id bigserial PRIMARY KEY,
  what TEXT NOT NULL,
  subject TEXT NOT NULL,
  beganAt bigint NOT NULL,
  endedAt bigint,
  isEndKnown integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX incidentsThatGoOn ON incidents (what, subject) WHERE endedAt IS NULL;
CREATE INDEX incidentsByEnd ON incidents (endedAt);
CREATE TABLE sightings (
  incidentId bigint NOT NULL REFERENCES incidents (id),
  holder TEXT NOT NULL,
  seenAt bigint NOT NULL,
  aliveAt bigint NOT NULL,
  PRIMARY KEY (incidentId, holder)
);
CREATE TABLE audit (
  id bigserial PRIMARY KEY,
  at bigint NOT NULL,
  actor TEXT,
  address TEXT,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  before TEXT,
  after TEXT
);
CREATE INDEX auditByTime ON audit (at);
CREATE INDEX auditBySubject ON audit (subject);
CREATE FUNCTION refuseAuditChange() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'The audit log is only added to'; END $$;
CREATE TRIGGER auditStays BEFORE DELETE OR UPDATE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuseAuditChange();
CREATE TABLE datasetRefreshes (
  dataset TEXT PRIMARY KEY,
  id TEXT NOT NULL,
  state TEXT NOT NULL,
  phase TEXT NOT NULL,
  beganAt bigint NOT NULL,
  seenAt bigint NOT NULL,
  endedAt bigint,
  failure TEXT,
  isNew integer
);
