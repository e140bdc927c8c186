import type { Database, Statements } from "./database.ts";
import type {
  AnswerHead,
  Begun,
  IdempotencyRecords,
  KeptBounds,
  KeyedRequest,
  Run,
} from "./idempotency-records.ts";

interface Row {
  run: string;
  fingerprint: string;
  status: number | null;
  headers: string | null;
  bytes: number;
  expiresAt: number;
}

/** How long a try is remembered that never ended: a killed hub's, which nobody has made again. */
const lostMs = 86_400_000;

/** Keeps them in a database that speaks SQL. */
export class SqlIdempotency implements IdempotencyRecords {
  constructor(private readonly db: Database) {}

  async begin({ account, key, fingerprint }: KeyedRequest, run: Run): Promise<Begun> {
    return this.db.atomically(`idempotency/${account}/${key}`, async (tx): Promise<Begun> => {
      const [known] = await tx.rows<Row>(
        "SELECT * FROM idempotency WHERE account = ? AND key = ?",
        account,
        key,
      );
      const isOver = known !== undefined && known.expiresAt <= run.now;
      if (known && !(isOver && known.status !== null)) {
        if (known.fingerprint !== fingerprint) return { outcome: "other" };
        if (known.status !== null) return finishedOf(known, known.status);
        if (!isOver) return { outcome: "running" };
      }
      if (known) await tx.run("DELETE FROM idempotency WHERE run = ?", known.run);
      await tx.run(
        `INSERT INTO idempotency (run, account, key, fingerprint, holder, beganAt, expiresAt)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
        run.run,
        account,
        key,
        fingerprint,
        run.holder,
        run.now,
        run.leaseUntil,
      );
      return { outcome: "begun" };
    });
  }

  async finish(
    run: string,
    { status, headers, bytes }: AnswerHead,
    { expiresAt }: { expiresAt: number },
  ) {
    const changes = await this.db.run(
      "UPDATE idempotency SET status = ?, headers = ?, bytes = ?, expiresAt = ? WHERE run = ?",
      status,
      JSON.stringify(headers),
      bytes,
      expiresAt,
      run,
    );
    return changes > 0;
  }

  async forget(run: string) {
    await this.db.run("DELETE FROM idempotency WHERE run = ?", run);
  }

  async renew(holder: string, leaseUntil: number) {
    await this.db.run(
      "UPDATE idempotency SET expiresAt = ? WHERE holder = ? AND status IS NULL",
      leaseUntil,
      holder,
    );
  }

  async sweep(now: number, { countMax, bytesMax, totalBytesMax }: KeptBounds) {
    return this.db.atomically("idempotency", async (tx) => {
      const old = await tx.rows<{ run: string }>(
        `DELETE FROM idempotency
           WHERE expiresAt <= CAST(? AS bigint) - CASE WHEN status IS NULL THEN ? ELSE 0 END RETURNING run`,
        now,
        lostMs,
      );
      if (!(await isBeyond(tx, { countMax, bytesMax, totalBytesMax })))
        return old.map(({ run }) => run);
      // Counted from the newest on: whatever is beyond a bound is older than all that is within.
      const beyond = await tx.rows<{ run: string }>(
        `DELETE FROM idempotency WHERE run IN (SELECT run FROM (
           SELECT run, status,
             row_number() OVER own AS place,
             sum(bytes) OVER own AS ownBytes,
             sum(bytes) OVER (ORDER BY beganAt DESC, run) AS allBytes
           FROM idempotency WINDOW own AS (PARTITION BY account ORDER BY beganAt DESC, run)) AS placed
         WHERE status IS NOT NULL AND (place > ? OR ownBytes > ? OR allBytes > ?)) RETURNING run`,
        countMax,
        bytesMax,
        totalBytesMax,
      );
      return [...old, ...beyond].map(({ run }) => run);
    });
  }
}

/** Whether there is more than there may be: to look for what that is takes longer. */
async function isBeyond(
  on: Statements,
  { countMax, bytesMax, totalBytesMax }: KeptBounds,
): Promise<boolean> {
  const accounts = await on.rows<{ count: number; bytes: number }>(
    `SELECT count(*) AS count, CAST(sum(bytes) AS bigint) AS bytes FROM idempotency GROUP BY account`,
  );
  const total = accounts.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    total > totalBytesMax ||
    accounts.some(({ count, bytes }) => count > countMax || bytes > bytesMax)
  );
}

function finishedOf({ run, headers, bytes }: Row, status: number): Begun {
  const answer = { status, headers: JSON.parse(headers ?? "{}"), bytes };
  return { outcome: "finished", run, answer };
}
