import type { Statements } from "./database.ts";
import { changesKept } from "./records.ts";

/** The lock for changes of keys, accounts and their usage. */
export const accountsLock = "accounts";

/** A changed key or account. If neither is set, all may have changed. */
interface Change {
  readonly key?: string;
  /** The account. All its keys may have changed, too. */
  readonly account?: number;
}

/** Returns the SQL condition for a key being active at the time in a parameter. */
export function isWorking(now: string): string {
  return `revokedAt IS NULL AND (expiresAt IS NULL OR expiresAt > ${now})`;
}

/** Records a change for the other processes, in the transaction that makes it. */
export async function recordChange(
  transaction: Statements,
  { key, account }: Change,
): Promise<void> {
  await transaction.run("UPDATE revision SET number = number + 1");
  await transaction.run(
    `INSERT INTO changes
       SELECT number, CAST(? AS text), CAST(? AS bigint) FROM revision`,
    key ?? null,
    account ?? null,
  );
  await transaction.run(
    "DELETE FROM changes WHERE revision <= (SELECT number FROM revision) - ?",
    changesKept,
  );
}
