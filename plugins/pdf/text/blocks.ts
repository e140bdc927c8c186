import { median, rowsByContent, type WordRow } from "./layout.ts";
import type { Word } from "./words.ts";

// A block has at least one row, and a row at least one word. Only rows with the same number of
// cells are compared. Positions lie within the rows. So `!` is used.

/** A block of a page: its kind, text and position. */
export interface Block {
  kind: "heading" | "paragraph" | "list" | "table";
  text: string;
  /** The level of a heading, starting at 1. */
  level?: number;
  /** The cells of a table row by row, or the items of a list. */
  rows?: string[][];
  table?: Table;
  box: { x: number; y: number; width: number; height: number };
}

interface BlockOptions {
  /** The font size of most of the document. */
  bodySize: number;
  dehyphenate: boolean;
}

/** Returns the font size that most letters of these words have. */
export function measureBodySize(words: readonly Word[]): number {
  return median(
    words.flatMap(({ text, size }) => Array<number>(Math.min(text.length, 20)).fill(size)),
  );
}

/**
 * Finds headings by their size, lists by their bullets and tables by their columns. Everything else
 * is a paragraph.
 */
export function findBlocks(words: readonly Word[], options: BlockOptions): Block[] {
  const rows = rowsByContent(words);
  const blocks: Block[] = [];
  for (let at = 0; at < rows.length; ) {
    const table = findTableAt(rows, at);
    const length = table?.length ?? countBlockRows(rows, at, options);
    const group = rows.slice(at, at + length);
    blocks.push(
      table
        ? {
            ...buildEmptyBlock("table", group),
            rows: table.table.rows,
            table: table.table,
            text: table.text,
          }
        : buildBlock(group, options),
    );
    at += length;
  }
  return joinLists(blocks);
}

/**
 * Returns the number of rows that form one block: same size, directly below each other, and no
 * bullet starts a new item.
 */
function countBlockRows(rows: readonly WordRow[], from: number, options: BlockOptions): number {
  let at = from + 1;
  while (at < rows.length) {
    const [before, row] = [rows[at - 1]!, rows[at]!];
    const leading = row.y - (before.y + before.height);
    const isNear =
      leading < 0.9 * Math.max(row.height, before.height, getFontSize(row)) &&
      leading > -before.height;
    const isSame =
      Math.abs(getFontSize(row) - getFontSize(before)) < 0.6 && row.x < before.x + before.width;
    const isBold =
      isBoldRow(row) === isBoldRow(before) || getHeadingLevel(before, options) === undefined;
    if (!isNear || !isSame || !isBold || findBullet(row) || findTableAt(rows, at)) break;
    at++;
  }
  return at - from;
}

function buildBlock(rows: readonly WordRow[], options: BlockOptions): Block {
  const [first] = rows as [WordRow];
  const text = joinLines(rows.map(joinWords), options);
  const bullet = findBullet(first);
  if (bullet)
    return { ...buildEmptyBlock("list", rows), text: text.slice(bullet.length).trim(), rows: [] };
  const level = rows.length <= 3 ? getHeadingLevel(first, options) : undefined;
  return level
    ? { ...buildEmptyBlock("heading", rows), text, level }
    : { ...buildEmptyBlock("paragraph", rows), text };
}

function buildEmptyBlock<Kind extends Block["kind"]>(kind: Kind, rows: readonly WordRow[]) {
  const { x, y } = rows[0]!;
  const left = rows.reduce((least, row) => Math.min(least, row.x), x);
  const right = rows.reduce((most, row) => Math.max(most, row.x + row.width), x);
  const bottom = rows.reduce((most, row) => Math.max(most, row.y + row.height), y);
  const round = (value: number) => Math.round(value * 100) / 100;
  return { kind, box: { x: left, y, width: round(right - left), height: round(bottom - y) } };
}

function joinLines(lines: readonly string[], { dehyphenate }: BlockOptions): string {
  return lines.reduce((text, line) => {
    const breaks = dehyphenate && /\p{L}-$/u.test(text) && /^\p{Ll}/u.test(line);
    return breaks ? text.slice(0, -1) + line : `${text} ${line}`;
  });
}

