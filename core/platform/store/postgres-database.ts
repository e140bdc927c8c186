import { within } from "../../lib/within.ts";
import {
  describeFailureClass,
  type FailureClass,
  postgresFailures,
} from "../health/failure-classes.ts";
import type { Health } from "../health/health.ts";
import type { Database, Statements, Value } from "./database.ts";
import { describeFailure, findPostgresFailure, isTimeOut, reasonOf } from "./postgres-errors.ts";

/** How many connections a hub has at most, beside the one that it probes by. */
const connectionsMax = 8;
/** Options of a database. */
export interface PostgresOptions {
  /** Most milliseconds for a statement that a call waits for, or a transaction of a few. Default: 3,000. */
  callMs?: number;
}

/** How long what nobody waits for may take. */
export const slowMs = 60_000;
/** How much later than the server's own end of its time it is taken for gone. */
const graceMs = 500;
const connectSeconds = 3;
/** How long those that use a connection beside one that hangs are given to finish. */
const leaveSeconds = 5;
/** How often a statement is tried that the server undid or never got, and the first pause after it. */
const tries = 4;
const pauseMs = 50;
/** How many probes long a failure holds that statements met and the probe does not. */
const answeredProbes = 2;
/** Failures that a probe by reading does not meet. */
const answered: readonly FailureClass[] = [
  postgresFailures.read_only,
  postgresFailures.disk_full,
  postgresFailures.too_many_connections,
];
/** How many rows of very many are read at once. */
const fetchedAtOnce = 10_000;

/** A write that changes nothing for anyone. */
const probeStatement = `INSERT INTO leases (name, holder, expiresAt) VALUES ('probe', ?1, ?2)
  ON CONFLICT (name) DO UPDATE SET holder = ?1, expiresAt = ?2`;

/** The connections of a hub to PostgreSQL. Nothing waits longer than it may, and what is lost is opened anew. */
export class PostgresDatabase implements Database {
  readonly #url: string;
  readonly #callMs: number;
  #sql: Bun.SQL;
  #probing: Bun.SQL;
  #fault: string | undefined;
  readonly #timer: Timer;
  #isProbing = false;
  readonly #health: Health;
  /** The last failure that statements met and the probe did not. */
  #answered: { failure: FailureClass; at: number } | undefined;

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

  /** As of the last second. */
  fault(): string | undefined {
    return this.#fault ?? (this.#answered && describeFailureClass(this.#answered.failure));
  }

  rows<Row>(sql: string, ...values: Value[]): Promise<Row[]> {
    return this.#attempt(this.#callMs, (pool) => rowsOf<Row>(pool, sql, values));
  }

  run(sql: string, ...values: Value[]): Promise<number> {
    return this.#attempt(this.#callMs, (pool) => countOf(pool, sql, values));
  }

  atomically<Result>(
    lock: string,
    work: (transaction: Statements) => Promise<Result>,
    { timeoutMs = this.#callMs }: { timeoutMs?: number } = {},
  ): Promise<Result> {
    return this.#begin(timeoutMs, async (sql) => {
      await rowsOf(sql, "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [lock]);
      return work({
        rows: (text, ...values) => rowsOf(sql, text, values),
        run: (text, ...values) => countOf(sql, text, values),
      });
    });
  }

