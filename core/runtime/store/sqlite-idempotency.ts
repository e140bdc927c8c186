import type {
  AnswerHead,
  Begun,
  IdempotencyRecords,
  KeptBounds,
  KeyedRequest,
  Run,
} from "./idempotency-records.ts";
import { Statements } from "./statements.ts";

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

/** Keeps them in SQLite. */
export class SqliteIdempotency extends Statements implements IdempotencyRecords {
  async begin({ account, key, fingerprint }: KeyedRequest, run: Run): Promise<Begun> {
    return this.atomically((): Begun => {
      const [known] = this.rows<Row>(
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
      if (known) this.run("DELETE FROM idempotency WHERE run = ?", known.run);
      this.run(
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
    const { changes } = this.run(
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
    this.run("DELETE FROM idempotency WHERE run = ?", run);
  }

  async renew(holder: string, leaseUntil: number) {
    this.run(
      "UPDATE idempotency SET expiresAt = ? WHERE holder = ? AND status IS NULL",
      leaseUntil,
      holder,
    );
  }

  async sweep(now: number, { countMax, bytesMax, totalBytesMax }: KeptBounds) {
    return this.atomically(() => {
      const old = this.rows<{ run: string }>(
        "DELETE FROM idempotency WHERE expiresAt <= ? - iif(status IS NULL, ?, 0) RETURNING run",
        now,
        lostMs,
      );
      if (!this.#isBeyond({ countMax, bytesMax, totalBytesMax })) return old.map(({ run }) => run);
      // Counted from the newest on: whatever is beyond a bound is older than all that is within.
      const beyond = this.rows<{ run: string }>(
        `DELETE FROM idempotency WHERE run IN (SELECT run FROM (
           SELECT run, status,
             row_number() OVER own AS place,
             sum(bytes) OVER own AS ownBytes,
             sum(bytes) OVER (ORDER BY beganAt DESC, run) AS allBytes
           FROM idempotency WINDOW own AS (PARTITION BY account ORDER BY beganAt DESC, run))
         WHERE status IS NOT NULL AND (place > ? OR ownBytes > ? OR allBytes > ?)) RETURNING run`,
        countMax,
        bytesMax,
        totalBytesMax,
      );
      return [...old, ...beyond].map(({ run }) => run);
    });
  }

  /** Whether there is more than there may be: to look for what that is takes longer. */
  #isBeyond({ countMax, bytesMax, totalBytesMax }: KeptBounds): boolean {
    const accounts = this.rows<{ count: number; bytes: number }>(
      "SELECT count(*) AS count, sum(bytes) AS bytes FROM idempotency GROUP BY account",
    );
    const total = accounts.reduce((sum, { bytes }) => sum + bytes, 0);
    return (
      total > totalBytesMax ||
      accounts.some(({ count, bytes }) => count > countMax || bytes > bytesMax)
    );
  }
}

function finishedOf({ run, headers, bytes }: Row, status: number): Begun {
  const answer = { status, headers: JSON.parse(headers ?? "{}"), bytes };
  return { outcome: "finished", run, answer };
}
