import { SQLiteError } from "bun:sqlite";
import { HubError } from "../../contract/errors.ts";
import { openTexts } from "../../lib/data-file.ts";
import { salvage } from "./sqlite-file.ts";

const readTexts = openTexts(new URL("./sqlite-errors.txt", import.meta.url), ["reasons"]);

/** Returns the reason of an SQLite error, for the operator. */
export function describeSqliteError(error: unknown): string {
  const { message } = error as Error;
  const reasons = Object.entries(readTexts().reasons);
  return reasons.find(([prefix]) => getErrorCode(error).startsWith(prefix))?.[1] ?? message;
}

/** Returns the reason of an SQLite error, and how to fix it. */
export function reasonAndRemedy(error: unknown, path: string): string {
  if (isDamage(error))
    return `${describeSqliteError(error)}. Nothing was changed: ${salvage(path)}`;
  if (/^(?:EACCES|EPERM|SQLITE_READONLY|SQLITE_CANTOPEN)/.test(getErrorCode(error)))
    return `${describeSqliteError(error)}: the file, its folder and the files next to it must belong to the user that runs the hub${describeUser()}`;
  return describeSqliteError(error);
}

/** Returns whether an error means a damaged database. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(?:CORRUPT|NOTADB)/.test(getErrorCode(error));
}

/** Runs work. Wraps an SQLite error: `store_unavailable` for the caller, the reason for the log. */
export function describeFailure<Result>(work: () => Result, onDamage: () => void): Result {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof SQLiteError)) throw cause;
    if (isDamage(cause)) onDamage();
    throw new HubError("store_unavailable", "The hub cannot write its records at the moment", {
      cause: `The database failed: ${describeSqliteError(cause)}`,
    });
  }
}

function getErrorCode(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "";
}

function describeUser(): string {
  const id = process.getuid?.();
  return id === undefined ? "" : ` (user ${id})`;
}
