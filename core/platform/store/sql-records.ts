import { HubError } from "../../contract/errors.ts";
import type { EmailAddress } from "../mail/email-address.ts";
import type { AdminRecords, RecordsWithAdmin } from "./admin-records.ts";
import type { AsyncJobRecords } from "./async-job-records.ts";
import type { Database, Statements } from "./database.ts";
import type { IdempotencyRecords } from "./idempotency-records.ts";
import type { IncidentRecords } from "./incident-records.ts";
import {
  type Account,
  type Changes,
  type CodeResult,
  type CodeUse,
  changesMax,
  type ErasedBodies,
  type KeyChange,
  type KeyHolder,
  type KeyRecord,
  type KeyRestrictions,
  type NewKey,
  type NoticeSettings,
  workingKeysTold,
} from "./records.ts";
import { readRestrictions } from "./restrictions.ts";
import { allKeys, slices } from "./slices.ts";
import { SqlAdmin } from "./sql-admin.ts";
import { SqlAsyncJobs } from "./sql-async-jobs.ts";
import { SqlIdempotency } from "./sql-idempotency.ts";
import { SqlIncidents } from "./sql-incidents.ts";
import { SqlUsage } from "./sql-usage.ts";
import { accountsLock, isWorking, recordChange } from "./statements.ts";

const dayMs = 86_400_000;

/** The number of rows of erased accounts that are removed per statement. */
const eraseBatch = 500;
/** The period in which hubs may still write data of an erased account. */
const lateWritesMs = 2 * dayMs;

/** Stores all records in an SQL database. */
export class SqlRecords extends SqlUsage implements RecordsWithAdmin {
  readonly asyncJobs: AsyncJobRecords;
  readonly idempotency: IdempotencyRecords;
  readonly incidents: IncidentRecords;
  readonly admin: AdminRecords;

  constructor(db: Database) {
    super(db);
    this.asyncJobs = new SqlAsyncJobs(db);
    this.idempotency = new SqlIdempotency(db);
    this.incidents = new SqlIncidents(db);
    this.admin = new SqlAdmin(db);
  }

  fault(): string | undefined {
    return this.db.fault();
  }

  aheadMs(): number {
    return this.db.aheadMs ?? 0;
  }

  close(): Promise<void> {
    return this.db.close();
  }

