import type { Statements } from "./database.ts";
import type { CronRun, Lease } from "./records.ts";
import { SqlKv } from "./sql-kv.ts";

/** Stores leases, scheduled runs and plugin migrations. */
export class SqlTasks extends SqlKv {
  async acquireLease(name: string, lease: Lease) {
    return acquireLease(this.db, name, lease);
  }

  async returnLease(name: string, holder: string) {
    await this.db.run("DELETE FROM leases WHERE name = ? AND holder = ?", name, holder);
  }

  async beginCronRun(
    { plugin, name, dueAt }: Pick<CronRun, "plugin" | "name" | "dueAt">,
    lease: Lease,
  ) {
    return this.db.atomically(getLeaseName(plugin, name), async (tx) => {
      const [last] = await tx.rows<Pick<CronRun, "dueAt">>(
        "SELECT dueAt FROM cronRuns WHERE plugin = ? AND name = ?",
        plugin,
        name,
      );
      // A scheduled time in the future was written by a clock that has since been set back.
      if (last && last.dueAt >= dueAt && last.dueAt <= lease.now + clockErrorMs) return "taken";
      if (!(await acquireLease(tx, getLeaseName(plugin, name), lease))) return "running";
      await tx.run(
        `INSERT INTO cronRuns (plugin, name, dueAt, startedAt) VALUES (?1, ?2, ?3, ?4)
           ON CONFLICT (plugin, name) DO UPDATE SET dueAt = ?3, startedAt = ?4, endedAt = NULL`,
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
    const lease = getLeaseName(plugin, name);
    await this.db.atomically(lease, async (tx) => {
      const changes = await tx.run(
        "DELETE FROM leases WHERE name = ? AND holder = ?",
        lease,
        holder,
      );
      // The lease has expired. Another hub may have started a run since, which must not be ended.
      if (changes === 0) return;
      await tx.run(
        "UPDATE cronRuns SET endedAt = ?3 WHERE plugin = ?1 AND name = ?2",
        plugin,
        name,
        now,
      );
      if (failure !== undefined)
        await tx.run(
          "UPDATE cronRuns SET failedAt = ?3, failure = ?4 WHERE plugin = ?1 AND name = ?2",
          plugin,
          name,
          now,
          failure,
        );
    });
  }

  async cronRuns() {
    return this.db.rows<CronRun>("SELECT * FROM cronRuns");
  }

  async pluginMigrations(plugin: string) {
    const rows = await this.db.rows<{ name: string }>(
      "SELECT name FROM pluginMigrations WHERE plugin = ? ORDER BY name",
      plugin,
    );
    return rows.map(({ name }) => name);
  }

  async addPluginMigration(plugin: string, name: string, now: number) {
    await this.db.run(
      "INSERT INTO pluginMigrations VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      plugin,
      name,
      now,
    );
  }
}

/** The maximum clock difference between two hubs. */
const clockErrorMs = 300_000;

async function acquireLease(
  on: Statements,
  name: string,
  { holder, now, expiresAt }: Lease,
): Promise<boolean> {
  const changes = await on.run(
    `INSERT INTO leases VALUES (?1, ?2, ?3)
       ON CONFLICT (name) DO UPDATE SET holder = ?2, expiresAt = ?3
       WHERE leases.holder = ?2 OR leases.expiresAt <= ?4`,
    name,
    holder,
    expiresAt,
    now,
  );
  return changes > 0;
}

function getLeaseName(plugin: string, name: string): string {
  return `cron/${plugin}/${name}`;
}
