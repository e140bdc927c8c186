import type { PixelBox, RecognisedLine } from "../engines/tesseract.ts";

/** A line with more words is prose and no table cell. */
const cellWordsMax = 4;
/** The fewest rows of a table. */
const rowsMin = 3;
/** The largest distance between rows, as a multiple of their height. */
const rowGapMax = 4;
/** The share of numbers in the last cells of a table of two columns: others are two addresses. */
const numbersMin = 0.5;

interface RecognisedCell {
  line: RecognisedLine;
  box: PixelBox;
  middle: number;
  height: number;
}

/**
 * Orders the cells of tables row by row. Without lines between them, page segmentation returns the
 * cells column by column, and other text in between.
 */
export function orderTables(lines: readonly RecognisedLine[]): RecognisedLine[] {
  let ordered = [...lines];
  for (const rows of findTables(lines.flatMap(toCell))) {
    const cells = rows.flatMap((row) => row.toSorted((one, other) => one.box.x0 - other.box.x0));
    const inTable = new Set(cells.map(({ line }) => line));
    const at = ordered.findIndex((line) => inTable.has(line));
    const others = ordered.filter((line) => !inTable.has(line));
    ordered = [...others.slice(0, at), ...cells.map(({ line }) => line), ...others.slice(at)];
  }
  return ordered;
}

function toCell(line: RecognisedLine): RecognisedCell[] {
  const { words, baseline, rowAttributes } = line;
  const isFlat = Math.abs(baseline.x1 - baseline.x0) > Math.abs(baseline.y1 - baseline.y0);
  if (words.length > cellWordsMax || !isFlat) return [];
  const boxes = words.map(({ bbox }) => bbox);
  const box = {
    x0: Math.min(...boxes.map(({ x0 }) => x0)),
    y0: Math.min(...boxes.map(({ y0 }) => y0)),
    x1: Math.max(...boxes.map(({ x1 }) => x1)),
    y1: Math.max(...boxes.map(({ y1 }) => y1)),
  };
  return [{ line, box, middle: (box.y0 + box.y1) / 2, height: rowAttributes.rowHeight }];
}

/** Finds rows of cells below each other. Each row has at least two cells. */
function findTables(cells: readonly RecognisedCell[]): RecognisedCell[][][] {
  const rows: RecognisedCell[][] = [];
  for (const cell of cells.toSorted((one, other) => one.middle - other.middle)) {
    const row = rows.at(-1);
    if (row?.[0] && isBeside(row, cell)) row.push(cell);
    else rows.push([cell]);
  }
  const tables: RecognisedCell[][][] = [];
  let table: RecognisedCell[][] = [];
  for (const row of rows) {
    const [first] = row;
    const last = table.at(-1)?.[0];
    if (!first || row.length < 2) continue;
    if (last && first.middle - last.middle > rowGapMax * last.height) {
      tables.push(table);
      table = [];
    }
    table.push(row);
  }
  return [...tables, table].filter((rows) => rows.length >= rowsMin && isTable(rows));
}

function isBeside(row: readonly RecognisedCell[], { box, middle }: RecognisedCell): boolean {
  return row.every(
    (other) =>
      Math.abs(other.middle - middle) < other.height / 2 &&
      (other.box.x1 <= box.x0 || box.x1 <= other.box.x0),
  );
}

function isTable(rows: readonly (readonly RecognisedCell[])[]): boolean {
  if (rows.filter((row) => row.length > 2).length >= rowsMin) return true;
  const last = rows.map((row) =>
    row.reduce((right, cell) => (cell.box.x0 > right.box.x0 ? cell : right)),
  );
  const numbers = last.filter(({ line: { words } }) => words.some(({ text }) => /\d/.test(text)));
  return numbers.length >= numbersMin * last.length;
}
