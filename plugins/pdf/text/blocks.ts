import { median, type Row, rowsByContent } from "./layout.ts";
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
        ? { ...buildEmptyBlock("table", group), rows: table.cells, text: table.text }
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
function countBlockRows(rows: readonly Row[], from: number, options: BlockOptions): number {
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

function buildBlock(rows: readonly Row[], options: BlockOptions): Block {
  const [first] = rows as [Row];
  const text = joinLines(rows.map(joinWords), options);
  const bullet = findBullet(first);
  if (bullet)
    return { ...buildEmptyBlock("list", rows), text: text.slice(bullet.length).trim(), rows: [] };
  const level = rows.length <= 3 ? getHeadingLevel(first, options) : undefined;
  return level
    ? { ...buildEmptyBlock("heading", rows), text, level }
    : { ...buildEmptyBlock("paragraph", rows), text };
}

function buildEmptyBlock<Kind extends Block["kind"]>(kind: Kind, rows: readonly Row[]) {
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

function getHeadingLevel(row: Row, { bodySize }: BlockOptions): number | undefined {
  const share = getFontSize(row) / bodySize;
  if (share >= 1.7) return 1;
  if (share >= 1.3) return 2;
  if (share >= 1.12) return 3;
  return isBoldRow(row) && row.words.length <= 12 && !/[.,;]$/.test(joinWords(row)) ? 4 : undefined;
}

function isBoldRow({ words }: Row): boolean {
  return words.every(({ font }) => /bold|black|heavy|semibold/i.test(font));
}

function getFontSize({ words }: Row): number {
  return words[0]!.size;
}

function joinWords({ words }: Row): string {
  return words.map(({ text }) => text).join(" ");
}

function findBullet({ words }: Row): string | undefined {
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

/**
 * Returns the table that starts at a row, if there is one: rows with the same number of cells,
 * whose left or right edges are aligned. Two columns of running text don't count: their cells are
 * long.
 */
function findTableAt(
  rows: readonly Row[],
  from: number,
): { length: number; cells: string[][]; text: string } | undefined {
  const first = splitCells(rows[from]!);
  if (first.length < 2) return undefined;
  const found = [first];
  let bottom = rows[from]!.y + rows[from]!.height;
  for (const row of rows.slice(from + 1)) {
    const cells = splitCells(row);
    const gap = row.y - bottom;
    if (!areAligned(first, cells) || gap > 3 * row.height || gap < -row.height) break;
    found.push(cells);
    bottom = row.y + row.height;
  }
  const cells = found.map((row) => row.map(({ text }) => text));
  const isProse = median(cells.flat().map(({ length }) => length)) > proseLength;
  if (found.length < rowsMin || isProse) return undefined;
  const text = cells.map((row) => row.join("\t")).join("\n");
  return { length: found.length, cells, text };
}

interface Cell {
  text: string;
  left: number;
  right: number;
}

/** Splits a row into cells at gaps wider than a space. */
function splitCells({ words, height }: Row): Cell[] {
  const cells: Cell[] = [];
  for (const { text, x, width, size } of words) {
    const last = cells.at(-1);
    if (last && x - last.right < 1.2 * Math.max(height, size)) {
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
