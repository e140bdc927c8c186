import type { Statements } from "./database.ts";

/** How much may be kept: what is beyond goes, the oldest first. */
export interface KeptBounds {
  readonly countMax: number;
  readonly bytesMax: number;
  /** The same over all accounts. */
  readonly totalBytesMax: number;
}

/** A table of what accounts have kept, in expressions of SQL that are ours alone. */
interface KeptTable {
  table: string;
  /** What a row is named by. */
  id: string;
  /** The bytes of a row. */
  bytes: string;
  /** The newest first. */
  order: string;
  /** Whether a row may go: what is under way is never removed. */
  isOver: string;
}

/** Removes the oldest rows that are beyond a bound, and answers their names. */
export async function removeBeyond(
  on: Statements,
  { table, id, bytes, order, isOver }: KeptTable,
  { countMax, bytesMax, totalBytesMax }: KeptBounds,
): Promise<string[]> {
  const accounts = await on.rows<{ count: number; bytes: number }>(
    `SELECT count(*) AS count, CAST(sum(${bytes}) AS bigint) AS bytes FROM ${table} GROUP BY account`,
  );
  const total = accounts.reduce((sum, of) => sum + of.bytes, 0);
  const isWithin = accounts.every((of) => of.count <= countMax && of.bytes <= bytesMax);
  if (isWithin && total <= totalBytesMax) return [];
  // Counted from the newest on: whatever is beyond a bound is older than all that is within.
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
