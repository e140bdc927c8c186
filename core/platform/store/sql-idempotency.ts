import type { Database } from "./database.ts";
import type {
  AnswerHead,
  Begun,
  IdempotencyRecords,
  KeyedRequest,
  Run,
} from "./idempotency-records.ts";
import { type KeptBounds, removeBeyond } from "./remove-beyond.ts";

interface Row {
  run: string;
  fingerprint: string;
  status: number | null;
  headers: string | null;
  bytes: number;
  expiresAt: number;
}

const keptAnswers = {
  table: "idempotency",
  id: "run",
  bytes: "bytes",
  order: "beganAt DESC, run",
  isOver: "status IS NOT NULL",
};

/** How long a try is remembered that never ended: a killed hub's, which nobody has made again. */
const lostMs = 86_400_000;

/** Keeps them in a database that speaks SQL. */
export class SqlIdempotency implements IdempotencyRecords {
  constructor(private readonly db: Database) {}

  async begin({ account, key, fingerprint, owner }: KeyedRequest, run: Run): Promise<Begun> {
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
        `INSERT INTO idempotency
           (run, account, key, fingerprint, holder, beganAt, expiresAt, owner)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        run.run,
        account,
        key,
        fingerprint,
        run.holder,
        run.now,
        run.leaseUntil,
        owner ?? null,
      );
      return { outcome: "begun" };
    });
  }

  async find({ account, key, fingerprint }: KeyedRequest, now: number) {
    const [known] = await this.db.rows<Row>(
      `SELECT * FROM idempotency
         WHERE account = ? AND key = ? AND fingerprint = ? AND expiresAt > ?`,
      account,
      key,
      fingerprint,
      now,
    );
    return known && known.status !== null ? finishedOf(known, known.status) : undefined;
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

  async sweep(now: number, bounds: KeptBounds) {
    return this.db.atomically("idempotency", async (tx) => {
      const old = await tx.rows<{ run: string }>(
        `DELETE FROM idempotency
           WHERE expiresAt <= CAST(? AS bigint) - CASE WHEN status IS NULL THEN ? ELSE 0 END RETURNING run`,
        now,
        lostMs,
      );
      const beyond = await removeBeyond(tx, keptAnswers, bounds);
      return [...old.map(({ run }) => run), ...beyond];
    });
  }
}

function finishedOf({ run, headers, bytes }: Row, status: number): Begun {
  const answer = { status, headers: JSON.parse(headers ?? "{}"), bytes };
  return { outcome: "finished", run, answer };
}
