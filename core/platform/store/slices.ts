import type { Statements } from "./database.ts";

/** The number of rows per slice. Reading them takes a few milliseconds. */
const sliceRows = 2000;

/** A range of ids: those greater than `after`, up to `last`. */
interface Slice<Id> {
  readonly after: Id;
  readonly last: Id;
}

/**
 * Divides a table that grows with the number of accounts into ranges of a column. Pending requests run between
 * them, because reading the whole table at once would block the hub.
 */
export async function* slices<Id extends string | number>(
  db: Statements,
  { table, column, after }: { table: string; column: string; after: Id },
): AsyncGenerator<Slice<Id>> {
  for (let end = after; ; ) {
    const [row] = await db.rows<{ last: Id | null }>(
      `SELECT max(${column}) AS last FROM
         (SELECT ${column} FROM ${table} WHERE ${column} > ? ORDER BY ${column} LIMIT ${sliceRows}) AS slice`,
      end,
    );
    if (typeof row?.last !== typeof after) return;
    const slice = { after: end, last: row?.last as Id };
    yield slice;
    end = slice.last;
    await Bun.sleep(0);
  }
}

/** All keys, to read in slices. */
export const allKeys = { table: "keys", column: "id", after: "" };
