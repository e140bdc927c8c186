import type { Database } from "bun:sqlite";
import { foldEmail } from "../mail/email-address.ts";

/** The migrations: entry n upgrades the schema from version n to n + 1. Never change a released one. */
const MIGRATIONS: readonly (string | ((db: Database) => void))[] = [
  `CREATE TABLE accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    email TEXT NOT NULL UNIQUE,
    tier TEXT NOT NULL,
    createdAt INTEGER NOT NULL
  );
  CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    accountId INTEGER NOT NULL REFERENCES accounts (id),
    hash TEXT NOT NULL UNIQUE,
    prefix TEXT NOT NULL,
    name TEXT,
    createdAt INTEGER NOT NULL,
    expiresAt INTEGER,
    revokedAt INTEGER,
    lastUsedAt INTEGER
  );
  CREATE INDEX keysByAccount ON keys (accountId);
  CREATE TABLE revision (number INTEGER NOT NULL);
  INSERT INTO revision VALUES (1);
  CREATE TABLE usage (
    day INTEGER NOT NULL,
    keyId TEXT NOT NULL,
    service TEXT NOT NULL,
    route TEXT NOT NULL,
    statusClass TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (keyId, day, service, route, statusClass)
  ) WITHOUT ROWID;
  CREATE TABLE kv (
    plugin TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    expiresAt INTEGER,
    PRIMARY KEY (plugin, key)
  ) WITHOUT ROWID;`,
  "CREATE INDEX kvByExpiry ON kv (expiresAt) WHERE expiresAt IS NOT NULL",
  (db) => {
    db.run(`ALTER TABLE accounts ADD COLUMN folded TEXT NOT NULL DEFAULT '';
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
      CREATE INDEX codesByTime ON codes (createdAt);`);
    foldAccounts(db);
    db.run("CREATE UNIQUE INDEX accountsByAddress ON accounts (folded) WHERE olderId IS NULL");
  },
  `CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    expiresAt INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE cronRuns (
    plugin TEXT NOT NULL,
    name TEXT NOT NULL,
    dueAt INTEGER NOT NULL,
    startedAt INTEGER NOT NULL,
    endedAt INTEGER,
    failedAt INTEGER,
    failure TEXT,
    PRIMARY KEY (plugin, name)
  ) WITHOUT ROWID;
  CREATE TABLE pluginMigrations (
    plugin TEXT NOT NULL,
    name TEXT NOT NULL,
    ranAt INTEGER NOT NULL,
    PRIMARY KEY (plugin, name)
  ) WITHOUT ROWID;`,
  // Failures of the hub cost nothing. All other calls counted before cost one unit each.
  `ALTER TABLE usage ADD COLUMN units INTEGER NOT NULL DEFAULT 0;
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
  ) WITHOUT ROWID;`,
  `CREATE TABLE idempotency (
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
  CREATE INDEX idempotencyByHolder ON idempotency (holder) WHERE status IS NULL;`,
  `CREATE TABLE asyncJobs (
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
  CREATE INDEX asyncJobsByWebhook ON asyncJobs (leaseUntil) WHERE webhook = 'pending';`,
  `CREATE TABLE incidents (
    id INTEGER PRIMARY KEY,
    what TEXT NOT NULL,
    subject TEXT NOT NULL,
    beganAt INTEGER NOT NULL,
    endedAt INTEGER,
    isEndKnown INTEGER NOT NULL DEFAULT 1
  );
  CREATE UNIQUE INDEX incidentsThatGoOn ON incidents (what, subject) WHERE endedAt IS NULL;
  CREATE INDEX incidentsByEnd ON incidents (endedAt);
  CREATE TABLE sightings (
    incidentId INTEGER NOT NULL REFERENCES incidents (id),
    holder TEXT NOT NULL,
    seenAt INTEGER NOT NULL,
    aliveAt INTEGER NOT NULL,
    PRIMARY KEY (incidentId, holder)
  ) WITHOUT ROWID;`,
  `CREATE TABLE audit (
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
  CREATE INDEX usageByDay ON usage (day);`,
  // Covering indexes for frequent sums and counts.
  `CREATE INDEX idempotencyBySize ON idempotency (account, bytes);
  CREATE INDEX asyncJobsBySize ON asyncJobs (account, requestBytes, resultBytes);
  CREATE INDEX asyncJobsByTurn ON asyncJobs (state, account, notBefore);
  CREATE INDEX asyncJobsByHolder ON asyncJobs (holder) WHERE holder IS NOT NULL;`,
  // The changes of each revision: a key, an account, or, if both are null, all of them.
  `CREATE TABLE changes (revision INTEGER NOT NULL, keyId TEXT, accountId INTEGER);
  CREATE INDEX changesByRevision ON changes (revision);`,
  // `day` is the first day of the month.
  `CREATE TABLE monthlyUsage (
    accountId INTEGER NOT NULL REFERENCES accounts (id),
    day INTEGER NOT NULL,
    service TEXT NOT NULL,
    statusClass TEXT NOT NULL,
    count INTEGER NOT NULL,
    units INTEGER NOT NULL,
    PRIMARY KEY (accountId, day, service, statusClass)
  ) WITHOUT ROWID;
  CREATE INDEX monthlyUsageByDay ON monthlyUsage (day);`,
  // The ids of added batches, so that a hub that got no confirmation doesn't add one twice.
  `CREATE TABLE usageBatches (id TEXT PRIMARY KEY, addedAt INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX usageBatchesByTime ON usageBatches (addedAt);`,
  `ALTER TABLE keys ADD COLUMN suspendedAt INTEGER;
  ALTER TABLE accounts ADD COLUMN suspendedAt INTEGER;
  ALTER TABLE accounts ADD COLUMN counterId INTEGER;`,
  // Erased accounts and keys. Entries that hubs write after the erasure still need to be removed.
  `ALTER TABLE kv ADD COLUMN account TEXT;
  CREATE INDEX kvByAccount ON kv (account) WHERE account IS NOT NULL;
  ALTER TABLE idempotency ADD COLUMN owner TEXT;
  CREATE INDEX idempotencyByOwner ON idempotency (owner) WHERE owner IS NOT NULL;
  CREATE TABLE erased (name TEXT PRIMARY KEY, erasedAt INTEGER NOT NULL) WITHOUT ROWID;`,
  `ALTER TABLE asyncJobs ADD COLUMN partsDone INTEGER;
  ALTER TABLE asyncJobs ADD COLUMN partsTotal INTEGER;`,
];

