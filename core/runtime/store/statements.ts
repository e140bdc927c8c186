import type { Database, SQLQueryBindings } from "bun:sqlite";
import { changesKept } from "./records.ts";
import { describeFailure } from "./sqlite-errors.ts";

/** A key or an account that has changed; neither: all of them may have. */
interface Changed {
  readonly key?: string;
  /** The account, and with it all of its keys. */
  readonly account?: number;
}

/** The condition on a key that it lets calls in at a time, which a parameter of the statement has. */
export function isWorking(now: string): string {
  return `revokedAt IS NULL AND (expiresAt IS NULL OR expiresAt > ${now})`;
}

/** How statements are run, whatever they are about. */
export class Statements {
  /** Whether SQLite has found it damaged. That does not heal: what is lost is found out by chance. */
  protected isDamaged = false;

  constructor(protected readonly db: Database) {}

  protected rows<Row>(sql: string, ...values: SQLQueryBindings[]): Row[] {
    return this.#noteDamage(() => this.db.query<Row, SQLQueryBindings[]>(sql).all(...values));
  }

  /** The rows one by one, where all of them would be too many at once. */
  protected each<Row>(sql: string, ...values: SQLQueryBindings[]): IterableIterator<Row> {
    return this.#noteDamage(() => this.db.query<Row, SQLQueryBindings[]>(sql).iterate(...values));
  }

  protected run(sql: string, ...values: SQLQueryBindings[]) {
    return this.#noteDamage(() => this.db.query(sql).run(...values));
  }

  protected atomically<Result>(work: () => Result): Result {
    return this.#noteDamage(() => this.db.transaction(work).immediate());
  }

  /** Lets the other processes know what has changed, in the transaction that changes it. */
  protected noteChange({ key, account }: Changed): void {
    this.run("UPDATE revision SET number = number + 1");
    this.run("INSERT INTO changes SELECT number, ?, ? FROM revision", key ?? null, account ?? null);
    this.run(
      "DELETE FROM changes WHERE revision <= (SELECT number FROM revision) - ?",
      changesKept,
    );
  }

  #noteDamage<Result>(work: () => Result): Result {
    return describeFailure(work, () => {
      this.isDamaged = true;
    });
  }
}
