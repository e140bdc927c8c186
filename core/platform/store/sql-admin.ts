import type {
  AccountChange,
  AccountFilter,
  AccountSummary,
  AdminRecords,
  AuditEntry,
  AuditFilter,
  DatasetRefresh,
  KeyFilter,
  KeySummary,
  UsagePart,
  UsageTotal,
} from "./admin-records.ts";
import type { AsyncJob } from "./async-job-records.ts";
import type { Database, Value } from "./database.ts";
import { rulesChange } from "./records.ts";
import { allKeys, slices } from "./slices.ts";
import { accountsLock, isWorking, recordChange } from "./statements.ts";

interface AuditRow extends Omit<AuditEntry, "before" | "after"> {
  id: number;
  before: string | null;
  after: string | null;
}

/** The number of ids of the audit log that are read at once. */
const auditSlice = 2000;

/** Tables to read in slices. */
const allAccounts = { table: "accounts", column: "id", after: 0 };
const allJobs = { table: "asyncJobs", column: "id", after: "" };

/** The column of each dimension of usage. */
const columns: Readonly<Record<UsagePart, string>> = {
  account: "accountId",
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
    const [newest] = await this.db.rows<{ id: number | null }>("SELECT max(id) AS id FROM audit");
    const rows: AuditRow[] = [];
    for (
      let last = Math.min(newest?.id ?? 0, (before ?? Number.POSITIVE_INFINITY) - 1);
      last > 0 && rows.length < limit;
      last -= auditSlice
    ) {
      const { sql, values } = buildConditions([
        // With an operator, because an index of it would not return entries in their order.
        ["+at >= ?", from],
        ["+at <= ?", to],
        ["? IN (actor, address)", actor],
        ["action = ?", action],
        ["subject = ?", subject],
      ]);
      rows.push(
        ...(await this.db.rows<AuditRow>(
          `SELECT * FROM audit WHERE id > ? AND id <= ? ${sql} ORDER BY id DESC LIMIT ?`,
          last - auditSlice,
          last,
          ...values,
          limit - rows.length,
        )),
      );
      await Bun.sleep(0);
    }
    return rows.map(({ before, after, ...entry }) => ({
      ...entry,
      before: JSON.parse(before ?? "null"),
      after: JSON.parse(after ?? "null"),
    }));
  }

  async accounts({ text, tier, after, limit, now }: AccountFilter) {
    const search = buildSearch(text);
    const found: AccountSummary[] = [];
    const ranges = search?.isExact
      ? [{ after, last: Number.MAX_SAFE_INTEGER }]
      : slices(this.db, { ...allAccounts, after });
    const { sql, values } = buildConditions([
      ["tier = ?", tier],
      ...(search ? [search.condition] : []),
    ]);
    for await (const range of ranges) {
      found.push(
        ...(await this.db.rows<AccountSummary>(
          `SELECT *,
             (SELECT count(*) FROM keys WHERE accountId = accounts.id AND kind <> 'session' AND ${isWorking("?")}) AS workingKeys,
             (SELECT max(lastUsedAt) FROM keys WHERE accountId = accounts.id) AS lastUsedAt
           FROM accounts WHERE id > ? AND id <= ? ${sql} ORDER BY id LIMIT ?`,
          now,
          range.after,
          range.last,
          ...values,
          limit - found.length,
        )),
      );
      if (found.length >= limit) break;
    }
    return found;
  }

  async keys({ sort, madeBy, limit, now }: KeyFilter) {
    const sign = sort === "last_used" ? -1 : 1;
    const used = ({ lastUsedAt, createdAt }: KeySummary) => sign * (lastUsedAt ?? createdAt);
    const { sql, values } = buildConditions([["madeBy = ?", madeBy]]);
    let found: KeySummary[] = [];
    for await (const { after, last } of slices(this.db, allKeys)) {
      const rows = await this.db.rows<KeySummary>(
        `SELECT id, accountId, prefix, name, madeBy, createdAt, lastUsedAt FROM keys
           WHERE id > ? AND id <= ? AND kind <> 'session' AND ${isWorking("?")} ${sql}`,
        after,
        last,
        now,
        ...values,
      );
      found = [...found, ...rows].sort((a, b) => used(a) - used(b)).slice(0, limit);
    }
    return found;
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
    const selected = Object.entries(columns).map(([part, column]) =>
      by.some((one) => one === part) ? column : `NULL AS ${column}`,
    );
    const groups = by.map((part) => columns[part]).join(", ");
    const sums = new Map<string, UsageTotal>();
    const ranges =
      accountId === undefined
        ? slices(this.db, allAccounts)
        : [{ after: accountId - 1, last: accountId }];
    for await (const { after, last } of ranges) {
      const totals = await this.db.rows<UsageTotal>(
        `SELECT ${selected.join(", ")}, CAST(sum(count) AS bigint) AS count, CAST(sum(units) AS bigint) AS units FROM (
             SELECT (SELECT accountId FROM keys WHERE id = keyId) AS accountId,
               day, service, route, statusClass, count, units FROM usage
               WHERE keyId IN (SELECT id FROM keys WHERE accountId > ?1 AND accountId <= ?2) AND day BETWEEN ?3 AND ?4
             UNION ALL
             SELECT accountId, day, service, NULL, statusClass, count, units FROM monthlyUsage
               WHERE accountId > ?1 AND accountId <= ?2 AND day BETWEEN ?3 AND ?4
           ) AS told
           ${groups && `GROUP BY ${groups}`} HAVING count(*) > 0`,
        after,
        last,
        from,
        to,
      );
      for (const total of totals) {
        const { accountId, day, service, route, statusClass } = total;
        const group = JSON.stringify([accountId, day, service, route, statusClass]);
        const { count, units } = sums.get(group) ?? { count: 0, units: 0 };
        sums.set(group, { ...total, count: count + total.count, units: units + total.units });
      }
    }
    return [...sums.values()].sort(
      (a, b) =>
        (b.day ?? 0) - (a.day ?? 0) ||
        b.count - a.count ||
        Number((a.route ?? "") > (b.route ?? "")) - Number((a.route ?? "") < (b.route ?? "")),
    );
  }

  async asyncJobCounts() {
    const counts = new Map<AsyncJob["state"], number>();
    for await (const { after, last } of slices(this.db, allJobs)) {
      const slice = await this.db.rows<{ state: AsyncJob["state"]; count: number }>(
        "SELECT state, count(*) AS count FROM asyncJobs WHERE id > ? AND id <= ? GROUP BY state",
        after,
        last,
      );
      for (const { state, count } of slice) counts.set(state, (counts.get(state) ?? 0) + count);
    }
    return [...counts].map(([state, count]) => ({ state, count }));
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

  async saveActivity({ hour, holder, content }: { hour: number; holder: string; content: string }) {
    await this.db.run(
      `INSERT INTO activity VALUES (?, ?, ?)
         ON CONFLICT (hour, holder) DO UPDATE SET content = excluded.content`,
      hour,
      holder,
      content,
    );
  }

  async activity(hour: number) {
    return this.db.rows<{ content: string }>("SELECT content FROM activity WHERE hour = ?", hour);
  }

  async pruneActivity(before: number) {
    await this.db.run("DELETE FROM activity WHERE hour < ?", before);
  }

  async recordRuleChange() {
    await this.db.atomically(accountsLock, (tx) => recordChange(tx, { account: rulesChange }));
  }

  async refreshes() {
    return this.db.rows<DatasetRefresh>("SELECT * FROM datasetRefreshes");
  }
}

