import { SQLiteError } from "bun:sqlite";
import { HubError } from "../errors.ts";

const REASONS: readonly [code: string, reason: string][] = [
  ["SQLITE_BUSY", "another hub, or another program, keeps it locked"],
  ["SQLITE_LOCKED", "another hub, or another program, keeps it locked"],
  ["SQLITE_FULL", "the disk is full"],
  ["SQLITE_IOERR", "the disk does not take what is written"],
  ["SQLITE_READONLY", "it may not be written to"],
  ["SQLITE_CANTOPEN", "it cannot be opened or made"],
  ["SQLITE_NOTADB", "it is not an SQLite database"],
  ["SQLITE_CORRUPT", "it is damaged"],
];

/** What SQLite means, in a sentence's tail for whoever runs the hub. */
export function reasonOf(error: unknown): string {
  const { code = "", message } = error as Error & { code?: string };
  return REASONS.find(([prefix]) => code.startsWith(prefix))?.[1] ?? message;
}

/** Lets callers know that it is the store, and the log why. */
export function told<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof SQLiteError)) throw cause;
    throw new HubError("store_unavailable", "The hub cannot write its records at the moment", {
      cause: `The database failed: ${reasonOf(cause)}`,
    });
  }
}
