import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";

/** What an SQLite database begins with. */
const signature = "SQLite format 3\0";

/** What to do about a database that cannot be read, in a sentence's tail. */
export function salvage(path: string): string {
  return `stop all hubs on this folder and restore a backup, or recover the readable data: sqlite3 ${path} .recover | sqlite3 ${path}.recovered`;
}

/**
 * Looks at the file of a database before SQLite does, which takes an empty file for a new database.
 * Throws the reason why it must not be opened.
 */
export function inspectDatabase(path: string): void {
  // Before the database itself: another hub that starts at the same time makes that one first.
  const trace = traceOf(path);
  if (!existsSync(path)) {
    if (trace === undefined) return;
    throw new Error(
      `it is missing, but "${trace}" in its folder belongs to a hub with keys: restore a backup, or delete all "*.counters" files to start without keys`,
    );
  }
  const file = statSync(path);
  if (!file.isFile())
    throw new Error("there is a folder, or something else, in its place: move it");
  if (file.size === 0) {
    if (trace === undefined) return;
    throw new Error(
      `it is empty, but "${trace}" in its folder belongs to a hub with keys: ${salvage(path)}`,
    );
  }
  if (!beginsAsDatabase(path))
    throw new Error(
      `it is not an SQLite database: the file is of another type, encrypted or overwritten. Nothing was changed: ${salvage(path)}`,
    );
}

/** A counter file: one is made only behind the database that its numbers belong to. */
function traceOf(path: string): string | undefined {
  const dir = dirname(path);
  if (!existsSync(dir)) return undefined;
  return readdirSync(dir).find((name) => name.endsWith(".counters") && name !== basename(path));
}

function beginsAsDatabase(path: string): boolean {
  const handle = openSync(path, "r");
  try {
    const begin = Buffer.alloc(signature.length);
    readSync(handle, begin, 0, signature.length, 0);
    return begin.toString("latin1") === signature;
  } finally {
    closeSync(handle);
  }
}
