import { within } from "../../lib/within.ts";
import {
  describeFailureClass,
  type FailureClass,
  postgresFailures,
} from "../health/failure-classes.ts";
import type { Health } from "../health/health.ts";
import type { Database, Statements, Value } from "./database.ts";
import {
  describeFailure,
  describePostgresError,
  findPostgresFailure,
  isTimeOut,
} from "./postgres-errors.ts";

/** The maximum number of connections, in addition to the one for health checks. */
const connectionsMax = 8;
/** Options of a database. */
export interface PostgresOptions {
  /** The time limit for a statement or short transaction that a request waits for, in ms. Default: 3,000. */
  callMs?: number;
}

/** The time limit for background work, in ms. */
export const slowMs = 60_000;
/** The grace period after the server's own timeout before a connection counts as dead. */
const graceMs = 500;
const connectSeconds = 3;
/** The time for statements on other connections of a pool to finish after one hangs. */
const closeSeconds = 5;
/**
 * The maximum number of attempts for a statement that the server rolled back or never received. `pauseMs`
 * is the base of the pause between them.
 */
const attemptsMax = 4;
const pauseMs = 50;
/** The minimum duration, in health checks, of a failure that only statements encountered. */
const holdProbes = 2;
/** The share of a time limit after which a wait for a lock fails, so that the error names the lock. */
const lockShare = 0.9;
/** Failures that the read-only health check cannot detect. */
const undetected: readonly FailureClass[] = [
  postgresFailures.read_only,
  postgresFailures.disk_full,
  postgresFailures.too_many_connections,
  postgresFailures.locked,
  postgresFailures.too_slow,
  postgresFailures.unexpected,
];

/** Differences between two clocks that may be those of the measurement. */
const clockErrorMs = 500;
const clockColumn = "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint) AS now";

/** A write without effect, to test whether the database accepts writes. */
const probeStatement = `INSERT INTO leases (name, holder, expiresAt) VALUES ('probe', ?1, ?2)
  ON CONFLICT (name) DO UPDATE SET holder = ?1, expiresAt = ?2`;

/** A connection pool for PostgreSQL. Every operation has a time limit, and lost connections are replaced. */
export class PostgresDatabase implements Database {
  readonly #url: string;
  readonly #callMs: number;
  #sql: Bun.SQL;
  #probing: Bun.SQL;
  #fault: string | undefined;
  #aheadMs = 0;
  readonly #timer: Timer;
  #isProbing = false;
  readonly #health: Health;
  /** The last failure that statements encountered but the health check didn't. */
  #undetected: { failure: FailureClass; at: number } | undefined;

  constructor(url: string, health: Health, { callMs = 3000 }: PostgresOptions = {}) {
    this.#url = url;
    this.#callMs = callMs;
    this.#health = health;
    health.use("postgres");
    this.#sql = this.#connect(connectionsMax);
    this.#probing = this.#connect(1);
    this.#timer = setInterval(() => void this.#probe(), health.checkMs);
    this.#timer.unref();
  }

