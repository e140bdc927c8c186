import { Database } from "bun:sqlite";
import { accessSync, chmodSync, constants, mkdirSync, statSync } from "node:fs";
import type { EmailAddress } from "../access/email-address.ts";
import type { AdminRecords, RecordsWithAdmin } from "./admin-records.ts";
import type { AsyncJobRecords } from "./async-job-records.ts";
import type { IdempotencyRecords } from "./idempotency-records.ts";
import type { IncidentRecords } from "./incident-records.ts";
import { migrate } from "./migrations.ts";
import {
  type Account,
  type Changes,
  type CodeResult,
  type CodeUse,
  type CronRun,
  changesMax,
  type KeyHolder,
  type KeyRecord,
  type KeyRestrictions,
  type KvEntry,
  type Lease,
  type MonthlyUsage,
  type NewKey,
  type NoticeSettings,
  type Usage,
  workingKeysTold,
} from "./records.ts";
import { SqliteAdmin } from "./sqlite-admin.ts";
import { SqliteAsyncJobs } from "./sqlite-async-jobs.ts";
import { isDamage, reasonAndRemedy, reasonOf } from "./sqlite-errors.ts";
import { inspectDatabase, salvage } from "./sqlite-file.ts";
import { SqliteIdempotency } from "./sqlite-idempotency.ts";
import { SqliteIncidents } from "./sqlite-incidents.ts";
import { isWorking, Statements } from "./statements.ts";

/** How many expired entries are removed at once. */
const sweptAtOnce = 500;

/** Opens or makes the database, brings its schema up to date and answers for all records. */
export function openSqlite(
  path: string,
  /** How many pages the database may grow to: a small disk, for tests. */
  { pagesMax }: { pagesMax?: number } = {},
): RecordsWithAdmin {
  try {
    if (path !== inMemory) inspectDatabase(path);
    const db = new Database(path, { create: true, strict: true });
    if (path !== inMemory) chmodSync(path, 0o600);
    db.run(`PRAGMA busy_timeout = ${busyMs}`);
    db.run("PRAGMA journal_mode = WAL");
    db.run("PRAGMA synchronous = NORMAL");
    db.run("PRAGMA foreign_keys = ON");
    if (pagesMax !== undefined) db.run(`PRAGMA max_page_count = ${pagesMax}`);
    check(db, path);
    migrate(db);
    return new SqliteRecords(db, path);
  } catch (cause) {
    throw new Error(`Cannot open the database "${path}": ${reasonAndRemedy(cause, path)}`, {
      cause,
    });
  }
}

/** Finds out whether the pages that there should be are there, and sound where that is quick. */
function check(db: Database, path: string): void {
  if (path === inMemory) return;
  const isSmall = statSync(path).size <= checkedBytesMax;
  const faults = isSmall
    ? db.query<{ quick_check: string }, []>("PRAGMA quick_check(1)").all()
    : [];
  const [fault] = faults.map(({ quick_check }) => quick_check).filter((text) => text !== "ok");
  if (fault !== undefined) throw Object.assign(new Error(fault), { code: "SQLITE_CORRUPT" });
}

/** A path that stands for no file. */
const inMemory = ":memory:";

/** A larger database is not read through at the start: it would take more than a third of a second. */
const checkedBytesMax = 64 * 2 ** 20;

/** How long a write waits for another process's. */
const busyMs = 3000;

/** How long others may be seen writing before that is a fault. */
const lockedMsMax = 10_000;

/** The plugins' key-value entries. */
class SqliteKv extends Statements {
  async kvGet(plugin: string, key: string) {
    return this.rows<KvEntry>(
      "SELECT value, expiresAt FROM kv WHERE plugin = ? AND key = ?",
      plugin,
      key,
    )[0];
  }

  async kvSet(plugin: string, key: string, { value, expiresAt }: KvEntry) {
    this.run("INSERT OR REPLACE INTO kv VALUES (?, ?, ?, ?)", plugin, key, value, expiresAt);
  }

