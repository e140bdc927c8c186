import type {
  AsyncJob,
  AsyncJobBounds,
  AsyncJobEnd,
  AsyncJobLease,
  AsyncJobOwner,
  AsyncJobRecords,
  NewAsyncJob,
} from "./async-job-records.ts";
import type { Database, Statements, Value } from "./database.ts";
import { type KeptBounds, removeBeyond } from "./remove-beyond.ts";
import { slices } from "./slices.ts";

const jobsTable = {
  table: "asyncJobs",
  id: "id",
  bytes: "requestBytes + resultBytes",
  order: "id DESC",
  isOver: "endedAt IS NOT NULL",
  end: "endedAt",
};

/** The lock for adding, claiming and removing jobs. */
const jobsLock = "asyncJobs";

/** The maximum queue position that is counted. */
const aheadMax = 1000;
/** The cache time of the total size of all jobs. */
const totalMs = 10_000;

/** The changes to an unfinished job when it is cancelled. */
const cancelled = {
  version: "version + 1",
  state: "'cancelled'",
  webhook: "CASE WHEN webhookUrl IS NOT NULL THEN 'pending' ELSE webhook END",
  leaseUntil: "0",
  holder: "NULL",
};

/** Stores asynchronous jobs in an SQL database. */
export class SqlAsyncJobs implements AsyncJobRecords {
  constructor(private readonly db: Database) {}

  /** The cached total size of all jobs, and when it expires. */
  #total = { bytes: 0, until: 0 };

  async add(job: NewAsyncJob, { unfinishedMax, totalBytesMax }: AsyncJobBounds) {
    await this.#refreshTotal();
    return this.db.atomically(jobsLock, async (tx) => {
      const [own] = await tx.rows<{ count: number }>(
        `SELECT count(*) AS count FROM asyncJobs
           WHERE state IN ('queued', 'running') AND account = ?`,
        job.account,
      );
      if ((own?.count ?? 0) >= unfinishedMax) return "crowded";
      if (this.#total.bytes + job.requestBytes > totalBytesMax) return "full";
      this.#total.bytes += job.requestBytes;
      await tx.run(
        `INSERT INTO asyncJobs
           (id, account, keyId, service, route, call, requestBytes, webhookUrl, createdAt, notBefore)
           VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9)`,
        job.id,
        job.account,
        job.keyId,
        job.service,
        job.route,
        job.call,
        job.requestBytes,
        job.webhookUrl,
        job.createdAt,
      );
      return "added";
    });
  }

  async find(id: string) {
    return (await this.db.rows<AsyncJob>("SELECT * FROM asyncJobs WHERE id = ?", id))[0];
  }

  async list(
    { account, routes }: AsyncJobOwner,
    { before, limit }: { before?: string | undefined; limit: number },
  ) {
    // Ids start with their creation time.
    return this.db.rows<AsyncJob>(
      `SELECT * FROM asyncJobs WHERE account = ?1 AND id < ?2
         ${routes ? "AND route IN (SELECT value FROM json_each(?4))" : ""}
         ORDER BY id DESC LIMIT ?3`,
      account,
      before ?? "~",
      limit,
      ...(routes ? [JSON.stringify(routes)] : []),
    );
  }

  async ahead({ id }: Pick<AsyncJob, "id">) {
    const [ahead] = await this.db.rows<{ count: number }>(
      `SELECT count(*) AS count FROM
         (SELECT 1 FROM asyncJobs WHERE state = 'queued' AND id < ? LIMIT ${aheadMax}) AS ahead`,
      id,
    );
    const count = ahead?.count ?? 0;
    return count < aheadMax ? count : undefined;
  }

  async isDue(now: number) {
    const due = await this.db.rows(
      `SELECT 1 FROM asyncJobs WHERE state = 'queued' AND notBefore <= ?1
         UNION ALL SELECT 1 FROM asyncJobs WHERE state = 'running' AND leaseUntil <= ?1
         UNION ALL SELECT 1 FROM asyncJobs WHERE webhook = 'pending' AND leaseUntil <= ?1 LIMIT 1`,
      now,
    );
    return due.length > 0;
  }

  async claim(
    { holder, now, leaseUntil }: AsyncJobLease,
    { attemptsMax }: { attemptsMax: number },
  ) {
    return this.db.atomically(jobsLock, async (tx) => {
      const id = await findDueJob(tx, now, attemptsMax);
      if (id === undefined) return undefined;
      const [job] = await tx.rows<AsyncJob>(
        `UPDATE asyncJobs SET state = 'running', version = version + 1, attempts = attempts + 1,
           startedAt = coalesce(startedAt, ?2), partsDone = NULL, partsTotal = NULL, holder = ?1,
           leaseUntil = ?3 WHERE id = ?4 RETURNING *`,
        holder,
        now,
        leaseUntil,
        id,
      );
      return job;
    });
  }

  async claimLost(
    { holder, now, leaseUntil }: AsyncJobLease,
    { attemptsMax }: { attemptsMax: number },
  ) {
    return this.#claim(
      `UPDATE asyncJobs SET holder = ?1, leaseUntil = ?3 WHERE id = (SELECT id FROM asyncJobs
         WHERE state = 'running' AND leaseUntil <= ?2 AND attempts >= ?4 LIMIT 1) RETURNING *`,
      holder,
      now,
      leaseUntil,
      attemptsMax,
    );
  }