  async each<Row>(sql: string, values: readonly Value[], tell: (row: Row) => void): Promise<void> {
    await this.#begin(slowMs, async (transaction) => {
      await countOf(transaction, `DECLARE told CURSOR FOR ${sql}`, values);
      for (;;) {
        const rows = await rowsOf<Row>(transaction, `FETCH ${fetchedAtOnce} FROM told`, []);
        for (const row of rows) tell(row);
        if (rows.length < fetchedAtOnce) return;
      }
    });
  }

  async nextCounter(): Promise<number> {
    const [row] = await this.rows<{ id: number }>("SELECT nextval('counters') AS id");
    if (!row) throw new Error("The database gave no number");
    return row.id;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([this.#sql.close({ timeout: 1 }), this.#probing.close({ timeout: 0 })]);
  }

  #begin<Result>(timeoutMs: number, work: (sql: Bun.SQL) => Promise<Result>): Promise<Result> {
    return this.#attempt(timeoutMs, (pool) =>
      pool.begin(async (sql) => {
        if (timeoutMs !== this.#callMs)
          for (const setting of ["statement_timeout", "lock_timeout"])
            await sql.unsafe(`SET LOCAL ${setting} = ${timeoutMs}`);
        return work(sql);
      }),
    );
  }

  /** Runs work within a time. Tries it again if the server undid it, or never got it. */
  async #attempt<Result>(ms: number, work: (pool: Bun.SQL) => Promise<Result>): Promise<Result> {
    const until = performance.now() + ms;
    for (let made = 1; ; made++) {
      const pool = this.#sql;
      try {
        return await within(ms + graceMs, work(pool), silence);
      } catch (cause) {
        // What hangs would be given to the next: on a connection whose other end is gone nothing ever comes.
        if (isTimeOut(cause) && this.#sql === pool) {
          this.#sql = this.#connect(connectionsMax);
          leave(pool);
        }
        const failure = findPostgresFailure(cause);
        if (failure) this.#judge(failure, cause);
        const pause = pauseMs * 2 ** made * (0.5 + Math.random());
        const isRetried = failure?.policy === "retry_then_known_keys" && made < tries;
        if (!isRetried || performance.now() + pause > until) throw describeFailure(cause);
        await Bun.sleep(pause);
      }
    }
  }

  /** Judges the database by the failure of a statement. Of what the probe meets too, that decides. */
  #judge(failure: FailureClass, cause: unknown): void {
    if (answered.includes(failure)) {
      this.#answered = { failure, at: performance.now() };
      this.#health.fail(failure, reasonOf(cause));
    } else this.#health.count(failure, reasonOf(cause));
  }

  async #probe(): Promise<void> {
    if (this.#isProbing) return;
    this.#isProbing = true;
    const probing = this.#probing;
    try {
      const asked = rowsOf<{ state: string }>(
        probing,
        "SELECT current_setting('transaction_read_only') AS state",
        [],
      );
      const [row] = await within(this.#callMs, asked, silence);
      const isReadOnly = row?.state === "on";
      this.#fault = isReadOnly ? describeFailureClass(postgresFailures.read_only) : undefined;
      if (isReadOnly) this.#health.fail(postgresFailures.read_only);
      else await this.#recover();
    } catch (cause) {
      const failure = findPostgresFailure(cause) ?? postgresFailures.unexpected;
      this.#fault = `The database cannot be used: ${reasonOf(cause)}`;
      this.#health.fail(failure, reasonOf(cause));
      this.#probing = this.#connect(1);
      leave(probing);
    } finally {
      this.#isProbing = false;
    }
  }

  /** Ends what statements met, if nothing met it for a while and a write succeeds. */
  async #recover(): Promise<void> {
    if (this.#answered) {
      const heldMs = answeredProbes * this.#health.checkMs;
      if (performance.now() - this.#answered.at < heldMs) return;
      const isWritten = await this.run(probeStatement, process.pid, Date.now()).catch(() => 0);
      if (isWritten === 0) return;
      this.#answered = undefined;
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
        // A stricter default of the database would have transactions fail that wait for a lock.
        default_transaction_isolation: "read committed",
        statement_timeout: this.#callMs,
        lock_timeout: this.#callMs,
        // A hub that is frozen between two statements must not keep the others waiting.
        idle_in_transaction_session_timeout: 2 * this.#callMs,
      },
    });
  }
}

async function rowsOf<Row>(sql: Bun.SQL, text: string, values: readonly Value[]): Promise<Row[]> {
  const rows: Record<string, unknown>[] = await sql.unsafe(translate(text), values.map(textOf));
  // Times and counts are far below 2^53.
  for (const row of rows)
    for (const name in row) if (typeof row[name] === "bigint") row[name] = Number(row[name]);
  return [...rows] as Row[];
}

async function countOf(sql: Bun.SQL, text: string, values: readonly Value[]): Promise<number> {
  const { count } = await sql.unsafe(translate(text), values.map(textOf));
  return count;
}

/** PostgreSQL has no text with a NUL in it: its picture stands for it. */
function textOf(value: Value): Value {
  return typeof value === "string" ? value.replaceAll("\0", "\u2400") : value;
}

const translated = new Map<string, string>();

/**
 * Statements have `?` or `?1` for their values, and names as the records have them, of which PostgreSQL
 * forgets the capitals unless they are quoted; and to SQLite whatever is no number is 0.
 */
function translate(text: string): string {
  let known = translated.get(text);
  if (known === undefined) {
    let place = 0;
    known = text
      .replace(/\?(\d*)/g, (_, number: string) => `$${number || ++place}`)
      .replace(/CAST\(([\w.$]+) AS numeric\)/g, "numberOf($1)")
      .replace(/\b[a-z]+[A-Z][A-Za-z]*\b/g, '"$&"');
    translated.set(text, known);
  }
  return known;
}

/** What is thrown where nothing is answered. */
function silence(): Error {
  return Object.assign(new Error("The database does not answer"), { code: "ETIMEDOUT" });
}

function leave(pool: Bun.SQL): void {
  pool.close({ timeout: leaveSeconds }).catch(() => {});
}