  async kvDelete(plugin: string, key: string) {
    this.run("DELETE FROM kv WHERE plugin = ? AND key = ?", plugin, key);
  }

  async kvIncrement(
    plugin: string,
    key: string,
    { by, expiresAt, now }: { by: number; expiresAt: number | null; now: number },
  ) {
    // Read with .all(): a RETURNING statement read with .get() keeps the WAL from checkpointing.
    const [row] = this.rows<{ value: string }>(
      `INSERT INTO kv VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET
         value = CASE WHEN kv.expiresAt <= ?5 THEN excluded.value ELSE CAST(kv.value + ?3 AS TEXT) END,
         expiresAt = CASE WHEN kv.expiresAt <= ?5 THEN excluded.expiresAt ELSE kv.expiresAt END
       RETURNING value`,
      plugin,
      key,
      by,
      expiresAt,
      now,
    );
    return Number(row?.value);
  }

  async kvKeys(
    plugin: string,
    prefix: string,
    { now, limit = -1, before }: { now: number; limit?: number; before?: string | undefined },
  ) {
    const keys = this.rows<{ key: string }>(
      // No key has a character above U+10FFFF: the range is what the index finds at once.
      `SELECT key FROM kv WHERE plugin = ?1 AND key >= ?2 AND key <= ?2 || char(0x10ffff)
       AND (?3 IS NULL OR key < ?3) AND (expiresAt IS NULL OR expiresAt > ?4)
       ORDER BY key DESC LIMIT ?5`,
      plugin,
      prefix,
      before ?? null,
      now,
      limit,
    ).map(({ key }) => key);
    return keys.reverse();
  }

  async kvSweep(now: number) {
    for (;;) {
      const { changes } = this.run(
        `DELETE FROM kv WHERE (plugin, key) IN
           (SELECT plugin, key FROM kv WHERE expiresAt <= ? LIMIT ${sweptAtOnce})`,
        now,
      );
      if (changes < sweptAtOnce) return;
      // Whoever calls meanwhile goes first.
      await Bun.sleep(0);
    }
  }
}

/** What hubs of one store have done for their plugins without being called. */
class SqliteTasks extends SqliteKv {
  async takeLease(name: string, lease: Lease) {
    return this.#take(name, lease);
  }

  async returnLease(name: string, holder: string) {
    this.run("DELETE FROM leases WHERE name = ? AND holder = ?", name, holder);
  }

  async beginCronRun(
    { plugin, name, dueAt }: Pick<CronRun, "plugin" | "name" | "dueAt">,
    lease: Lease,
  ) {
    return this.atomically(() => {
      const [last] = this.rows<Pick<CronRun, "dueAt">>(
        "SELECT dueAt FROM cronRuns WHERE plugin = ? AND name = ?",
        plugin,
        name,
      );
      // A time that is yet to come was written by a clock that has been set back since.
      if (last && last.dueAt >= dueAt && last.dueAt <= lease.now + clockErrorMs) return "taken";
      if (!this.#take(leaseOf(plugin, name), lease)) return "running";
      this.run(
        `INSERT INTO cronRuns (plugin, name, dueAt, startedAt) VALUES (?1, ?2, ?3, ?4)
           ON CONFLICT DO UPDATE SET dueAt = ?3, startedAt = ?4, endedAt = NULL`,
        plugin,
        name,
        dueAt,
        lease.now,
      );
      return "begun";
    });
  }

  async endCronRun(
    { plugin, name }: Pick<CronRun, "plugin" | "name">,
    { holder, now, failure }: { holder: string; now: number; failure: string | undefined },
  ) {
    this.atomically(() => {
      const lease = leaseOf(plugin, name);
      const { changes } = this.run(
        "DELETE FROM leases WHERE name = ? AND holder = ?",
        lease,
        holder,
      );
      // The lease has run out, and what another hub has begun since is not to be ended.
      if (changes === 0) return;
      this.run(
        "UPDATE cronRuns SET endedAt = ?3 WHERE plugin = ?1 AND name = ?2",
        plugin,
        name,
        now,
      );
      if (failure !== undefined)
        this.run(
          "UPDATE cronRuns SET failedAt = ?3, failure = ?4 WHERE plugin = ?1 AND name = ?2",
          plugin,
          name,
          now,
          failure,
        );
    });
  }

  async cronRuns() {
    return this.rows<CronRun>("SELECT * FROM cronRuns");
  }

  async pluginMigrations(plugin: string) {
    return this.rows<{ name: string }>(
      "SELECT name FROM pluginMigrations WHERE plugin = ? ORDER BY name",
      plugin,
    ).map(({ name }) => name);
  }

  async addPluginMigration(plugin: string, name: string, now: number) {
    this.run("INSERT OR IGNORE INTO pluginMigrations VALUES (?, ?, ?)", plugin, name, now);
  }

  #take(name: string, { holder, now, expiresAt }: Lease): boolean {
    const { changes } = this.run(
      `INSERT INTO leases VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET holder = ?2, expiresAt = ?3
         WHERE leases.holder = ?2 OR leases.expiresAt <= ?4`,
      name,
      holder,
      expiresAt,
      now,
    );
    return changes > 0;
  }
}