function getHeadingLevel(row: WordRow, { bodySize }: BlockOptions): number | undefined {
  const share = getFontSize(row) / bodySize;
  if (share >= 1.7) return 1;
  if (share >= 1.3) return 2;
  if (share >= 1.12) return 3;
  return isBoldRow(row) && row.words.length <= 12 && !/[.,;]$/.test(joinWords(row)) ? 4 : undefined;
}

function isBoldRow({ words }: WordRow): boolean {
  return words.every(({ font }) => /bold|black|heavy|semibold/i.test(font));
}

function getFontSize({ words }: WordRow): number {
  return words[0]!.size;
}

function joinWords({ words }: WordRow): string {
  return words.map(({ text }) => text).join(" ");
}

function findBullet({ words }: WordRow): string | undefined {
  const first = words[0]!.text;
  return words.length > 1 && /^(?:[•◦▪‣●○■–*-]|\(?\d{1,3}[.)]|[a-z][.)])$/u.test(first)
    ? first
    : undefined;
}

/** Merges adjacent list items into one list. */
function joinLists(blocks: readonly Block[]): Block[] {
  const all: Block[] = [];
  for (const block of blocks) {
    const last = all.at(-1);
    if (block.kind !== "list") all.push(block);
    else if (last?.kind === "list" && last.rows) {
      last.rows.push([block.text]);
      last.text += `\n${block.text}`;
      last.box = { ...last.box, height: block.box.y + block.box.height - last.box.y };
    } else all.push({ ...block, rows: [[block.text]] });
  }
  return all;
}

const rowsMin = 2;
/** The maximum median length of a table's cells. Lines of a text column are longer. */
const proseLength = 40;

interface FoundTable {
  length: number;
  table: Table;
  text: string;
}

/**
 * Returns the table that starts at a row, if there is one. Its widest rows have the same number of
 * cells, whose edges are aligned. Further rows may have empty cells, and cells over several
 * columns. Two columns of running text don't count: their cells are long.
 */
function findTableAt(rows: readonly WordRow[], from: number): FoundTable | undefined {
  return findTable(rows, from, splitCells) ?? findTable(rows, from, splitNarrowCells);
}

type Split = (row: WordRow) => Cell[];

function findTable(rows: readonly WordRow[], from: number, split: Split): FoundTable | undefined {
  const first = split(rows[from]!);
  if (first.length < 2) return undefined;
  const region = [first];
  let bottom = rows[from]!.y + rows[from]!.height;
  for (const row of rows.slice(from + 1)) {
    const gap = row.y - bottom;
    const cells = split(row);
    if (gap > 3 * row.height || gap < -row.height || cells.length === 0) break;
    region.push(cells);
    bottom = row.y + row.height;
  }
  const columns = findColumns(region, split === splitNarrowCells ? 3 : rowsMin);
  if (!columns) return undefined;
  const placed: TableCell[][] = [];
  for (const cells of region) {
    const row = placeCells(cells, columns, placed.length);
    if (!row) break;
    placed.push(row);
  }
  // A last row in one column is a paragraph.
  while (placed.length > 0 && placed.at(-1)!.length < 2) placed.pop();
  const grid = placed.map((row) => toGridRow(row, columns.length));
  const lengths = placed.flat().map(({ text }) => text.length);
  if (placed.length < rowsMin || median(lengths) > proseLength) return undefined;
  return {
    length: placed.length,
    table: { rows: grid, cells: placed.flat(), columns: columns.length },
    text: grid.map((row) => row.join("\t")).join("\n"),
  };
}

/** The cells of a table. */
interface Table {
  /** The texts by row and column. Columns that a cell spans are empty after its first. */
  rows: string[][];
  columns: number;
  cells: TableCell[];
}

/** A cell, with its position in the table, starting at 0. */
interface TableCell {
  row: number;
  column: number;
  /** The number of columns that it spans. */
  column_span: number;
  text: string;
}

interface Column {
  left: number;
  right: number;
}