  async holderByHash(hash: string) {
    const keys = await this.db.rows<KeyRow>("SELECT * FROM keys WHERE hash = ?", hash);
    return (await this.#withAccounts(keys))[0];
  }

  async holderById(id: string) {
    const keys = await this.db.rows<KeyRow>("SELECT * FROM keys WHERE id = ?", id);
    return (await this.#withAccounts(keys))[0];
  }

  async holders({
    after,
    limit,
    tier,
  }: {
    after: string;
    limit: number;
    tier?: string | undefined;
  }) {
    const keys = await this.db.rows<KeyRow>(
      `SELECT keys.* FROM keys JOIN accounts ON accounts.id = accountId
         WHERE keys.id > ? ${tier === undefined ? "" : "AND tier = ?"} ORDER BY keys.id LIMIT ?`,
      after,
      ...(tier === undefined ? [] : [tier]),
      limit,
    );
    return this.#withAccounts(keys);
  }

  async account(id: number) {
    return (await this.db.rows<Account>("SELECT * FROM accounts WHERE id = ?", id))[0];
  }

  async listKeys(accountId: number) {
    const rows = await this.db.rows<KeyRow>(
      "SELECT * FROM keys WHERE accountId = ? ORDER BY createdAt, id",
      accountId,
    );
    return rows.map(toKeyRecord);
  }

  async changeKey(id: string, change: (key: KeyRecord) => KeyChange) {
    return this.db.atomically(accountsLock, async (tx) => {
      const [row] = await tx.rows<KeyRow>("SELECT * FROM keys WHERE id = ?", id);
      if (!row) throw new Error(`Cannot change the key "${id}": there is none`);
      const key = toKeyRecord(row);
      const to = change(key);
      await tx.run(
        `UPDATE keys SET name = ?, restrictions = ?, counterId = ?, expiresAt = ?, suspendedAt = ?,
           suspendedBy = ? WHERE id = ?`,
        to.name,
        JSON.stringify(to.restrictions),
        to.counterId,
        to.expiresAt,
        to.suspendedAt,
        to.suspendedBy,
        id,
      );
      await recordChange(tx, { key: id });
      return { ...key, ...to };
    });
  }

  async replaceKey(id: string, key: KeyRecord, { now, endsAt }: { now: number; endsAt: number }) {
    return this.db.atomically(accountsLock, async (tx) => {
      const changes = await tx.run(
        `UPDATE keys SET replacedBy = ?1,
           expiresAt = CASE WHEN expiresAt < ?2 THEN expiresAt ELSE ?2 END
           WHERE id = ?3 AND ${isWorking("?4")} AND replacedBy IS NULL`,
        key.id,
        endsAt,
        id,
        now,
      );
      if (changes === 0) return false;
      let others = 0;
      for (const column of ["madeBy", "suspendedBy"])
        others += await tx.run(
          `UPDATE keys SET ${column} = ? WHERE accountId = ? AND ${column} = ?`,
          key.id,
          key.accountId,
          id,
        );
      await insertKey(tx, key);
      await recordChange(tx, others > 0 ? { account: key.accountId } : { key: id });
      return true;
    });
  }

  addCounter() {
    return this.db.nextCounter();
  }

  async setNotices(accountId: number, { webhookUrl, webhookSecret, mailNotices }: NoticeSettings) {
    await this.db.atomically(accountsLock, async (tx) => {
      await tx.run(
        "UPDATE accounts SET webhookUrl = ?, webhookSecret = ?, mailNotices = ? WHERE id = ?",
        webhookUrl,
        webhookSecret,
        mailNotices,
        accountId,
      );
      await recordChange(tx, { account: accountId });
    });
  }

  async addNotice(accountId: number, { day, percent }: { day: number; percent: number }) {
    const changes = await this.db.run(
      "INSERT INTO notices VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      accountId,
      day,
      percent,
    );
    return changes > 0;
  }

  async findAccountByEmail(address: EmailAddress) {
    return findAccount(this.db, address);
  }

  async addAccount(address: EmailAddress, key: NewKey, { tier }: { tier: string }) {
    return this.db.atomically(accountsLock, async (tx) => {
      if (await findAccount(tx, address)) return undefined;
      const account = await insertAccount(tx, address, { tier, now: key.createdAt });
      await insertKey(tx, { ...key, accountId: account.id });
      return account;
    });
  }

  async setTier(accountId: number, tier: string) {
    await this.db.atomically(accountsLock, async (tx) => {
      await tx.run("UPDATE accounts SET tier = ? WHERE id = ?", tier, accountId);
      await recordChange(tx, { account: accountId });
    });
  }

  async eraseAccount(id: number, now: number) {
    return this.db.atomically(accountsLock, async (tx) => {
      const [account] = await tx.rows<Account>("SELECT * FROM accounts WHERE id = ?", id);
      if (!account) return false;
      await tx.run(
        `INSERT INTO erased SELECT id, CAST(? AS bigint) FROM keys WHERE accountId = ?
           ON CONFLICT DO NOTHING`,
        now,
        id,
      );
      await tx.run("INSERT INTO erased VALUES (?, ?) ON CONFLICT DO NOTHING", `account_${id}`, now);
      for (const table of ["keys", "notices", "monthlyUsage"])
        await tx.run(`DELETE FROM ${table} WHERE accountId = ?`, id);
      await tx.run("DELETE FROM codes WHERE folded = ?", account.folded);
      await releaseAddress(tx, id);
      await tx.run("DELETE FROM accounts WHERE id = ?", id);
      await recordChange(tx, { account: id });
      return true;
    });
  }

  async sweepErased(now: number, answersOf: readonly string[] = []): Promise<ErasedBodies> {
    const names = "SELECT name FROM erased";
    await this.#removeInBatches(
      "usage",
      "keyId, day, service, route, statusClass",
      `keyId IN (${names})`,
    );
    await this.#removeInBatches("kv", "plugin, key", `account IN (${names})`);
    const answers = await this.db.rows<{ run: string }>(
      `DELETE FROM idempotency WHERE account IN (${names}) RETURNING run`,
    );
    const keyless = await this.db.rows<{ run: string }>(
      "DELETE FROM idempotency WHERE owner IN (SELECT value FROM json_each(?)) RETURNING run",
      JSON.stringify(answersOf),
    );
    const jobs = await this.db.rows<{ id: string }>(
      `DELETE FROM asyncJobs WHERE account IN (${names}) RETURNING id`,
    );
    await this.db.run("DELETE FROM erased WHERE erasedAt <= ?", now - lateWritesMs);
    return {
      answers: [...answers, ...keyless].map(({ run }) => run),
      jobs: jobs.map(({ id }) => id),
    };
  }

  /** Removes rows by their primary key in small batches, so that pending requests run in between. */
  async #removeInBatches(table: string, key: string, condition: string): Promise<void> {
    for (;;) {
      const count = await this.db.run(
        `DELETE FROM ${table} WHERE (${key}) IN
           (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${eraseBatch})`,
      );
      if (count < eraseBatch) return;
      await Bun.sleep(0);
    }
  }

