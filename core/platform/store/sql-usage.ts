import type { MonthlyUsage, UnitsReader, Usage, UsageBatch } from "./records.ts";
import { allKeys, slices } from "./slices.ts";
import { SqlTasks } from "./sql-tasks.ts";
import { accountsLock } from "./statements.ts";

const dayMs = 86_400_000;

/** The retention period of usage batch ids. */
const batchRetentionMs = dayMs;

/** Stores the usage of keys: by day, and by month after some time. */
export class SqlUsage extends SqlTasks {
  async addUsage({ id: batch, usage, lastUsed }: UsageBatch) {
    const now = Date.now();
    await this.db.atomically(accountsLock, async (tx) => {
      const isNew = await tx.run(
        "INSERT INTO usageBatches VALUES (?, ?) ON CONFLICT DO NOTHING",
        batch,
        now,
      );
      if (isNew === 0) return;
      for (const { day, keyId, service, route, statusClass, count, units } of usage)
        await tx.run(
          `INSERT INTO usage (day, keyId, service, route, statusClass, count, units)
             VALUES (?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT (keyId, day, service, route, statusClass) DO UPDATE
             SET count = usage.count + excluded.count, units = usage.units + excluded.units`,
          day,
          keyId,
          service,
          route,
          statusClass,
          count,
          units,
        );
      for (const [id, at] of lastUsed)
        await tx.run("UPDATE keys SET lastUsedAt = ? WHERE id = ?", at, id);
      await tx.run("DELETE FROM usageBatches WHERE addedAt < ?", now - batchRetentionMs);
    });
  }

  async usage(keyIds: readonly string[], { from, to }: { from: number; to: number }) {
    return this.db.rows<Usage>(
      `SELECT * FROM usage WHERE day BETWEEN ? AND ? AND keyId IN (SELECT value FROM json_each(?))`,
      from,
      to,
      JSON.stringify(keyIds),
    );
  }

  async rollUpUsage(before: number, limit: number) {
    const oldest = `FROM usage WHERE day < ?
      ORDER BY day, keyId, service, route, statusClass LIMIT ?`;
    return this.db.atomically(accountsLock, async (tx) => {
      const rows = await tx.rows<MonthlyUsage & { accountId: number | null }>(
        `SELECT accountId, day, service, statusClass, count, units
           FROM (SELECT * ${oldest}) AS oldest LEFT JOIN keys ON keys.id = keyId`,
        before,
        limit,
      );
      for (const { accountId, day, service, statusClass, count, units } of sumByMonth(rows))
        await tx.run(
          `INSERT INTO monthlyUsage VALUES (?, ?, ?, ?, ?, ?)
             ON CONFLICT (accountId, day, service, statusClass) DO UPDATE
             SET count = monthlyUsage.count + excluded.count,
               units = monthlyUsage.units + excluded.units`,
          accountId,
          day,
          service,
          statusClass,
          count,
          units,
        );
      return tx.run(
        `DELETE FROM usage WHERE (keyId, day, service, route, statusClass) IN
           (SELECT keyId, day, service, route, statusClass ${oldest})`,
        before,
        limit,
      );
    });
  }

  async monthlyUsage(accountId: number, { from, to }: { from: number; to: number }) {
    return this.db.rows<MonthlyUsage>(
      `SELECT day, service, statusClass, count, units FROM monthlyUsage
         WHERE accountId = ? AND day BETWEEN ? AND ?`,
      accountId,
      from,
      to,
    );
  }

  async unitsOfDay(day: number, onUnits: UnitsReader) {
    const sums = new Map<number, number>();
    const accounts = new Map<number, number>();
    const add = (counter: number, units: number) =>
      sums.set(counter, (sums.get(counter) ?? 0) + units);
    for await (const { after, last } of slices(this.db, allKeys)) {
      const rows = await this.db.rows<{ own: number | null; account: number; units: number }>(
        `SELECT keys.counterId AS own, coalesce(accounts.counterId, accounts.id) AS account, units
           FROM usage JOIN keys ON keys.id = keyId JOIN accounts ON accounts.id = accountId
           WHERE day = ? AND keyId > ? AND keyId <= ?`,
        day,
        after,
        last,
      );
      for (const { own, account, units } of rows) {
        add(account, units);
        if (own === null) continue;
        add(own, units);
        accounts.set(own, account);
      }
    }
    for (const [counter, units] of sums) onUnits(counter, units, accounts.get(counter));
  }
}

/** Sums usage by account, month, service and status. Skips keys that no longer exist. */
function sumByMonth<Row extends MonthlyUsage & { accountId: number | null }>(
  rows: readonly Row[],
): Iterable<Row> {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    if (row.accountId === null) continue;
    const date = new Date(row.day * dayMs);
    const day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / dayMs;
    const group = JSON.stringify([row.accountId, day, row.service, row.statusClass]);
    const { count, units } = sums.get(group) ?? { count: 0, units: 0 };
    sums.set(group, { ...row, day, count: count + row.count, units: units + row.units });
  }
  return sums.values();
}