/** By how much the clocks of two hubs may differ. */
const clockErrorMs = 300_000;

function leaseOf(plugin: string, name: string): string {
  return `cron/${plugin}/${name}`;
}

class SqliteRecords extends SqliteTasks implements RecordsWithAdmin {
  readonly #path: string;
  /** Which file it is, whatever stands under its name later. */
  readonly #file: string;
  readonly asyncJobs: AsyncJobRecords;
  readonly idempotency: IdempotencyRecords;
  readonly incidents: IncidentRecords;
  readonly admin: AdminRecords;
  #lastWritten = performance.now();

  constructor(db: Database, path: string) {
    super(db);
    this.asyncJobs = new SqliteAsyncJobs(db);
    this.idempotency = new SqliteIdempotency(db);
    this.incidents = new SqliteIncidents(db);
    this.admin = new SqliteAdmin(db);
    this.#path = path;
    this.#file = fileAt(path);
  }

  fault(): string | undefined {
    if (this.isDamaged) return `The database "${this.#path}" is damaged: ${salvage(this.#path)}`;
    if (fileAt(this.#path) !== this.#file)
      return `The database "${this.#path}" was moved, removed or replaced while the hub ran: put it back, or start the hub again`;
    const cause = this.#probe();
    if (cause === undefined) return undefined;
    this.isDamaged ||= isDamage(cause);
    return `The database "${this.#path}" cannot be written: ${reasonOf(cause)}`;
  }

  /** Writes what is there already, and answers why that failed. */
  #probe(): unknown {
    try {
      // Not to be waited for: nothing else in the hub runs meanwhile.
      this.db.run("PRAGMA busy_timeout = 0");
      // The page of the header is written whatever it was; a row that stays the same would not be.
      this.db.run("PRAGMA application_id = 0");
      this.#lastWritten = performance.now();
      return undefined;
    } catch (cause) {
      const isBusy = (cause as { code?: string }).code?.startsWith("SQLITE_BUSY");
      const isMoment = performance.now() - this.#lastWritten < lockedMsMax;
      return isBusy && isMoment ? undefined : cause;
    } finally {
      this.db.run(`PRAGMA busy_timeout = ${busyMs}`);
    }
  }

  async holderByHash(hash: string) {
    return this.#withAccounts(this.rows("SELECT * FROM keys WHERE hash = ?", hash))[0];
  }

  async holderById(id: string) {
    return this.#withAccounts(this.rows("SELECT * FROM keys WHERE id = ?", id))[0];
  }

  async holders(page: { after: string; limit: number; tier?: string | undefined }) {
    const keys = this.rows<KeyRow>(
      `SELECT keys.* FROM keys JOIN accounts ON accounts.id = accountId
         WHERE keys.id > ?1 AND (?2 IS NULL OR tier = ?2) ORDER BY keys.id LIMIT ?3`,
      page.after,
      page.tier ?? null,
      page.limit,
    );
    return this.#withAccounts(keys);
  }

  async account(id: number) {
    return this.rows<Account>("SELECT * FROM accounts WHERE id = ?", id)[0];
  }

  async keysOf(accountId: number) {
    const rows = this.rows<KeyRow>(
      "SELECT * FROM keys WHERE accountId = ? ORDER BY createdAt, id",
      accountId,
    );
    return rows.map(keyOf);
  }

  async changeKey(
    id: string,
    {
      name,
      restrictions,
      counterId,
      expiresAt,
    }: Pick<KeyRecord, "name" | "restrictions" | "counterId" | "expiresAt">,
  ) {
    this.atomically(() => {
      this.run(
        "UPDATE keys SET name = ?, restrictions = ?, counterId = ?, expiresAt = ? WHERE id = ?",
        name,
        JSON.stringify(restrictions),
        counterId,
        expiresAt,
        id,
      );
      this.noteChange({ key: id });
    });
  }

  async replaceKey(id: string, key: KeyRecord, { now, endsAt }: { now: number; endsAt: number }) {
    return this.atomically(() => {
      const { changes } = this.run(
        `UPDATE keys SET replacedBy = ?1, expiresAt = min(coalesce(expiresAt, ?2), ?2)
           WHERE id = ?3 AND ${isWorking("?4")} AND replacedBy IS NULL`,
        key.id,
        endsAt,
        id,
        now,
      );
      if (changes === 0) return false;
      this.#insertKey(key);
      this.noteChange({ key: id });
      return true;
    });
  }

  async addCounter() {
    // Of the numbers that accounts get, so that no file of counters has two at one place.
    const [row] = this.rows<{ seq: number }>(
      "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'accounts' RETURNING seq",
    );
    if (!row) throw new Error("Cannot add a counter: there is no account yet");
    return row.seq;
  }

  async setNotices(accountId: number, { webhookUrl, webhookSecret, mailNotices }: NoticeSettings) {
    this.atomically(() => {
      this.run(
        "UPDATE accounts SET webhookUrl = ?, webhookSecret = ?, mailNotices = ? WHERE id = ?",
        webhookUrl,
        webhookSecret,
        mailNotices,
        accountId,
      );
      this.noteChange({ account: accountId });
    });
  }

  async addNotice(accountId: number, { day, percent }: { day: number; percent: number }) {
    const { changes } = this.run(
      "INSERT OR IGNORE INTO notices VALUES (?, ?, ?)",
      accountId,
      day,
      percent,
    );
    return changes > 0;
  }

  async accountOf(address: EmailAddress) {
    return this.#accountOf(address);
  }

  async addAccount(address: EmailAddress, key: NewKey, { tier }: { tier: string }) {
    return this.atomically(() => {
      if (this.#accountOf(address)) return undefined;
      const account = this.#insertAccount(address, { tier, now: key.createdAt });
      this.#insertKey({ ...key, accountId: account.id });
      this.noteChange({ account: account.id });
      return account;
    });
  }

  async setTier(accountId: number, tier: string) {
    this.atomically(() => {
      this.run("UPDATE accounts SET tier = ? WHERE id = ?", tier, accountId);
      this.noteChange({ account: accountId });
    });
  }

  async addKey(key: KeyRecord, { activeMax, now }: { activeMax: number; now: number }) {
    return this.atomically(() => {
      if (this.#countWorking(now, key.accountId) >= activeMax) return false;
      this.#insertKey(key);
      this.noteChange({ key: key.id });
      return true;
    });
  }

  async revokeKey(id: string, now: number) {
    this.atomically(() => {
      this.run("UPDATE keys SET revokedAt = coalesce(revokedAt, ?) WHERE id = ?", now, id);
      this.noteChange({ key: id });
    });
  }

  async revokeAllKeys(now: number) {
    return this.atomically(() => {
      const { changes } = this.run(`UPDATE keys SET revokedAt = ?1 WHERE ${isWorking("?1")}`, now);
      this.noteChange({});
      return changes;
    });
  }

  async settlePepper(
    now: number,
    choose: (known: { proof: string | undefined; workingKeys: number }) => string,
  ) {
    this.atomically(() => {
      const known = this.#pepperProof();
      const [working] = this.rows<{ count: number }>(
        `SELECT count(*) AS count FROM
           (SELECT 1 FROM keys WHERE ${isWorking("?")} AND replacedBy IS NULL LIMIT ?)`,
        now,
        workingKeysTold,
      );
      const proof = choose({ proof: known, workingKeys: working?.count ?? 0 });
      if (proof === known) return;
      this.run("DELETE FROM pepperProof");
      this.run("INSERT INTO pepperProof VALUES (?)", proof);
    });
  }

  async pepperProof() {
    return this.#pepperProof();
  }

  async addCode(
    { address, hash }: { address: EmailAddress; hash: string },
    { mailsMax, windowMs, now }: { mailsMax: number; windowMs: number; now: number },
  ) {
    const { folded } = address;
    return this.atomically(() => {
      const email = this.#accountOf(address)?.email ?? address.email;
      const [sent] = this.rows<{ count: number }>(
        "SELECT count(*) AS count FROM codes WHERE folded = ? AND createdAt > ?",
        folded,
        now - windowMs,
      );
      if ((sent?.count ?? 0) >= mailsMax) return undefined;
      this.run("UPDATE codes SET hash = NULL WHERE folded = ?", folded);
      this.run(
        "INSERT INTO codes (folded, email, hash, createdAt) VALUES (?, ?, ?, ?)",
        folded,
        email,
        hash,
        now,
      );
      return email;
    });
  }

  async useCode(
    { folded, hash }: { folded: string; hash: string },
    key: NewKey,
    { tier, now, lifeMs, attemptsMax, activeMax, revokeOthers }: CodeUse,
  ): Promise<CodeResult> {
    return this.atomically(() => {
      const [code] = this.rows<{ id: number; email: string; hash: string }>(
        `SELECT id, email, hash FROM codes
           WHERE folded = ? AND hash IS NOT NULL AND attempts < ? AND createdAt > ?`,
        folded,
        attemptsMax,
        now - lifeMs,
      );
      if (!code) return { outcome: "invalid" };
      if (code.hash !== hash) {
        this.run("UPDATE codes SET attempts = attempts + 1 WHERE id = ?", code.id);
        return { outcome: "invalid" };
      }
      const address = { email: code.email, folded };
      const known = this.#accountOf(address);
      // Made meanwhile for another spelling, which may be another mailbox than the one that was proved.
      if (known && known.email !== code.email) return { outcome: "invalid" };
      const account = known ?? this.#insertAccount(address, { tier, now });
      if (revokeOthers)
        this.run(
          "UPDATE keys SET revokedAt = ? WHERE accountId = ? AND revokedAt IS NULL",
          now,
          account.id,
        );
      const otherKeys = this.#countWorking(now, account.id);
      if (otherKeys >= activeMax) return { outcome: "full" };
      this.#insertKey({ ...key, accountId: account.id });
      this.run("UPDATE codes SET hash = NULL WHERE id = ?", code.id);
      this.noteChange({ account: account.id });
      return { outcome: "issued", account, otherKeys };
    });
  }

  async sweepCodes(before: number) {
    this.run("DELETE FROM codes WHERE createdAt <= ?", before);
  }

  async addUsage(usage: readonly Usage[], lastUsed: ReadonlyMap<string, number>) {
    this.atomically(() => {
      for (const { day, keyId, service, route, statusClass, count, units } of usage)
        this.run(
          `INSERT INTO usage (day, keyId, service, route, statusClass, count, units)
             VALUES (?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT DO UPDATE SET count = count + excluded.count, units = units + excluded.units`,
          day,
          keyId,
          service,
          route,
          statusClass,
          count,
          units,
        );
      for (const [id, at] of lastUsed)
        this.run("UPDATE keys SET lastUsedAt = ? WHERE id = ?", at, id);
    });
  }

  async usage(keyIds: readonly string[], { from, to }: { from: number; to: number }) {
    return this.rows<Usage>(
      `SELECT * FROM usage WHERE day BETWEEN ? AND ? AND keyId IN (SELECT value FROM json_each(?))`,
      from,
      to,
      JSON.stringify(keyIds),
    );
  }

  async rollUpUsage(before: number, limit: number) {
    const oldest = `SELECT * FROM usage WHERE day < ?1
      ORDER BY day, keyId, service, route, statusClass LIMIT ?2`;
    return this.atomically(() => {
      this.run(
        `INSERT INTO monthlyUsage
           SELECT accountId, unixepoch(day * 86400, 'unixepoch', 'start of month') / 86400 AS month,
             service, statusClass, sum(count), sum(units)
           FROM (${oldest}) JOIN keys ON keys.id = keyId
           WHERE true GROUP BY accountId, month, service, statusClass
           ON CONFLICT DO UPDATE SET count = count + excluded.count, units = units + excluded.units`,
        before,
        limit,
      );
      const { changes } = this.run(
        `DELETE FROM usage WHERE (keyId, day, service, route, statusClass) IN
           (SELECT keyId, day, service, route, statusClass FROM (${oldest}))`,
        before,
        limit,
      );
      return changes;
    });
  }

  async monthlyUsage(accountId: number, { from, to }: { from: number; to: number }) {
    return this.rows<MonthlyUsage>(
      `SELECT day, service, statusClass, count, units FROM monthlyUsage
         WHERE accountId = ? AND day BETWEEN ? AND ?`,
      accountId,
      from,
      to,
    );
  }

  async unitsOfDay(day: number, tell: (counterId: number, units: number) => void) {
    for (const column of ["accountId", "counterId"]) {
      const sums = this.each<{ id: number; units: number }>(
        `SELECT keys.${column} AS id, sum(units) AS units FROM usage JOIN keys ON keys.id = keyId
           WHERE day = ? AND keys.${column} IS NOT NULL GROUP BY keys.${column}`,
        day,
      );
      for (const { id, units } of sums) tell(id, units);
    }
  }

  async revision() {
    return this.#revision();
  }

  async changesSince(since: number): Promise<Changes | "too many"> {
    const revision = this.#revision();
    if (revision === since) return { revision, keys: [], accounts: [] };
    if (revision < since || revision - since > changesMax) return "too many";
    const changes = this.rows<{ revision: number; keyId: string | null; accountId: number | null }>(
      "SELECT * FROM changes WHERE revision > ? AND revision <= ?",
      since,
      revision,
    );
    // A hub of an earlier version counts on without saying what has changed.
    const told = new Set(changes.map((change) => change.revision));
    const isVague = changes.some(({ keyId, accountId }) => keyId === null && accountId === null);
    if (isVague || told.size < revision - since) return "too many";
    return {
      revision,
      keys: changes.flatMap(({ keyId }) => keyId ?? []),
      accounts: changes.flatMap(({ accountId }) => accountId ?? []),
    };
  }

  async close() {
    this.db.run("PRAGMA optimize");
    this.db.close();
  }

  #revision(): number {
    return this.rows<{ number: number }>("SELECT number FROM revision")[0]?.number ?? 0;
  }

  #withAccounts(keys: KeyRow[]): KeyHolder[] {
    if (keys.length === 0) return [];
    const accounts = this.rows<Account>(
      "SELECT * FROM accounts WHERE id IN (SELECT value FROM json_each(?))",
      JSON.stringify(keys.map(({ accountId }) => accountId)),
    );
    // Of texts that are the same one is kept: those held in memory are many.
    for (const account of accounts)
      if (account.folded === account.email) Object.assign(account, { folded: account.email });
    const byId = new Map(accounts.map((account) => [account.id, account]));
    return keys.flatMap((row) => {
      const account = byId.get(row.accountId);
      return account ? [{ key: keyOf(row), account }] : [];
    });
  }

  /** The one that holds exactly this address, or else the one that has it in whatever spelling. */
  #accountOf({ email, folded }: EmailAddress): Account | undefined {
    return this.rows<Account>(
      `SELECT * FROM accounts WHERE email = ?1 OR (folded = ?2 AND olderId IS NULL)
         ORDER BY email = ?1 DESC LIMIT 1`,
      email,
      folded,
    )[0];
  }