  async addKey(key: KeyRecord, { activeMax, now }: { activeMax: number; now: number }) {
    return this.db.atomically(accountsLock, async (tx) => {
      const makers = await tx.rows(
        `SELECT 1 FROM keys WHERE id = ?2 AND suspendedAt IS NULL AND ${isWorking("?1")}`,
        now,
        key.madeBy,
      );
      if (key.madeBy !== null && makers.length === 0)
        throw new HubError("key_revoked", "The API key ended before it could create another key");
      const isCounted = key.kind !== "session";
      if (isCounted && (await countWorking(tx, now, key.accountId)) >= activeMax) return false;
      await insertKey(tx, key);
      return true;
    });
  }

  async revokeKey(id: string, now: number) {
    await this.db.atomically(accountsLock, async (tx) => {
      await tx.run("UPDATE keys SET revokedAt = coalesce(revokedAt, ?) WHERE id = ?", now, id);
      await recordChange(tx, { key: id });
    });
  }

  async revokeAllKeys(now: number) {
    let revoked = 0;
    for await (const { after, last } of slices(this.db, allKeys))
      revoked += await this.db.atomically(accountsLock, async (tx) => {
        const changes = await tx.run(
          `UPDATE keys SET revokedAt = ?1 WHERE id > ?2 AND id <= ?3 AND ${isWorking("?1")}`,
          now,
          after,
          last,
        );
        if (changes > 0) await recordChange(tx, {});
        return changes;
      });
    return revoked;
  }

  async settlePepper(
    now: number,
    choose: (known: { proof: string | undefined; workingKeys: number }) => string,
  ) {
    const workingKeys = await this.#countWorkingUpTo(workingKeysTold, now);
    await this.db.atomically(accountsLock, async (tx) => {
      const known = await readPepperProof(tx);
      const proof = choose({ proof: known, workingKeys });
      if (proof === known) return;
      await tx.run("DELETE FROM pepperProof");
      await tx.run("INSERT INTO pepperProof VALUES (?)", proof);
    });
  }

