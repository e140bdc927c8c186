import type { Database } from "./database.ts";
import { slices } from "./slices.ts";

/** The limits of stored data. The oldest data beyond them is removed. */
export interface KeptBounds {
  readonly countMax: number;
  readonly bytesMax: number;
  /** The total size limit across all accounts. */
  readonly totalBytesMax: number;
}

/** A table with data of accounts, described by SQL expressions from our own code only. */
interface LimitedTable {
  table: string;
  /** The column that identifies a row. */
  id: string;
  /** The size of a row in bytes. */
  bytes: string;
  /** The sort order within an account, newest first. */
  order: string;
  /** Whether a row may be removed. Unfinished ones are never removed. */
  isOver: string;
  /** A column with an index that increases with the age of finished rows. */
  end: string;
}

interface SizedRow {
  name: string;
  bytes: number;
}

/** The number of rows that are removed at once if all accounts together exceed the total. */
const removedAtOnce = 500;

/** Removes the oldest rows beyond the limits. Returns their ids. */
export async function removeBeyond(
  db: Database,
  limited: LimitedTable,
  bounds: KeptBounds,
): Promise<string[]> {
  const { table, id, bytes, end, isOver } = limited;
  const removed: string[] = [];
  let total = 0;
  const remove = async (rows: readonly SizedRow[]) => {
    const names = rows.map(({ name }) => name);
    await db.run(
      `DELETE FROM ${table} WHERE ${id} IN (SELECT value FROM json_each(?))`,
      JSON.stringify(names),
    );
    removed.push(...names);
    for (const { bytes } of rows) total -= bytes;
  };
  for await (const { after, last } of slices(db, { table, column: "account", after: "" })) {
    const accounts = await db.rows<{ account: string; count: number; bytes: number }>(
      `SELECT account, count(*) AS count, CAST(sum(${bytes}) AS bigint) AS bytes FROM ${table}
         WHERE account > ? AND account <= ? GROUP BY account`,
      after,
      last,
    );
    for (const own of accounts) {
      total += own.bytes;
      if (own.count <= bounds.countMax && own.bytes <= bounds.bytesMax) continue;
      await remove(await findBeyond(db, own.account, limited, bounds));
    }
  }
  while (total > bounds.totalBytesMax) {
    const oldest = await db.rows<SizedRow>(
      `SELECT ${id} AS name, ${bytes} AS bytes FROM ${table}
         WHERE ${isOver} AND ${end} > 0 ORDER BY ${end} LIMIT ?`,
      removedAtOnce,
    );
    let excess = total - bounds.totalBytesMax;
    const beyond = oldest.filter((row) => {
      const isBeyond = excess > 0;
      excess -= row.bytes;
      return isBeyond;
    });
    if (beyond.length === 0) break;
    await remove(beyond);
  }
  return removed;
}

/** Returns an account's finished rows beyond its limits. */
async function findBeyond(
  db: Database,
  account: string,
  { table, id, bytes, order, isOver }: LimitedTable,
  { countMax, bytesMax }: KeptBounds,
): Promise<SizedRow[]> {
  // Counts from the newest, so that rows beyond a limit are older than all rows within it.
  return db.rows<SizedRow>(
    `SELECT name, bytes FROM (
       SELECT ${id} AS name, ${bytes} AS bytes, ${isOver} AS isOver,
         row_number() OVER own AS place, sum(${bytes}) OVER own AS ownBytes
       FROM ${table} WHERE account = ? WINDOW own AS (ORDER BY ${order})) AS placed
     WHERE isOver AND (place > ? OR ownBytes > ?)`,
    account,
    countMax,
    bytesMax,
  );
}