  async claimWebhook({ holder, now, leaseUntil }: AsyncJobLease) {
    return this.#claim(
      `UPDATE asyncJobs SET holder = ?1, leaseUntil = ?3 WHERE id = (SELECT id FROM asyncJobs
         WHERE webhook = 'pending' AND leaseUntil <= ?2 LIMIT 1) RETURNING *`,
      holder,
      now,
      leaseUntil,
    );
  }

  async renew({ holder, leaseUntil }: AsyncJobLease) {
    const rows = await this.db.rows<{ id: string }>(
      `UPDATE asyncJobs SET leaseUntil = ? WHERE holder = ?
         AND (state = 'running' OR webhook = 'pending') RETURNING id`,
      leaseUntil,
      holder,
    );
    return rows.map(({ id }) => id);
  }

  async progress(id: string, holder: string, { done, total }: { done: number; total: number }) {
    await this.db.run(
      `UPDATE asyncJobs SET partsDone = ?, partsTotal = ?, version = version + 1
         WHERE id = ? AND holder = ? AND state = 'running'`,
      done,
      total,
      id,
      holder,
    );
  }

  async requeue(id: string, holder: string, notBefore: number) {
    await this.db.run(
      `UPDATE asyncJobs SET state = 'queued', version = version + 1, attempts = attempts - 1,
         startedAt = NULL, partsDone = NULL, partsTotal = NULL, holder = NULL, leaseUntil = 0,
         notBefore = ?
         WHERE id = ? AND holder = ? AND state = 'running'`,
      notBefore,
      id,
      holder,
    );
  }

  async end(
    id: string,
    holder: string,
    { state, status, headers, resultBytes, now }: AsyncJobEnd,
  ): Promise<boolean> {
    const changes = await this.db.run(
      `UPDATE asyncJobs SET state = ?, version = version + 1, status = ?, headers = ?,
         resultBytes = ?, hasResult = 1, requestBytes = 0, call = NULL, endedAt = ?,
         webhook = CASE WHEN webhookUrl IS NOT NULL THEN 'pending' END,
         holder = CASE WHEN webhookUrl IS NOT NULL THEN holder END
         WHERE id = ? AND holder = ? AND state = 'running'`,
      state,
      status,
      JSON.stringify(headers),
      resultBytes,
      now,
      id,
      holder,
    );
    return changes > 0;
  }

  async endWebhook(id: string, outcome: "delivered" | "failed") {
    await this.db.run("UPDATE asyncJobs SET webhook = ?, holder = NULL WHERE id = ?", outcome, id);
  }

  async cancel(id: string, now: number) {
    await this.db.run(
      `UPDATE asyncJobs SET ${Object.entries(cancelled).map(([column, value]) => `${column} = CASE WHEN endedAt IS NULL THEN ${value} ELSE ${column} END`)},
         endedAt = coalesce(endedAt, ?), call = NULL, requestBytes = 0, resultBytes = 0, hasResult = 0
         WHERE id = ?`,
      now,
      id,
    );
  }

  async listBusyKeys() {
    // Steps from key to key in the index, because each may have many jobs.
    const next = "SELECT min(keyId) FROM asyncJobs WHERE endedAt IS NULL AND keyId >";
    const rows = await this.db.rows<{ keyId: string }>(
      `WITH RECURSIVE busy (keyId) AS (${next} '' UNION ALL
           SELECT (${next} busy.keyId) FROM busy WHERE busy.keyId IS NOT NULL)
         SELECT keyId FROM busy WHERE keyId IS NOT NULL`,
    );
    return rows.map(({ keyId }) => keyId);
  }

  async cancelOfKey(keyId: string, now: number) {
    return this.db.atomically(jobsLock, async (tx) => {
      const jobs = await tx.rows<AsyncJob>(
        "SELECT * FROM asyncJobs WHERE endedAt IS NULL AND keyId = ?",
        keyId,
      );
      const ended = await tx.rows<{ id: string }>(
        `UPDATE asyncJobs SET version = version + 1, state = 'cancelled', endedAt = ?, call = NULL,
           requestBytes = 0, holder = NULL, leaseUntil = 0,
           webhook = CASE WHEN webhookUrl IS NOT NULL THEN 'failed' END
           WHERE endedAt IS NULL AND keyId = ? RETURNING id`,
        now,
        keyId,
      );
      // A job may have finished in between.
      return jobs.filter((job) => ended.some(({ id }) => id === job.id));
    });
  }

  async sweep(before: number, bounds: KeptBounds) {
    const old = await this.db.rows<{ id: string }>(
      "DELETE FROM asyncJobs WHERE endedAt <= ? RETURNING id",
      before,
    );
    const beyond = await removeBeyond(this.db, jobsTable, bounds);
    return [...old.map(({ id }) => id), ...beyond];
  }

  async #refreshTotal(): Promise<void> {
    if (performance.now() < this.#total.until) return;
    // Other requests use the total before, while this one adds up the new one.
    this.#total.until = performance.now() + totalMs;
    let bytes = 0;
    for await (const { after, last } of slices(this.db, {
      ...jobsTable,
      column: "id",
      after: "",
    })) {
      const [slice] = await this.db.rows<{ bytes: number | null }>(
        `SELECT CAST(sum(requestBytes + resultBytes) AS bigint) AS bytes FROM asyncJobs
           WHERE id > ? AND id <= ?`,
        after,
        last,
      );
      bytes += slice?.bytes ?? 0;
    }
    this.#total.bytes = bytes;
  }

  /** Claims a job under the lock, so that only one hub gets it. */
  #claim(sql: string, ...values: Value[]): Promise<AsyncJob | undefined> {
    return this.db.atomically(jobsLock, async (tx) => (await tx.rows<AsyncJob>(sql, ...values))[0]);
  }
}

