import { type PostgresDatabase, slowMs } from "./postgres-database.ts";

/** Sorts text by its bytes, as SQLite does, regardless of the database's collation. */
const text = 'text COLLATE "C"';

/** The migrations: entry n upgrades the schema from version n to n + 1. Never change a released one. */
const MIGRATIONS: readonly (readonly string[])[] = [
  [
    // SQLite functions that statements use: a JSON list as rows, the position of a text in another, and the
    // number in a text.
    `CREATE FUNCTION json_each(text) RETURNS TABLE (value text) LANGUAGE sql IMMUTABLE AS
      $$ SELECT jsonb_array_elements_text(CAST($1 AS jsonb)) $$`,
    `CREATE FUNCTION instr(text, text) RETURNS integer LANGUAGE sql IMMUTABLE AS
      $$ SELECT strpos($1, $2) $$`,
    `CREATE FUNCTION numberOf(text) RETURNS numeric LANGUAGE sql IMMUTABLE AS
      $$ SELECT CASE WHEN $1 ~ '^-{0,1}[0-9]+(\\.[0-9]+){0,1}([eE][-+]{0,1}[0-9]+){0,1}$'
        THEN $1::numeric ELSE 0 END $$`,
    "CREATE TABLE revision (number bigint NOT NULL)",
    "INSERT INTO revision VALUES (1)",
    `CREATE TABLE changes (revision bigint NOT NULL, keyId ${text}, accountId bigint)`,
    "CREATE INDEX changesByRevision ON changes (revision)",
    // Keys with their own limits also take their counter ids from it.
    "CREATE SEQUENCE counters",
    `CREATE TABLE accounts (
      id bigint PRIMARY KEY DEFAULT nextval('counters'),
      email ${text} NOT NULL UNIQUE,
      tier ${text} NOT NULL,
      createdAt bigint NOT NULL,
      folded ${text} NOT NULL,
      olderId bigint REFERENCES accounts (id),
      perMinute bigint,
      perDay bigint,
      webhookUrl ${text},
      webhookSecret ${text},
      mailNotices integer NOT NULL DEFAULT 0
    )`,
    "CREATE UNIQUE INDEX accountsByAddress ON accounts (folded) WHERE olderId IS NULL",
    `CREATE TABLE keys (
      id ${text} PRIMARY KEY,
      accountId bigint NOT NULL REFERENCES accounts (id),
      hash ${text} NOT NULL UNIQUE,
      prefix ${text} NOT NULL,
      name ${text},
      createdAt bigint NOT NULL,
      expiresAt bigint,
      revokedAt bigint,
      lastUsedAt bigint,
      kind ${text} NOT NULL DEFAULT 'secret',
      restrictions ${text} NOT NULL DEFAULT '{}',
      counterId bigint,
      replacedBy ${text}
    )`,
    "CREATE INDEX keysByAccount ON keys (accountId)",
    `CREATE TABLE usage (
      day integer NOT NULL,
      keyId ${text} NOT NULL,
      service ${text} NOT NULL,
      route ${text} NOT NULL,
      statusClass ${text} NOT NULL,
      count bigint NOT NULL,
      units bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (keyId, day, service, route, statusClass)
    )`,
    "CREATE INDEX usageByDay ON usage (day)",
    `CREATE TABLE usageBatches (id ${text} PRIMARY KEY, addedAt bigint NOT NULL)`,
    "CREATE INDEX usageBatchesByTime ON usageBatches (addedAt)",
    // `day` is the first day of the month.
    `CREATE TABLE monthlyUsage (
      accountId bigint NOT NULL REFERENCES accounts (id),
      day integer NOT NULL,
      service ${text} NOT NULL,
      statusClass ${text} NOT NULL,
      count bigint NOT NULL,
      units bigint NOT NULL,
      PRIMARY KEY (accountId, day, service, statusClass)
    )`,
    "CREATE INDEX monthlyUsageByDay ON monthlyUsage (day)",
    `CREATE TABLE kv (
      plugin ${text} NOT NULL,
      key ${text} NOT NULL,
      value ${text} NOT NULL,
      expiresAt bigint,
      PRIMARY KEY (plugin, key)
    )`,
    "CREATE INDEX kvByExpiry ON kv (expiresAt) WHERE expiresAt IS NOT NULL",
    `CREATE TABLE pepperProof (proof ${text} NOT NULL)`,
    `CREATE TABLE codes (
      id bigserial PRIMARY KEY,
      folded ${text} NOT NULL,
      email ${text} NOT NULL,
      hash ${text},
      attempts integer NOT NULL DEFAULT 0,
      createdAt bigint NOT NULL
    )`,
    "CREATE INDEX codesByAddress ON codes (folded)",
    "CREATE INDEX codesByTime ON codes (createdAt)",
    `CREATE TABLE leases (
      name ${text} PRIMARY KEY,
      holder ${text} NOT NULL,
      expiresAt bigint NOT NULL
    )`,
    `CREATE TABLE cronRuns (
      plugin ${text} NOT NULL,
      name ${text} NOT NULL,
      dueAt bigint NOT NULL,
      startedAt bigint NOT NULL,
      endedAt bigint,
      failedAt bigint,
      failure ${text},
      PRIMARY KEY (plugin, name)
    )`,
    `CREATE TABLE pluginMigrations (
      plugin ${text} NOT NULL,
      name ${text} NOT NULL,
      ranAt bigint NOT NULL,
      PRIMARY KEY (plugin, name)
    )`,
    `CREATE TABLE notices (
      accountId bigint NOT NULL REFERENCES accounts (id),
      day integer NOT NULL,
      percent integer NOT NULL,
      PRIMARY KEY (accountId, day, percent)
    )`,
    `CREATE TABLE idempotency (
      run ${text} PRIMARY KEY,
      account ${text} NOT NULL,
      key ${text} NOT NULL,
      fingerprint ${text} NOT NULL,
      holder ${text} NOT NULL,
      status integer,
      headers ${text},
      bytes bigint NOT NULL DEFAULT 0,
      beganAt bigint NOT NULL,
      expiresAt bigint NOT NULL,
      UNIQUE (account, key)
    )`,
    "CREATE INDEX idempotencyByEnd ON idempotency (expiresAt)",
    "CREATE INDEX idempotencyByHolder ON idempotency (holder) WHERE status IS NULL",
    "CREATE INDEX idempotencyBySize ON idempotency (account, bytes)",
    `CREATE TABLE asyncJobs (
      id ${text} PRIMARY KEY,
      account ${text} NOT NULL,
      service ${text} NOT NULL,
      route ${text} NOT NULL,
      state ${text} NOT NULL DEFAULT 'queued',
      version integer NOT NULL DEFAULT 1,
      call ${text},
      requestBytes bigint NOT NULL,
      status integer,
      headers ${text},
      resultBytes bigint NOT NULL DEFAULT 0,
      hasResult integer NOT NULL DEFAULT 0,
      webhookUrl ${text},
      webhook ${text},
      attempts integer NOT NULL DEFAULT 0,
      holder ${text},
      leaseUntil bigint NOT NULL DEFAULT 0,
      notBefore bigint NOT NULL,
      createdAt bigint NOT NULL,
      startedAt bigint,
      endedAt bigint
    )`,
    "CREATE INDEX asyncJobsByAccount ON asyncJobs (account, id)",
    "CREATE INDEX asyncJobsByState ON asyncJobs (state, notBefore)",
    "CREATE INDEX asyncJobsByTurn ON asyncJobs (state, account, notBefore)",
    "CREATE INDEX asyncJobsByWebhook ON asyncJobs (leaseUntil) WHERE webhook = 'pending'",
    "CREATE INDEX asyncJobsByHolder ON asyncJobs (holder) WHERE holder IS NOT NULL",
    "CREATE INDEX asyncJobsBySize ON asyncJobs (account, requestBytes, resultBytes)",
    `CREATE TABLE incidents (
      id bigserial PRIMARY KEY,
      what ${text} NOT NULL,
      subject ${text} NOT NULL,
      beganAt bigint NOT NULL,
      endedAt bigint,
      isEndKnown integer NOT NULL DEFAULT 1
    )`,
    "CREATE UNIQUE INDEX incidentsThatGoOn ON incidents (what, subject) WHERE endedAt IS NULL",
    "CREATE INDEX incidentsByEnd ON incidents (endedAt)",
    `CREATE TABLE sightings (
      incidentId bigint NOT NULL REFERENCES incidents (id),
      holder ${text} NOT NULL,
      seenAt bigint NOT NULL,
      aliveAt bigint NOT NULL,
      PRIMARY KEY (incidentId, holder)
    )`,
    `CREATE TABLE audit (
      id bigserial PRIMARY KEY,
      at bigint NOT NULL,
      actor ${text},
      address ${text},
      action ${text} NOT NULL,
      subject ${text} NOT NULL,
      before ${text},
      after ${text}
    )`,
    "CREATE INDEX auditByTime ON audit (at)",
    "CREATE INDEX auditBySubject ON audit (subject)",
    `CREATE FUNCTION refuseAuditChange() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'The audit log is only added to'; END $$`,
    `CREATE TRIGGER auditStays BEFORE DELETE OR UPDATE OR TRUNCATE ON audit
      FOR EACH STATEMENT EXECUTE FUNCTION refuseAuditChange()`,
    `CREATE TABLE datasetRefreshes (
      dataset ${text} PRIMARY KEY,
      id ${text} NOT NULL,
      state ${text} NOT NULL,
      phase ${text} NOT NULL,
      beganAt bigint NOT NULL,
      seenAt bigint NOT NULL,
      endedAt bigint,
      failure ${text},
      isNew integer
    )`,
  ],
  [
    "ALTER TABLE keys ADD COLUMN suspendedAt bigint",
    "ALTER TABLE accounts ADD COLUMN suspendedAt bigint",
    "ALTER TABLE accounts ADD COLUMN counterId bigint",
  ],
  // Erased accounts and keys. Entries that hubs write after the erasure still need to be removed.
  [
    `ALTER TABLE kv ADD COLUMN account ${text}`,
    "CREATE INDEX kvByAccount ON kv (account) WHERE account IS NOT NULL",
    `ALTER TABLE idempotency ADD COLUMN owner ${text}`,
    "CREATE INDEX idempotencyByOwner ON idempotency (owner) WHERE owner IS NOT NULL",
    `CREATE TABLE erased (name ${text} PRIMARY KEY, erasedAt bigint NOT NULL)`,
  ],
  [
    "ALTER TABLE asyncJobs ADD COLUMN partsDone bigint",
    "ALTER TABLE asyncJobs ADD COLUMN partsTotal bigint",
  ],
];

/** Upgrades the schema of a database. Other hubs wait in the meantime. */
export async function migrate(database: PostgresDatabase): Promise<void> {
  await database.atomically(
    "schema",
    async ({ rows, run }) => {
      const [encoding] = await rows<{ name: string }>(
        "SELECT current_setting('server_encoding') AS name",
      );
      if (encoding?.name !== "UTF8")
        throw new Error(`it is encoded as ${encoding?.name}: create one with ENCODING UTF8`);
      await run("CREATE TABLE IF NOT EXISTS hubSchema (version integer NOT NULL)");
      const [stored] = await rows<{ version: number }>("SELECT version FROM hubSchema");
      const version = stored?.version ?? 0;
      if (version > MIGRATIONS.length)
        throw new Error(
          `it is from a newer version of the hub (schema ${version}, this version supports ${MIGRATIONS.length}): start that version, or restore an older backup`,
        );
      if (version === MIGRATIONS.length) return;
      for (const statement of MIGRATIONS.slice(version).flat()) await run(statement);
      await run("DELETE FROM hubSchema");
      await run("INSERT INTO hubSchema VALUES (?)", MIGRATIONS.length);
    },
    { timeoutMs: slowMs },
  );
}
