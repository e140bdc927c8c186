import { accessSync, constants, mkdirSync } from "node:fs";
import type { Records } from "./records.ts";
import { openSqlite } from "./sqlite.ts";

/** Opens the records in a hub's data folder, which is made if it is not there. */
export function openRecords(dir: string): Records {
  prepare(dir);
  return openSqlite(`${dir}/hub.sqlite`);
}

function prepare(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    accessSync(dir, constants.W_OK);
  } catch (cause) {
    throw new Error(
      `Cannot write to the data folder "${dir}": make it writable or name another in HUB_DATA`,
      { cause },
    );
  }
}
