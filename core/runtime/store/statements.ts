import type { Database, SQLQueryBindings } from "bun:sqlite";
import { describeFailure } from "./sqlite-errors.ts";

/** How statements are run, whatever they are about. */
export class Statements {
  /** Whether SQLite has found it damaged. That does not heal: what is lost is found out by chance. */
  protected isDamaged = false;

  constructor(protected readonly db: Database) {}

  protected rows<Row>(sql: string, ...values: SQLQueryBindings[]): Row[] {
    return this.#noteDamage(() => this.db.query<Row, SQLQueryBindings[]>(sql).all(...values));
  }

  protected run(sql: string, ...values: SQLQueryBindings[]) {
    return this.#noteDamage(() => this.db.query(sql).run(...values));
  }

  protected atomically<Result>(work: () => Result): Result {
    return this.#noteDamage(() => this.db.transaction(work).immediate());
  }

  #noteDamage<Result>(work: () => Result): Result {
    return describeFailure(work, () => {
      this.isDamaged = true;
    });
  }
}
