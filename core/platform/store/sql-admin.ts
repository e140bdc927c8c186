import type {
  AccountChange,
  AccountFilter,
  AccountSummary,
  AdminRecords,
  AuditEntry,
  AuditFilter,
  DatasetRefresh,
  UsagePart,
  UsageTotal,
} from "./admin-records.ts";
import type { AsyncJob } from "./async-job-records.ts";
import type { Database, Value } from "./database.ts";
import { accountsLock, isWorking, recordChange } from "./statements.ts";

interface AuditRow extends Omit<AuditEntry, "before" | "after"> {
  id: number;
  before: string | null;
  after: string | null;
}

/** The column of each dimension of usage. */
const columns: Readonly<Record<UsagePart, string>> = {
  day: "day",
  service: "service",
  route: "route",
  status: "statusClass",
};

/** Stores and queries operators' records in an SQL database. */
export class SqlAdmin implements AdminRecords {
  constructor(private readonly db: Database) {}

  async addAudit({ at, actor, address, action, subject, before, after }: AuditEntry) {
    await this.db.run(
      `INSERT INTO audit (at, actor, address, action, subject, before, after)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      at,
      actor,
      address,
      action,
      subject,
      before === undefined ? null : JSON.stringify(before),
      after === undefined ? null : JSON.stringify(after),
    );
  }

  async audit({ from, to, actor, action, subject, before, limit }: AuditFilter) {
    const { sql, values } = buildWhere([
      ["at >= ?", from],
      ["at <= ?", to],
      ["? IN (actor, address)", actor],
      ["action = ?", action],
      ["subject = ?", subject],
      ["id < ?", before],
    ]);
    const rows = await this.db.rows<AuditRow>(
      `SELECT * FROM audit ${sql} ORDER BY id DESC LIMIT ?`,
      ...values,
      limit,
    );
    return rows.map(({ before, after, ...entry }) => ({
      ...entry,
      before: JSON.parse(before ?? "null"),
      after: JSON.parse(after ?? "null"),
    }));
  }

  async accounts({ text, tier, after, limit, now }: AccountFilter) {
    const { sql, values } = buildWhere([
      ["id > ?", after],
      ["tier = ?", tier],
      ...buildSearch(text),
    ]);
    return this.db.rows<AccountSummary>(
      `SELECT *,
         (SELECT count(*) FROM keys WHERE accountId = accounts.id AND ${isWorking("?")}) AS workingKeys,
         (SELECT max(lastUsedAt) FROM keys WHERE accountId = accounts.id) AS lastUsedAt
       FROM accounts ${sql} ORDER BY id LIMIT ?`,
      now,
      ...values,
      limit,
    );
  }

  async changeAccount(id: number, { tier, perMinute, perDay, suspendedAt }: AccountChange) {
    await this.db.atomically(accountsLock, async (tx) => {
      await tx.run(
        "UPDATE accounts SET tier = ?, perMinute = ?, perDay = ?, suspendedAt = ? WHERE id = ?",
        tier,
        perMinute,
        perDay,
        suspendedAt,
        id,
      );
      await recordChange(tx, { account: id });
    });
  }

  async resetCounters(accountId: number) {
    const used = await this.db.rows<{ counterId: number }>(
      "SELECT DISTINCT counterId FROM keys WHERE accountId = ? AND counterId IS NOT NULL",
      accountId,
    );
    // A new counter starts at zero everywhere: in files, in Redis and in the leases of other hubs.
    const counter = await this.db.nextCounter();
    const changed: { before: number; after: number }[] = [];
    for (const { counterId: before } of used)
      changed.push({ before, after: await this.db.nextCounter() });
    await this.db.atomically(accountsLock, async (tx) => {
      await tx.run("UPDATE accounts SET counterId = ? WHERE id = ?", counter, accountId);
      for (const { before, after } of changed)
        await tx.run(
          "UPDATE keys SET counterId = ? WHERE accountId = ? AND counterId = ?",
          after,
          accountId,
          before,
        );
      await recordChange(tx, { account: accountId });
    });
  }

  async revokeAccountKeys(accountId: number, now: number) {
    return this.db.atomically(accountsLock, async (tx) => {
      const changes = await tx.run(
        `UPDATE keys SET revokedAt = ?1 WHERE accountId = ?2 AND ${isWorking("?1")}`,
        now,
        accountId,
      );
      await recordChange(tx, { account: accountId });
      return changes;
    });
  }

  async usageTotals(
    { from, to }: { from: number; to: number },
    { by, accountId }: { by: readonly UsagePart[]; accountId?: number | undefined },
  ) {
    const daily = buildWhere([
      ["day >= ?", from],
      ["day <= ?", to],
      ["keyId IN (SELECT id FROM keys WHERE accountId = ?)", accountId],
    ]);
    const monthly = buildWhere([
      ["day >= ?", from],
      ["day <= ?", to],
      ["accountId = ?", accountId],
    ]);
    const selected = Object.entries(columns).map(([part, column]) =>
      by.some((one) => one === part) ? column : `NULL AS ${column}`,
    );
    const groups = by.map((part) => columns[part]).join(", ");
    return this.db.rows<UsageTotal>(
      `SELECT ${selected.join(", ")}, CAST(sum(count) AS bigint) AS count, CAST(sum(units) AS bigint) AS units FROM (
           SELECT day, service, route, statusClass, count, units FROM usage ${daily.sql}
           UNION ALL
           SELECT day, service, NULL, statusClass, count, units FROM monthlyUsage ${monthly.sql}
         ) AS told
         ${groups && `GROUP BY ${groups}`} HAVING count(*) > 0 ORDER BY day DESC, count DESC, route NULLS FIRST`,
      ...daily.values,
      ...monthly.values,
    );
  }

  async asyncJobCounts() {
    return this.db.rows<{ state: AsyncJob["state"]; count: number }>(
      "SELECT state, count(*) AS count FROM asyncJobs GROUP BY state",
    );
  }

  async beginRefresh(refresh: DatasetRefresh, seenSince: number) {
    return this.db.atomically("datasetRefreshes", async (tx) => {
      const [running] = await tx.rows(
        "SELECT 1 FROM datasetRefreshes WHERE dataset = ? AND state = 'running' AND seenAt >= ?",
        refresh.dataset,
        seenSince,
      );
      if (running) return false;
      await tx.run("DELETE FROM datasetRefreshes WHERE dataset = ?", refresh.dataset);
      await tx.run(
        "INSERT INTO datasetRefreshes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        refresh.dataset,
        refresh.id,
        refresh.state,
        refresh.phase,
        refresh.beganAt,
        refresh.seenAt,
        refresh.endedAt,
        refresh.failure,
        refresh.isNew,
      );
      return true;
    });
  }

  async updateRefresh({ id, state, phase, seenAt, endedAt, failure, isNew }: DatasetRefresh) {
    await this.db.run(
      `UPDATE datasetRefreshes
         SET state = ?, phase = ?, seenAt = ?, endedAt = ?, failure = ?, isNew = ? WHERE id = ?`,
      state,
      phase,
      seenAt,
      endedAt,
      failure,
      isNew,
      id,
    );
  }

  async refreshes() {
    return this.db.rows<DatasetRefresh>("SELECT * FROM datasetRefreshes");
  }
}

type Condition = readonly [sql: string, value: string | number | undefined];

/** Builds a WHERE clause from the conditions with a value. */
function buildWhere(conditions: readonly Condition[]): { sql: string; values: Value[] } {
  const used = conditions.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  return {
    sql: used.length > 0 ? `WHERE ${used.map(({ sql }) => `(${sql})`).join(" AND ")}` : "",
    values: used.map(({ value }) => value),
  };
}

/** Returns the conditions for an account search. */
function buildSearch(text = ""): Condition[] {
  if (text === "") return [];
  const id = /^(?:account_)?(\d{1,15})$/.exec(text)?.[1];
  if (id !== undefined) return [["id = ?", Number(id)]];
  if (text.startsWith("key_")) return [["id IN (SELECT accountId FROM keys WHERE id = ?)", text]];
  if (/^hubp?_/.test(text))
    return [["id IN (SELECT accountId FROM keys WHERE instr(?, prefix) = 1)", text]];
  return [["instr(lower(email) || ' ' || folded, ?) > 0", text.toLowerCase()]];
}
