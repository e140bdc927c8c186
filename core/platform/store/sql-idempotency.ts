import type { Database } from "./database.ts";
import type {
  AnswerAttempt,
  AnswerHead,
  BeginResult,
  IdempotencyRecords,
  KeyedRequest,
} from "./idempotency-records.ts";
import { type KeptBounds, removeBeyond } from "./remove-beyond.ts";

interface StoredAttempt {
  run: string;
  fingerprint: string;
  status: number | null;
  headers: string | null;
  bytes: number;
  expiresAt: number;
}

const answersTable = {
  table: "idempotency",
  id: "run",
  bytes: "bytes",
  order: "beganAt DESC, run",
  isOver: "status IS NOT NULL",
  end: "expiresAt",
};

/** The retention period of attempts that never ended because their hub was killed. */
const lostMs = 86_400_000;

/** Stores idempotent requests in an SQL database. */
export class SqlIdempotency implements IdempotencyRecords {
  constructor(private readonly db: Database) {}

  async begin(
    { account, key, fingerprint, owner }: KeyedRequest,
    run: AnswerAttempt,
  ): Promise<BeginResult> {
    return this.db.atomically(`idempotency/${account}/${key}`, async (tx): Promise<BeginResult> => {
      const [known] = await tx.rows<StoredAttempt>(
        "SELECT * FROM idempotency WHERE account = ? AND key = ?",
        account,
        key,
      );
      const isExpired = known !== undefined && known.expiresAt <= run.now;
      if (known && !(isExpired && known.status !== null)) {
        if (known.fingerprint !== fingerprint) return { outcome: "other" };
        if (known.status !== null) return toFinished(known, known.status);
        if (!isExpired) return { outcome: "running" };
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
    const [known] = await this.db.rows<StoredAttempt>(
      `SELECT * FROM idempotency
         WHERE account = ? AND key = ? AND fingerprint = ? AND expiresAt > ?`,
      account,
      key,
      fingerprint,
      now,
    );
    return known && known.status !== null ? toFinished(known, known.status) : undefined;
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
    const old = await this.db.rows<{ run: string }>(
      `DELETE FROM idempotency
         WHERE expiresAt <= ? AND (status IS NOT NULL OR expiresAt <= ?) RETURNING run`,
      now,
      now - lostMs,
    );
    const beyond = await removeBeyond(this.db, answersTable, bounds);
    return [...old.map(({ run }) => run), ...beyond];
  }
}

function toFinished({ run, headers, bytes }: StoredAttempt, status: number): BeginResult {
  const answer = { status, headers: JSON.parse(headers ?? "{}"), bytes };
  return { outcome: "finished", run, answer };
}