type Condition = readonly [sql: string, value: string | number | undefined];

/** Builds the end of a WHERE clause from the conditions with a value. */
function buildConditions(conditions: readonly Condition[]): { sql: string; values: Value[] } {
  const used = conditions.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  return {
    sql: used.map(({ sql }) => `AND (${sql})`).join(" "),
    values: used.map(({ value }) => value),
  };
}

/** Returns the condition for an account search, and whether an index serves it. */
function buildSearch(text = ""): { condition: Condition; isExact: boolean } | undefined {
  if (text === "") return undefined;
  const id = /^(?:account_)?(\d{1,15})$/.exec(text)?.[1];
  if (id !== undefined) return { condition: ["id = ?", Number(id)], isExact: true };
  const ofKeys = (condition: string) => `id IN (SELECT accountId FROM keys WHERE ${condition})`;
  if (text.startsWith("key_")) return { condition: [ofKeys("id = ?"), text], isExact: true };
  if (/^hubp?_/.test(text)) {
    const prefixes = Array.from(text, (_, index) => text.slice(0, index + 1));
    const condition = ofKeys("prefix IN (SELECT value FROM json_each(?))");
    return { condition: [condition, JSON.stringify(prefixes)], isExact: true };
  }
  const condition = "instr(lower(email) || ' ' || folded, ?) > 0";
  return { condition: [condition, text.toLowerCase()], isExact: false };
}
