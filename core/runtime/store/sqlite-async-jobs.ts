import type {
  AsyncJob,
  AsyncJobBounds,
  AsyncJobEnd,
  AsyncJobLease,
  AsyncJobOwner,
  AsyncJobRecords,
  NewAsyncJob,
} from "./async-job-records.ts";
import { Statements } from "./statements.ts";

/** What is beyond one of these is too much. */
type Beyond = Parameters<AsyncJobRecords["sweep"]>[1];

/** Most jobs that are counted before another. */
const aheadMax = 1000;
/** For how long it is not added up again how many bytes there are. */
const totalMs = 10_000;

/** Keeps them in SQLite. */
export class SqliteAsyncJobs extends Statements implements AsyncJobRecords {
  /** How many bytes all of them had when that was last added up, and when that was. */
  #total = { bytes: 0, until: 0 };

  async add(job: NewAsyncJob, { unfinishedMax, totalBytesMax }: AsyncJobBounds) {
    return this.atomically(() => {
      const [own] = this.rows<{ count: number }>(
        `SELECT count(*) AS count FROM asyncJobs
           WHERE state IN ('queued', 'running') AND account = ?`,
        job.account,
      );
      if ((own?.count ?? 0) >= unfinishedMax) return "crowded";
      if (this.#totalBytes() + job.requestBytes > totalBytesMax) return "full";
      this.#total.bytes += job.requestBytes;
      this.run(
        `INSERT INTO asyncJobs
           (id, account, service, route, call, requestBytes, webhookUrl, createdAt, notBefore)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?8, ?8)`,
        job.id,
        job.account,
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
    return this.#find(id);
  }

  async list(
    { account, services }: AsyncJobOwner,
    { before, limit }: { before?: string | undefined; limit: number },
  ) {
    // Ids begin with their time.
    return this.rows<AsyncJob>(
      `SELECT * FROM asyncJobs WHERE account = ?1 AND id < ?2
         AND (?3 IS NULL OR service IN (SELECT value FROM json_each(?3)))
         ORDER BY id DESC LIMIT ?4`,
      account,
      before ?? "~",
      services ? JSON.stringify(services) : null,
      limit,
    );
  }

  async ahead({ id }: Pick<AsyncJob, "id">) {
    const [ahead] = this.rows<{ count: number }>(
      `SELECT count(*) AS count FROM
         (SELECT 1 FROM asyncJobs WHERE state = 'queued' AND id < ? LIMIT ${aheadMax})`,
      id,
    );
    const count = ahead?.count ?? 0;
    return count < aheadMax ? count : undefined;
  }

  async isDue(now: number) {
    const due = this.rows(
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
    // The lost ones first: they have waited once.
    const due = [
      `SELECT id FROM asyncJobs WHERE state = 'running' AND leaseUntil <= ?2 AND attempts < ?4 LIMIT 1`,
      `SELECT min(id) FROM asyncJobs AS due WHERE state = 'queued' AND notBefore <= ?2 GROUP BY account
         ORDER BY (SELECT count(*) FROM asyncJobs AS own
           WHERE own.state = 'running' AND own.account = due.account), min(id) LIMIT 1`,
    ];
    return this.#claim(
      `UPDATE asyncJobs SET state = 'running', version = version + 1, attempts = attempts + 1,
         startedAt = coalesce(startedAt, ?2), holder = ?1, leaseUntil = ?3
         WHERE id = coalesce(${due.map((sql) => `(${sql})`).join(", ")}) RETURNING *`,
      holder,
      now,
      leaseUntil,
      attemptsMax,
    );
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
    return this.rows<{ id: string }>(
      `UPDATE asyncJobs SET leaseUntil = ? WHERE holder = ?
         AND (state = 'running' OR webhook = 'pending') RETURNING id`,
      leaseUntil,
      holder,
    ).map(({ id }) => id);
  }

  async putBack(id: string, holder: string, notBefore: number) {
    this.run(
      `UPDATE asyncJobs SET state = 'queued', version = version + 1, attempts = attempts - 1,
         startedAt = NULL, holder = NULL, leaseUntil = 0, notBefore = ?
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
    const { changes } = this.run(
      `UPDATE asyncJobs SET state = ?, version = version + 1, status = ?, headers = ?,
         resultBytes = ?, hasResult = 1, requestBytes = 0, call = NULL, endedAt = ?,
         webhook = iif(webhookUrl IS NULL, NULL, 'pending'),
         holder = iif(webhookUrl IS NULL, NULL, holder)
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
    this.run("UPDATE asyncJobs SET webhook = ?, holder = NULL WHERE id = ?", outcome, id);
  }

  async cancel(id: string, now: number) {
    this.run(
      `UPDATE asyncJobs SET version = version + (endedAt IS NULL),
         state = iif(endedAt IS NULL, 'cancelled', state),
         webhook = iif(endedAt IS NULL AND webhookUrl IS NOT NULL, 'pending', webhook),
         leaseUntil = iif(endedAt IS NULL, 0, leaseUntil), holder = iif(endedAt IS NULL, NULL, holder),
         endedAt = coalesce(endedAt, ?), call = NULL, requestBytes = 0, resultBytes = 0, hasResult = 0
         WHERE id = ?`,
      now,
      id,
    );
  }

  async sweep(before: number, { countMax, bytesMax, totalBytesMax }: Beyond) {
    return this.atomically(() => {
      const old = this.rows<{ id: string }>(
        "DELETE FROM asyncJobs WHERE endedAt <= ? RETURNING id",
        before,
      );
      if (!this.#isBeyond({ countMax, bytesMax, totalBytesMax })) return old.map(({ id }) => id);
      // Counted from the newest on: whatever is beyond a bound is older than all that is within.
      const beyond = this.rows<{ id: string }>(
        `DELETE FROM asyncJobs WHERE id IN (SELECT id FROM (
           SELECT id, endedAt,
             row_number() OVER own AS place,
             sum(requestBytes + resultBytes) OVER own AS ownBytes,
             sum(requestBytes + resultBytes) OVER (ORDER BY id DESC) AS allBytes
           FROM asyncJobs WINDOW own AS (PARTITION BY account ORDER BY id DESC))
         WHERE endedAt IS NOT NULL AND (place > ? OR ownBytes > ? OR allBytes > ?)) RETURNING id`,
        countMax,
        bytesMax,
        totalBytesMax,
      );
      return [...old, ...beyond].map(({ id }) => id);
    });
  }

  #totalBytes(): number {
    if (performance.now() < this.#total.until) return this.#total.bytes;
    const [all] = this.rows<{ bytes: number | null }>(
      "SELECT sum(requestBytes + resultBytes) AS bytes FROM asyncJobs",
    );
    this.#total = { bytes: all?.bytes ?? 0, until: performance.now() + totalMs };
    return this.#total.bytes;
  }

  /** Whether there is more than there may be: to look for what that is takes longer. */
  #isBeyond({ countMax, bytesMax, totalBytesMax }: Beyond): boolean {
    const accounts = this.rows<{ count: number; bytes: number }>(
      `SELECT count(*) AS count, sum(requestBytes + resultBytes) AS bytes FROM asyncJobs GROUP BY account`,
    );
    const total = accounts.reduce((sum, { bytes }) => sum + bytes, 0);
    return (
      total > totalBytesMax ||
      accounts.some(({ count, bytes }) => count > countMax || bytes > bytesMax)
    );
  }

  #find(id: string): AsyncJob | undefined {
    return this.rows<AsyncJob>("SELECT * FROM asyncJobs WHERE id = ?", id)[0];
  }

  #claim(sql: string, ...values: (string | number)[]): AsyncJob | undefined {
    return this.atomically(() => this.rows<AsyncJob>(sql, ...values)[0]);
  }
}