/** Canonicalises the addresses. Among accounts with the same canonical address, the first one owns it. */
function foldAccounts(db: Database): void {
  const first = new Map<string, number>();
  const set = db.query("UPDATE accounts SET folded = ?, olderId = ? WHERE id = ?");
  const accounts = db.query<{ id: number; email: string }, []>(
    "SELECT id, email FROM accounts ORDER BY id",
  );
  for (const { id, email } of accounts.all()) {
    const folded = foldEmail(email);
    set.run(folded, first.get(folded) ?? null, id);
    if (!first.has(folded)) first.set(folded, id);
  }
}

/** Upgrades the schema of a database. */
export function migrate(db: Database): void {
  const version = () =>
    db.query<{ user_version: number }, []>("PRAGMA user_version").all()[0]?.user_version ?? 0;
  if (version() > MIGRATIONS.length)
    throw new Error(
      `it is from a newer version of the hub (schema ${version()}, this version supports ${MIGRATIONS.length}): start that version, or restore an older backup`,
    );
  if (version() === MIGRATIONS.length) return;
  db.transaction(() => {
    for (const migration of MIGRATIONS.slice(version()))
      if (typeof migration === "string") db.run(migration);
      else migration(db);
    db.run(`PRAGMA user_version = ${MIGRATIONS.length}`);
  }).immediate();
}