/** Returns the next job: one with an expired lease, or the oldest of the account with the fewest running jobs. */
async function findDueJob(
  on: Statements,
  now: number,
  attemptsMax: number,
): Promise<string | undefined> {
  // Jobs with expired leases first: they have already waited once.
  const [lost] = await on.rows<{ id: string }>(
    "SELECT id FROM asyncJobs WHERE state = 'running' AND leaseUntil <= ? AND attempts < ? LIMIT 1",
    now,
    attemptsMax,
  );
  if (lost) return lost.id;
  const [idle] = await on.rows<{ id: string }>(
    `SELECT id FROM asyncJobs AS due WHERE state = 'queued' AND +notBefore <= ?
       AND NOT EXISTS (SELECT 1 FROM asyncJobs AS own
         WHERE own.state = 'running' AND own.account = due.account) ORDER BY id LIMIT 1`,
    now,
  );
  if (idle) return idle.id;
  const busy = await on.rows<{ count: number; next: string | null }>(
    `SELECT count(*) AS count, (SELECT min(id) FROM asyncJobs AS own WHERE own.state = 'queued'
         AND own.account = busy.account AND own.notBefore <= ?) AS next
       FROM asyncJobs AS busy WHERE state = 'running' GROUP BY account`,
    now,
  );
  return busy
    .flatMap(({ count, next }) => (next === null ? [] : [{ count, next }]))
    .sort((a, b) => a.count - b.count || (a.next < b.next ? -1 : 1))[0]?.next;
}
