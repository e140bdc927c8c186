import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";

/** The first bytes of an SQLite database. */
const signature = "SQLite format 3\0";

/** Returns the advice for an unreadable database, as the end of a sentence. */
export function salvage(path: string): string {
  return `stop all hubs on this folder and restore a backup, or recover the readable data: sqlite3 ${path} .recover | sqlite3 ${path}.recovered`;
}

/**
 * Checks a database file before SQLite opens it, which treats an empty file as a new database. Throws an
 * error with the reason if it must not be opened.
 */
export function inspectDatabase(path: string): void {
  // Reads the folder first: another hub that starts at the same time creates the database before its
  // counter file.
  const counterFile = findCounterFile(path);
  if (!existsSync(path)) {
    if (counterFile === undefined) return;
    throw new Error(
      `it is missing, but "${counterFile}" in its folder belongs to a hub with keys: restore a backup, or delete all "*.counters" files to start without keys`,
    );
  }
  const file = statSync(path);
  if (!file.isFile())
    throw new Error("it is a folder or a special file, not a database: move it away");
  if (file.size === 0) {
    if (counterFile === undefined) return;
    throw new Error(
      `it is empty, but "${counterFile}" in its folder belongs to a hub with keys: ${salvage(path)}`,
    );
  }
  if (!hasSignature(path))
    throw new Error(
      `it is not an SQLite database: the file is of another type, encrypted or overwritten. Nothing was changed: ${salvage(path)}`,
    );
}

/** Returns the name of a counter file. It exists only if the database already existed. */
function findCounterFile(path: string): string | undefined {
  const dir = dirname(path);
  if (!existsSync(dir)) return undefined;
  return readdirSync(dir).find((name) => name.endsWith(".counters") && name !== basename(path));
}

function hasSignature(path: string): boolean {
  const handle = openSync(path, "r");
  try {
    const head = Buffer.alloc(signature.length);
    readSync(handle, head, 0, signature.length, 0);
    return head.toString("latin1") === signature;
  } finally {
    closeSync(handle);
  }
}
