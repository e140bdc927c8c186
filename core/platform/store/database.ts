/** A parameter of a statement. */
export type Value = string | number | null;

/**
 * Runs SQL statements. They are written in the common subset of SQLite and PostgreSQL, so that all queries
 * exist only once. Parameters are `?` or `?1`.
 */
export interface Statements {
  rows<Row>(sql: string, ...values: Value[]): Promise<Row[]>;
  /** Returns the number of affected rows. */
  run(sql: string, ...values: Value[]): Promise<number>;
}

/** A database driver. */
export interface Database extends Statements {
  /**
   * Runs statements in a transaction. It waits while another transaction holds the lock of this name.
   * `work` may await nothing but the transaction's statements.
   */
  atomically<Result>(
    lock: string,
    work: (transaction: Statements) => Promise<Result>,
    /** The time limit, for work that no request waits for. */
    options?: { timeoutMs?: number },
  ): Promise<Result>;
  /** Returns a new unique number for a counter. No account has it or had it. */
  nextCounter(): Promise<number>;
  /** Returns the reason why the database isn't writable, if it isn't. Tests it with a write. */
  fault(): string | undefined;
  /** How far the database's clock is ahead of this machine's, in milliseconds. Absent if it is the same clock. */
  readonly aheadMs?: number;
  close(): Promise<void>;
}