/** Returns the columns of the rows with the most cells, if enough of them are aligned. */
function findColumns(region: readonly Cell[][], rowsNeeded: number): Column[] | undefined {
  const counts = Map.groupBy(region, ({ length }) => length);
  const widest = [...counts].filter(([, { length }]) => length >= rowsNeeded);
  const [most] = widest.map(([count]) => count).sort((one, other) => other - one);
  if (most === undefined || most < 2) return undefined;
  const rows = counts.get(most)!;
  const aligned = rows.filter((row) => areAligned(rows[0]!, row));
  if (aligned.length < rowsNeeded) return undefined;
  const columns = aligned[0]!.map((_, index) => ({
    left: Math.min(...aligned.map((row) => row[index]!.left)),
    right: Math.max(...aligned.map((row) => row[index]!.right)),
  }));
  const isApart = columns.every(
    ({ left }, index) => index === 0 || left > columns[index - 1]!.right,
  );
  return isApart ? columns : undefined;
}

/** Places the cells of a row in columns. Returns undefined if two cells share a column. */
function placeCells(
  cells: readonly Cell[],
  columns: readonly Column[],
  row: number,
): TableCell[] | undefined {
  const placed: TableCell[] = [];
  let next = 0;
  for (const { text, left, right } of cells) {
    const covered = columns.flatMap((column, index) =>
      left < column.right && column.left < right ? [index] : [],
    );
    const [first, last] = [covered[0], covered.at(-1)];
    if (first === undefined || last === undefined || first < next) return undefined;
    placed.push({ row, column: first, column_span: last - first + 1, text });
    next = last + 1;
  }
  const isParagraph = placed.length === 1 && placed[0]!.column_span === columns.length;
  return isParagraph && columns.length > 1 ? undefined : placed;
}

function toGridRow(cells: readonly TableCell[], columns: number): string[] {
  const row = Array<string>(columns).fill("");
  for (const { column, text } of cells) row[column] = text;
  return row;
}

interface Cell {
  text: string;
  left: number;
  right: number;
}

/** The minimum gaps between cells, in heights of a letter: in any table, and in narrow ones. */
const [cellGap, narrowGap] = [1.2, 0.55];
/** How much wider the gap between cells of a narrow table is than the spaces of their row. */
const narrowShare = 1.7;

/** Splits a row into cells at gaps wider than a space. */
function splitCells(row: WordRow): Cell[] {
  return splitAt(row, ({ gap, high }) => gap >= cellGap * high);
}

/** Splits a row into cells at narrow gaps, if these differ from the spaces of the row. */
function splitNarrowCells(row: WordRow): Cell[] {
  const isCut = ({ gap, high }: Gap) => gap >= narrowGap * high;
  const gaps = listGaps(row);
  const space = Math.max(0, ...gaps.filter((gap) => !isCut(gap)).map(({ gap }) => gap));
  const least = Math.min(...gaps.filter(isCut).map(({ gap }) => gap));
  return space > 0 && least >= narrowShare * space ? splitAt(row, isCut) : [];
}

interface Gap {
  gap: number;
  /** The height of the letters around it. */
  high: number;
}

/** Returns the gap before each word of a row except the first. */
function listGaps({ words, height }: WordRow): Gap[] {
  return words.slice(1).map(({ x, size }, index) => {
    const before = words[index]!;
    return { gap: x - (before.x + before.width), high: Math.max(height, size) };
  });
}

function splitAt(row: WordRow, isCut: (gap: Gap) => boolean): Cell[] {
  const gaps = listGaps(row);
  const cells: Cell[] = [];
  for (const [index, { text, x, width }] of row.words.entries()) {
    const last = cells.at(-1);
    if (last && !isCut(gaps[index - 1]!)) {
      last.text += ` ${text}`;
      last.right = x + width;
    } else cells.push({ text, left: x, right: x + width });
  }
  return cells;
}

function areAligned(above: readonly Cell[], below: readonly Cell[]): boolean {
  const near = 3;
  return (
    above.length === below.length &&
    above.every(({ left, right }, index) => {
      const cell = below[index]!;
      return (
        Math.abs(cell.left - left) < near ||
        Math.abs(cell.right - right) < near ||
        Math.abs(cell.left + cell.right - left - right) < 2 * near
      );
    })
  );
}
