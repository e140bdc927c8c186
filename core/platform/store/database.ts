/** What a statement may be given. */
export type Value = string | number | null;

/**
 * Runs statements. They are written as both SQLite and PostgreSQL understand them, with `?` or `?1` for
 * their values, so that what the records do stands once.
 */
export interface Statements {
  rows<Row>(sql: string, ...values: Value[]): Promise<Row[]>;
  /** Answers how many rows it was about. */
  run(sql: string, ...values: Value[]): Promise<number>;
}

/** A database, by the driver of what keeps it. */
export interface Database extends Statements {
  /**
   * Does several things in one transaction, which waits until no other has the lock of that name.
   * Nothing but its statements may be waited for in it.
   */
  atomically<Result>(
    lock: string,
    work: (transaction: Statements) => Promise<Result>,
    /** How long it may take where no call waits for it. */
    options?: { timeoutMs?: number },
  ): Promise<Result>;
  /** Tells the rows one by one, where all of them would be too many at once. */
  each<Row>(sql: string, values: readonly Value[], tell: (row: Row) => void): Promise<void>;
  /** A number that no account has, nor was given before. */
  nextCounter(): Promise<number>;
  /** Why nothing can be written at the moment, found out by writing. */
  fault(): string | undefined;
  close(): Promise<void>;
}