  /** Returns the result of the last health check, at most about a second old. */
  fault(): string | undefined {
    if (this.#fault !== undefined || !this.#undetected) return this.#fault;
    const { failure } = this.#undetected;
    return failure.readiness === "if_written" ? undefined : describeFailureClass(failure);
  }

  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** Compares the server's clock with this machine's. */
  async measureClock(): Promise<void> {
    const sentAt = Date.now();
    const [row] = await this.rows<{ now: number }>(`SELECT ${clockColumn}`);
    if (row) this.#compareClocks(row.now, sentAt);
  }

  /** Notes the difference of the clocks. `serverNow` was read between `sentAt` and now. */
  #compareClocks(serverNow: number, sentAt: number): void {
    const aheadMs = Math.round(serverNow - (sentAt + Date.now()) / 2);
    if (Math.abs(aheadMs - this.#aheadMs) > clockErrorMs) this.#aheadMs = aheadMs;
  }

  rows<Row>(sql: string, ...values: Value[]): Promise<Row[]> {
    return this.#attempt(this.#callMs, (pool) => queryRows<Row>(pool, sql, values));
  }

  run(sql: string, ...values: Value[]): Promise<number> {
    return this.#attempt(this.#callMs, (pool) => queryCount(pool, sql, values));
  }

  atomically<Result>(
    lock: string,
    work: (transaction: Statements) => Promise<Result>,
    { timeoutMs = this.#callMs }: { timeoutMs?: number } = {},
  ): Promise<Result> {
    return this.#attempt(timeoutMs, (pool) =>
      pool.begin(async (sql) => {
        if (timeoutMs !== this.#callMs)
          for (const [setting, share] of [
            ["statement_timeout", 1],
            ["lock_timeout", lockShare],
          ] as const)
            await sql.unsafe(`SET LOCAL ${setting} = ${Math.ceil(share * timeoutMs)}`);
        await queryRows(sql, "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [lock]);
        return work({
          rows: (text, ...values) => queryRows(sql, text, values),
          run: (text, ...values) => queryCount(sql, text, values),
        });
      }),
    );
  }

  async nextCounter(): Promise<number> {
    const [row] = await this.rows<{ id: number }>("SELECT nextval('counters') AS id");
    if (!row) throw new Error("Cannot read the next counter id from the database");
    return row.id;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([this.#sql.close({ timeout: 1 }), this.#probing.close({ timeout: 0 })]);
  }

  /** Runs work with a time limit. Retries if the server rolled it back or never received it. */
  async #attempt<Result>(ms: number, work: (pool: Bun.SQL) => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + ms;
    for (let attempt = 1; ; attempt++) {
      const pool = this.#sql;
      try {
        return await within(ms + graceMs, work(pool), createTimeoutError);
      } catch (cause) {
        // Replaces the pool: otherwise the dead connection would be reused, and nothing ever arrives on it.
        if (isTimeOut(cause) && this.#sql === pool) {
          this.#sql = this.#connect(connectionsMax);
          closePool(pool);
        }
        const failure = findPostgresFailure(cause);
        if (failure) this.#recordFailure(failure, cause);
        const pause = pauseMs * 2 ** attempt * (0.5 + Math.random());
        const willRetry = failure?.policy === "retry_then_known_keys" && attempt < attemptsMax;
        if (!willRetry || performance.now() + pause > deadline) throw describeFailure(cause);
        await Bun.sleep(pause);
      }
    }
  }

  /**
   * Updates the health after a statement's failure. Failures that the health check detects are left to it.
   */
  #recordFailure(failure: FailureClass, cause: unknown): void {
    if (undetected.includes(failure)) {
      this.#undetected = { failure, at: performance.now() };
      this.#health.fail(failure, describePostgresError(cause));
    } else this.#health.count(failure, describePostgresError(cause));
  }

  async #probe(): Promise<void> {
    if (this.#isProbing) return;
    this.#isProbing = true;
    const probing = this.#probing;
    try {
      const sentAt = Date.now();
      const response = queryRows<{ state: string; now: number }>(
        probing,
        `SELECT current_setting('transaction_read_only') AS state, ${clockColumn}`,
        [],
      );
      const [row] = await within(this.#callMs, response, createTimeoutError);
      if (row) this.#compareClocks(row.now, sentAt);
      const isReadOnly = row?.state === "on";
      this.#fault = isReadOnly ? describeFailureClass(postgresFailures.read_only) : undefined;
      if (isReadOnly) this.#health.fail(postgresFailures.read_only);
      else await this.#recover();
    } catch (cause) {
      const failure = findPostgresFailure(cause) ?? postgresFailures.unexpected;
      this.#fault = `The database cannot be used: ${describePostgresError(cause)}`;
      this.#health.fail(failure, describePostgresError(cause));
      this.#probing = this.#connect(1);
      closePool(probing);
    } finally {
      this.#isProbing = false;
    }
  }

  /** Ends an undetected failure if it hasn't recurred for a while and a test write succeeds. */
  async #recover(): Promise<void> {
    if (this.#undetected) {
      const { readiness } = this.#undetected.failure;
      // The next statement that waits for the same lock takes as long to fail.
      const waitMs = readiness === "if_written" ? 2 * this.#callMs : 0;
      const holdMs = holdProbes * this.#health.checkMs + waitMs;
      if (performance.now() - this.#undetected.at < holdMs) return;
      const written = await this.run(probeStatement, process.pid, Date.now()).catch(() => 0);
      if (written === 0) return;
      this.#undetected = undefined;
    }
    this.#health.recover("postgres");
  }

  #connect(max: number): Bun.SQL {
    return new Bun.SQL(this.#url, {
      max,
      bigint: true,
      connectionTimeout: connectSeconds,
      connection: {
        application_name: "utilhub",
        // With a stricter default isolation level, transactions that wait for a lock would fail.
        default_transaction_isolation: "read committed",
        statement_timeout: this.#callMs,
        lock_timeout: Math.ceil(lockShare * this.#callMs),
        // A hub that is suspended in a transaction must not block the others.
        idle_in_transaction_session_timeout: 2 * this.#callMs,
      },
    });
  }
}

async function queryRows<Row>(
  sql: Bun.SQL,
  text: string,
  values: readonly Value[],
): Promise<Row[]> {
  const rows: Record<string, unknown>[] = await sql.unsafe(translate(text), values.map(replaceNul));
  // Safe as numbers: times and counts are far below 2^53.
  for (const row of rows)
    for (const name in row) if (typeof row[name] === "bigint") row[name] = Number(row[name]);
  return [...rows] as Row[];
}

async function queryCount(sql: Bun.SQL, text: string, values: readonly Value[]): Promise<number> {
  const { count } = await sql.unsafe(translate(text), values.map(replaceNul));
  return count;
}

/** Replaces NUL characters with U+2400, because PostgreSQL's text cannot contain them. */
function replaceNul(value: Value): Value {
  return typeof value === "string" ? value.replaceAll("\0", "\u2400") : value;
}

const translations = new Map<string, string>();

/**
 * Translates a statement for PostgreSQL: numbers its `?` parameters, and quotes names with capitals, which
 * would otherwise be folded to lower case. Casts to numeric return 0 for text that is no number, as in
 * SQLite.
 */
function translate(text: string): string {
  let known = translations.get(text);
  if (known === undefined) {
    let position = 0;
    known = text
      .replace(/\?(\d*)/g, (_, number: string) => `$${number || ++position}`)
      .replace(/CAST\(([\w.$]+) AS numeric\)/g, "numberOf($1)")
      .replace(/\b[a-z]+[A-Z][A-Za-z]*\b/g, '"$&"');
    translations.set(text, known);
  }
  return known;
}

/** Returns the error for a request without a response. */
function createTimeoutError(): Error {
  return Object.assign(new Error("The database does not answer"), { code: "ETIMEDOUT" });
}

function closePool(pool: Bun.SQL): void {
  pool.close({ timeout: closeSeconds }).catch(() => {});
}
