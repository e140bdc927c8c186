import { PDFName, PDFNumber } from "pdf-lib";
import { flattenArrays, readText, textEntry } from "../objects/entries.ts";
import { readAttribute, type Structure, type Tag } from "./structure.ts";

interface Cell {
  tag: Tag;
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
}

/** The cells of a table by row and column. */
interface Grid {
  /** Why the cells form no rectangle. */
  fault?: string;
  /** Whether a data cell has no header cell, although header cells lack a scope. */
  hasLooseCell?: boolean;
}

/** A limit, because an attribute can state any span. */
const placesMax = 1_000_000;
const groups = new Set(["THead", "TBody", "TFoot"]);

/** Arranges the cells of a table. The first row and column state its size. */
export function readGrid(structure: Structure, table: Tag): Grid {
  const rows = table.kids
    .flatMap((kid) => (groups.has(kid.role ?? "") ? kid.kids : [kid]))
    .filter(({ role }) => role === "TR")
    .map(({ kids }) => kids.filter(isCell).map((tag) => readCell(structure, tag)));
  const columnCount = sum((rows[0] ?? []).map(({ columnSpan }) => columnSpan));
  const rowCount = countRows(rows);
  if (rowCount * columnCount > placesMax) return { fault: "too many cells" };
  const places: (Cell | undefined)[][] = Array.from({ length: rowCount }, () => []);
  for (const [row, cells] of rows.entries()) {
    let column = 0;
    for (const cell of cells) {
      while (places[row]?.[column]) column++;
      Object.assign(cell, { row, column });
      if (column + cell.columnSpan > columnCount) return { fault: `row ${row + 1} is too long` };
      if (row + cell.rowSpan > rowCount) return { fault: `column ${column + 1} is too long` };
      for (const [line, at] of listPlaces(cell)) {
        if (places[line]?.[at]) return { fault: `cells overlap in row ${line + 1}` };
        const open = places[line];
        if (open) open[at] = cell;
      }
      column += cell.columnSpan;
    }
  }
  const short = places.findIndex((line) => line.filter(Boolean).length < columnCount);
  if (short >= 0) return { fault: `row ${short + 1} is too short` };
  return { hasLooseCell: hasLooseCell(structure, places) };
}

function isCell({ role }: Tag): boolean {
  return role === "TH" || role === "TD";
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function readCell(structure: Structure, tag: Tag): Cell {
  const [rowSpan = 1, columnSpan = 1] = ["RowSpan", "ColSpan"].map((name) => {
    const value = readAttribute(structure, tag, ["Table", name]);
    return value instanceof PDFNumber ? Math.max(1, Math.trunc(value.asNumber())) : 1;
  });
  return { tag, row: 0, column: 0, rowSpan, columnSpan };
}

/** Counts the rows by the first cell of each one that no other cell reaches into. */
function countRows(rows: readonly Cell[][]): number {
  let count = 0;
  for (let row = 0; row < rows.length; ) {
    const span = rows[row]?.[0]?.rowSpan ?? 0;
    count += span;
    row += Math.max(1, span);
  }
  return count;
}

function* listPlaces({ row, column, rowSpan, columnSpan }: Cell): Generator<[number, number]> {
  for (let line = row; line < row + rowSpan; line++)
    for (let at = column; at < column + columnSpan; at++) yield [line, at];
}

function hasLooseCell(structure: Structure, places: readonly (Cell | undefined)[][]): boolean {
  const cells = [...new Set(places.flat())].filter((cell) => cell !== undefined);
  const headers = cells.filter(({ tag }) => tag.role === "TH");
  const readScope = ({ tag }: Cell) => {
    const scope = readAttribute(structure, tag, ["Table", "Scope"]);
    return scope instanceof PDFName ? scope.decodeText() : undefined;
  };
  const scopes = new Map(headers.map((header) => [header, readScope(header)]));
  if ([...scopes.values()].every((scope) => scope !== undefined)) return false;
  const ids = new Set(headers.map(({ tag }) => textEntry(tag.dict, "ID")));
  const headed = findHeadedCells(places, scopes);
  return cells.some((cell) => {
    if (cell.tag.role !== "TD") return false;
    const named = flattenArrays(readAttribute(structure, cell.tag, ["Table", "Headers"]));
    if (named.length > 0 && named.every((one) => ids.has(readText(one)))) return false;
    return !headed.has(cell);
  });
}

/** Returns the data cells with a header cell of their column above, or one of their row before them. */
function findHeadedCells(
  places: readonly (readonly (Cell | undefined)[])[],
  scopes: ReadonlyMap<Cell, string | undefined>,
): Set<Cell> {
  const headed = new Set<Cell>();
  // The scopes of header cells in a line count together.
  const join = (scope: string, { known, before, cell }: HeaderStep) => {
    if (!scopes.has(cell)) return known;
    const own = scopes.get(cell);
    return own === scope || own === "Both" || (known && before !== undefined && scopes.has(before));
  };
  const columns: boolean[] = [];
  for (const [row, line] of places.entries()) {
    let isRowHeaded = false;
    for (const [at, cell] of line.entries()) {
      if (!cell) continue;
      const above = places[row - 1]?.[at];
      columns[at] = join("Column", { known: columns[at] ?? false, before: above, cell });
      isRowHeaded = join("Row", { known: isRowHeaded, before: line[at - 1], cell });
      if (!scopes.has(cell) && (columns[at] || isRowHeaded)) headed.add(cell);
    }
  }
  return headed;
}

interface HeaderStep {
  known: boolean;
  before: Cell | undefined;
  cell: Cell;
}