  async #countWorkingUpTo(countMax: number, now: number): Promise<number> {
    let count = 0;
    for await (const { after, last } of slices(this.db, allKeys)) {
      const [working] = await this.db.rows<{ count: number }>(
        `SELECT count(*) AS count FROM keys
           WHERE id > ? AND id <= ? AND ${isWorking("?")} AND replacedBy IS NULL`,
        after,
        last,
        now,
      );
      count += working?.count ?? 0;
      if (count >= countMax) return countMax;
    }
    return count;
  }

  async pepperProof() {
    return readPepperProof(this.db);
  }

  async addCode(
    { address, hash }: { address: EmailAddress; hash: string },
    { mailsMax, windowMs, now }: { mailsMax: number; windowMs: number; now: number },
  ) {
    const { folded } = address;
    return this.db.atomically(accountsLock, async (tx) => {
      const email = (await findAccount(tx, address))?.email ?? address.email;
      const [sent] = await tx.rows<{ count: number }>(
        "SELECT count(*) AS count FROM codes WHERE folded = ? AND createdAt > ?",
        folded,
        now - windowMs,
      );
      if ((sent?.count ?? 0) >= mailsMax) return undefined;
      await tx.run("UPDATE codes SET hash = NULL WHERE folded = ?", folded);
      await tx.run(
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
    return this.db.atomically(accountsLock, async (tx) => {
      const [code] = await tx.rows<{ id: number; email: string; hash: string }>(
        `SELECT id, email, hash FROM codes
           WHERE folded = ? AND hash IS NOT NULL AND attempts < ? AND createdAt > ?`,
        folded,
        attemptsMax,
        now - lifeMs,
      );
      if (!code) return { outcome: "invalid" };
      if (code.hash !== hash) {
        await tx.run("UPDATE codes SET attempts = attempts + 1 WHERE id = ?", code.id);
        return { outcome: "invalid" };
      }
      const address = { email: code.email, folded };
      const known = await findAccount(tx, address);
      // The account was created in the meantime with another spelling, which may be another mailbox than
      // the verified one.
      if (known && known.email !== code.email) return { outcome: "invalid" };
      if (known && known.suspendedAt !== null) return { outcome: "suspended" };
      const account = known ?? (await insertAccount(tx, address, { tier, now }));
      if (revokeOthers)
        await tx.run(
          "UPDATE keys SET revokedAt = ? WHERE accountId = ? AND revokedAt IS NULL",
          now,
          account.id,
        );
      const otherKeys = await countWorking(tx, now, account.id);
      if (otherKeys >= activeMax && key.kind !== "session") return { outcome: "full" };
      await insertKey(tx, { ...key, accountId: account.id });
      await tx.run("UPDATE codes SET hash = NULL WHERE id = ?", code.id);
      if (revokeOthers) await recordChange(tx, { account: account.id });
      return { outcome: "issued", account, otherKeys };
    });
  }

  async sweepCodes(before: number) {
    await this.db.run("DELETE FROM codes WHERE createdAt <= ?", before);
  }

  async revision() {
    const [revision] = await this.db.rows<{ number: number }>("SELECT number FROM revision");
    return revision?.number ?? 0;
  }

  async changesSince(since: number): Promise<Changes | "too many"> {
    const revision = await this.revision();
    if (revision === since) return { revision, keys: [], accounts: [] };
    if (revision < since || revision - since > changesMax) return "too many";
    const changes = await this.db.rows<{
      revision: number;
      keyId: string | null;
      accountId: number | null;
    }>("SELECT * FROM changes WHERE revision > ? AND revision <= ?", since, revision);
    // A hub of an earlier version increases the revision without recording the change.
    const recorded = new Set(changes.map((change) => change.revision));
    const isVague = changes.some(({ keyId, accountId }) => keyId === null && accountId === null);
    if (isVague || recorded.size < revision - since) return "too many";
    return {
      revision,
      keys: changes.flatMap(({ keyId }) => keyId ?? []),
      accounts: changes.flatMap(({ accountId }) => accountId ?? []),
    };
  }

  async #withAccounts(keys: KeyRow[]): Promise<KeyHolder[]> {
    if (keys.length === 0) return [];
    const accounts = await this.db.rows<Account>(
      "SELECT * FROM accounts WHERE id IN (SELECT CAST(value AS bigint) FROM json_each(?))",
      JSON.stringify(keys.map(({ accountId }) => accountId)),
    );
    // Shares equal strings, because many accounts are cached.
    for (const account of accounts)
      if (account.folded === account.email) Object.assign(account, { folded: account.email });
    const byId = new Map(accounts.map((account) => [account.id, account]));
    return keys.flatMap((row) => {
      const account = byId.get(row.accountId);
      return account ? [{ key: toKeyRecord(row), account }] : [];
    });
  }
}

/** Returns the account with exactly this address, or else the one with another spelling of it. */
async function findAccount(
  on: Statements,
  { email, folded }: EmailAddress,
): Promise<Account | undefined> {
  const [exact] = await on.rows<Account>("SELECT * FROM accounts WHERE email = ?", email);
  if (exact) return exact;
  const [same] = await on.rows<Account>(
    "SELECT * FROM accounts WHERE folded = ? AND olderId IS NULL",
    folded,
  );
  return same;
}

/** Passes the address of an account that is erased to the oldest account with another spelling. */
async function releaseAddress(on: Statements, id: number): Promise<void> {
  const [heir] = await on.rows<{ id: number | null }>(
    "SELECT min(id) AS id FROM accounts WHERE olderId = ?",
    id,
  );
  if (typeof heir?.id !== "number") return;
  // Points the account to itself first, so that only one account owns the address at any time.
  await on.run("UPDATE accounts SET olderId = id WHERE id = ?", id);
  await on.run("UPDATE accounts SET olderId = NULL WHERE id = ?", heir.id);
  await on.run("UPDATE accounts SET olderId = ? WHERE olderId = ? AND id <> ?", heir.id, id, id);
}

async function insertAccount(
  on: Statements,
  { email, folded }: EmailAddress,
  { tier, now }: { tier: string; now: number },
): Promise<Account> {
  const [account] = await on.rows<Account>(
    "INSERT INTO accounts (email, folded, tier, createdAt) VALUES (?, ?, ?, ?) RETURNING *",
    email,
    folded,
    tier,
    now,
  );
  if (!account) throw new Error("Cannot read the account that was just added");
  return account;
}

async function insertKey(on: Statements, key: KeyRecord): Promise<void> {
  await on.run(
    `INSERT INTO keys (id, accountId, hash, prefix, name, kind, restrictions, counterId, createdAt,
         expiresAt, revokedAt, suspendedAt, suspendedBy, madeBy, lastUsedAt, replacedBy)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
    key.suspendedAt,
    key.suspendedBy,
    key.madeBy,
    key.lastUsedAt,
    key.replacedBy,
  );
}

/** Returns the number of an account's active keys, without sessions. */
async function countWorking(on: Statements, now: number, accountId: number): Promise<number> {
  const [working] = await on.rows<{ count: number }>(
    `SELECT count(*) AS count FROM keys
       WHERE ${isWorking("?1")} AND replacedBy IS NULL AND accountId = ?2 AND kind <> 'session'`,
    now,
    accountId,
  );
  return working?.count ?? 0;
}

async function readPepperProof(on: Statements): Promise<string | undefined> {
  return (await on.rows<{ proof: string }>("SELECT proof FROM pepperProof"))[0]?.proof;
}

/** A row of the keys table. */
type KeyRow = Omit<KeyRecord, "restrictions"> & { restrictions: string };

/** One shared object for all unrestricted keys, because there are many. */
const unrestricted: KeyRestrictions = Object.freeze({ managesKeys: true });
const unrestrictedTexts = new Set(["{}", JSON.stringify(unrestricted)]);

const kinds = ["secret", "publishable", "session"] as const;

function toKeyRecord({ restrictions, ...row }: KeyRow): KeyRecord {
  const kind = kinds.find((kind) => kind === row.kind) ?? "publishable";
  const isUnrestricted = kind === "secret" && unrestrictedTexts.has(restrictions);
  return {
    ...row,
    kind,
    restrictions: isUnrestricted ? unrestricted : readRestrictions(JSON.parse(restrictions), kind),
  };
}
