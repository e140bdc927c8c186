import type { Statements } from "./database.ts";
import { changesKept } from "./records.ts";

/** The lock of whatever changes keys, accounts or their usage. */
export const accountsLock = "accounts";

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

/** Lets the other processes know what has changed, in the transaction that changes it. */
export async function noteChange(
  transaction: Statements,
  { key, account }: Changed,
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
