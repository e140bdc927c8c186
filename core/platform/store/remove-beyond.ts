import type { Statements } from "./database.ts";

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
  /** The sort order, newest first. */
  order: string;
  /** Whether a row may be removed. Unfinished ones are never removed. */
  isOver: string;
}

/** Removes the oldest rows beyond the limits. Returns their ids. */
export async function removeBeyond(
  on: Statements,
  { table, id, bytes, order, isOver }: LimitedTable,
  { countMax, bytesMax, totalBytesMax }: KeptBounds,
): Promise<string[]> {
  const accounts = await on.rows<{ count: number; bytes: number }>(
    `SELECT count(*) AS count, CAST(sum(${bytes}) AS bigint) AS bytes FROM ${table} GROUP BY account`,
  );
  const total = accounts.reduce((sum, of) => sum + of.bytes, 0);
  const isWithin = accounts.every((of) => of.count <= countMax && of.bytes <= bytesMax);
  if (isWithin && total <= totalBytesMax) return [];
  // Counts from the newest, so that rows beyond a limit are older than all rows within it.
  const removed = await on.rows<{ name: string }>(
    `DELETE FROM ${table} WHERE ${id} IN (SELECT ${id} FROM (
       SELECT ${id}, ${isOver} AS isOver,
         row_number() OVER own AS place,
         sum(${bytes}) OVER own AS ownBytes,
         sum(${bytes}) OVER (ORDER BY ${order}) AS allBytes
       FROM ${table} WINDOW own AS (PARTITION BY account ORDER BY ${order})) AS placed
     WHERE isOver AND (place > ? OR ownBytes > ? OR allBytes > ?)) RETURNING ${id} AS name`,
    countMax,
    bytesMax,
    totalBytesMax,
  );
  return removed.map(({ name }) => name);
}
