import type { Database, SQLQueryBindings } from "bun:sqlite";
import { describeFailure } from "./sqlite-errors.ts";

/** Lets the other processes know that keys or accounts have changed. */
export const revise = "UPDATE revision SET number = number + 1";

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
