import type { Segment } from "./segments.ts";
import { areBeside, type ColumnPage, levelMax, type TextColumn } from "./text-columns.ts";

/** Segments that are read together: a line of a column, or a row of a table. */
interface ReadingRow {
  segments: Segment[];
  start: number;
  end: number;
  up: number;
  size: number;
  column: TextColumn | undefined;
}

function buildRows({ segments, prose }: ColumnPage): ReadingRow[] {
  const rows: ReadingRow[] = [];
  const inOrder = segments.toSorted(
    (one, other) => one.line - other.line || one.position - other.position,
  );
  for (const segment of inOrder) {
    const last = rows.at(-1);
    const column = prose.get(segment);
    if (last && !last.column && !column && last.segments[0]!.line === segment.line) {
      last.segments.push(segment);
      last.start = Math.min(last.start, segment.start);
      last.end = Math.max(last.end, segment.end);
    } else {
      const { start, end, up, size } = segment;
      rows.push({ segments: [segment], start, end, up, size, column });
    }
  }
  return rows.toSorted((one, other) => other.up - one.up || one.start - other.start);
}

/** Orders rows so that columns are read one after the other, each from top to bottom. */
export function orderRows(page: ColumnPage): ReadingRow[] {
  const rows = buildRows(page);
  const ups = rows.filter(({ column }) => column).map(({ up }) => up);
  const [top, bottom] = [Math.max(...ups), Math.min(...ups)];
  if (ups.length === 0) return rows;
  const inner = rows.filter(({ column, up }) => column || (up < top && up > bottom));
  const spanning = inner.filter((row) => spansColumns(row, inner));
  const interrupting = new Set(spanning.filter((row) => isInterruption(row, inner)));
  const body = inner.filter((row) => !interrupting.has(row));
  return [
    ...rows.filter(({ column, up }) => !column && up >= top),
    ...orderBody(
      body,
      spanning.filter((row) => !interrupting.has(row)),
    ),
    ...interrupting,
    ...rows.filter(({ column, up }) => !column && up <= bottom),
  ];
}

function overlaps(one: ReadingRow, other: ReadingRow): boolean {
  return one.start < other.end && other.start < one.end;
}

function isBeside({ column }: ReadingRow, { column: other }: ReadingRow): boolean {
  return column !== undefined && other !== undefined && areBeside(column, other);
}

/** Returns whether a row overlaps lines of adjacent columns. */
function spansColumns(row: ReadingRow, rows: readonly ReadingRow[]): boolean {
  const others = rows.filter(
    (other) => other.column && overlaps(row, other) && !isBeside(row, other),
  );
  const end = others.reduce((least, one) => Math.min(least, one.end), Number.POSITIVE_INFINITY);
  return others.some(({ start }) => start > end);
}

/** Returns whether a row, such as a quotation, interrupts the sentence of the columns above it. */
function isInterruption(row: ReadingRow, rows: readonly ReadingRow[]): boolean {
  if (row.column) return false;
  const above = rows.filter((other) => other.column && other.up > row.up && overlaps(row, other));
  const last = above.reduce<ReadingRow | undefined>(
    (last, one) => (last && last.start >= one.start && last.up < one.up ? last : one),
    undefined,
  );
  const end = last?.segments.at(-1)?.letters.at(-1)?.character.text ?? ".";
  return /[\p{L}\p{N},]/u.test(end);
}

/**
 * Orders rows by two rules: a row comes after those above it that it overlaps, and after those on
 * its left unless a row between them spans both (T. Breuel, "High performance document layout
 * analysis", 2003).
 */
function orderBody(rows: readonly ReadingRow[], spanning: readonly ReadingRow[]): ReadingRow[] {
  const precedes = (one: ReadingRow, other: ReadingRow) => {
    const drop = one.up - other.up;
    const isLevel = Math.abs(drop) < levelMax * Math.min(one.size, other.size);
    const [a, b] = [one.column, other.column];
    if (a && a === b && !isLevel) return drop > 0;
    const areColumns = isBeside(one, other);
    if (overlaps(one, other) && !isLevel && !areColumns) return drop > 0;
    const isLeft = areColumns && a && b ? a.start < b.start : one.start < other.start;
    return isLeft && !spanning.some((row) => isBetween(row, one, other));
  };
  const ordered: ReadingRow[] = [];
  const visited = new Set<ReadingRow>();
  const visit = (row: ReadingRow) => {
    visited.add(row);
    for (const other of rows) if (!visited.has(other) && precedes(other, row)) visit(other);
    ordered.push(row);
  };
  for (const row of rows) if (!visited.has(row)) visit(row);
  return ordered;
}

function isBetween(row: ReadingRow, one: ReadingRow, other: ReadingRow): boolean {
  const isInside = row.up < Math.max(one.up, other.up) && row.up > Math.min(one.up, other.up);
  const isSpanned = (one: ReadingRow) => overlaps(row, one) && !isBeside(row, one);
  return isInside && isSpanned(one) && isSpanned(other);
}
