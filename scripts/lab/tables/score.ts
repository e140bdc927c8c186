// Counts the cells that a reader of tables got right.
import { listCells, type Statement } from "./statements.ts";

/**
 * Returns how many cells are right: those with the same text in the same column, in the same order
 * of rows. Spaces, empty rows and columns, and headers repeated on the next page don't count.
 * Without `found`, returns the number of cells.
 */
export function countRightCells({ tables }: Statement, found?: readonly string[][][]): number {
  const expected = tables.flatMap(listCells).map((row) => row.map(normalise));
  if (!found) return expected.flat().filter((cell) => cell !== "").length;
  const rows = found.flatMap(dropEmpty);
  const header = expected.slice(0, tables[0]?.header.length ?? 0).map(String);
  const first = rows.findIndex((row) => header.includes(String(row)));
  const kept = rows.filter(
    (row, index) => index < first + header.length || !header.includes(String(row)),
  );
  // The longest common subsequence of rows, weighted by equal cells.
  let below = Array<number>(kept.length + 1).fill(0);
  for (const row of expected.toReversed()) {
    const line = Array<number>(kept.length + 1).fill(0);
    for (let at = kept.length - 1; at >= 0; at--) {
      const same = row.filter((cell, column) => cell !== "" && cell === kept[at]?.[column]).length;
      line[at] = Math.max(below[at] ?? 0, line[at + 1] ?? 0, same + (below[at + 1] ?? 0));
    }
    below = line;
  }
  return below[0] ?? 0;
}

function dropEmpty(table: readonly string[][]): string[][] {
  const rows = table.map((row) => row.map(normalise)).filter((row) => row.some(Boolean));
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const filled = Array.from({ length: width }, (_, at) => at).filter((at) =>
    rows.some((row) => row[at]),
  );
  return rows.map((row) => filled.map((at) => row[at] ?? ""));
}

function normalise(text: string): string {
  return text.split(/\s+/).filter(Boolean).join(" ");
}