  #insertAccount(
    { email, folded }: EmailAddress,
    { tier, now }: { tier: string; now: number },
  ): Account {
    const { lastInsertRowid } = this.run(
      "INSERT INTO accounts (email, folded, tier, createdAt) VALUES (?, ?, ?, ?)",
      email,
      folded,
      tier,
      now,
    );
    return {
      id: Number(lastInsertRowid),
      email,
      folded,
      olderId: null,
      tier,
      createdAt: now,
      perMinute: null,
      perDay: null,
      webhookUrl: null,
      webhookSecret: null,
      mailNotices: 0,
    };
  }

  #insertKey(key: KeyRecord): void {
    this.run(
      `INSERT INTO keys (id, accountId, hash, prefix, name, kind, restrictions, counterId, createdAt,
           expiresAt, revokedAt, lastUsedAt)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      key.id,
      key.accountId,
      key.hash,
      key.prefix,
      key.name,
      key.kind,
      JSON.stringify(key.restrictions),
      key.counterId,
      key.createdAt,
      key.expiresAt,
      key.revokedAt,
      key.lastUsedAt,
    );
  }

  /** How many keys of an account work. */
  #countWorking(now: number, accountId: number): number {
    const [working] = this.rows<{ count: number }>(
      `SELECT count(*) AS count FROM keys
         WHERE ${isWorking("?1")} AND replacedBy IS NULL
           AND accountId = ?2`,
      now,
      accountId,
    );
    return working?.count ?? 0;
  }

  #pepperProof(): string | undefined {
    return this.rows<{ proof: string }>("SELECT proof FROM pepperProof")[0]?.proof;
  }
}

/** A key as its table has it. */
type KeyRow = Omit<KeyRecord, "restrictions"> & { restrictions: string };

/** Most keys have none: one object for all of those. */
const unrestricted: KeyRestrictions = Object.freeze({});

function keyOf(row: KeyRow): KeyRecord {
  const { restrictions } = row;
  return {
    ...row,
    kind: row.kind === "secret" ? "secret" : "publishable",
    restrictions: restrictions === "{}" ? unrestricted : JSON.parse(restrictions),
  };
}

/** Tells one file from another that has taken its place. */
function fileAt(path: string): string {
  if (path === inMemory) return "";
  const file = statSync(path, { throwIfNoEntry: false });
  return file ? `${file.dev} ${file.ino}` : "none";
}

/** Opens the records in a hub's data folder, which is made if it is not there. */
export function openRecords(dir: string): RecordsWithAdmin {
  prepare(dir);
  return openSqlite(`${dir}/hub.sqlite`);
}

function prepare(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    accessSync(dir, constants.W_OK);
  } catch (cause) {
    throw new Error(
      `Cannot write to the data folder "${dir}": make it writable or name another in HUB_DATA`,
      { cause },
    );
  }
}
