import { median, type Row, rowsByContent } from "./layout.ts";
import type { Word } from "./words.ts";

// A block has one row at least and a row one word; two rows are compared that have as many cells, and
// places lie within the rows: `!` says so.

/** A piece of a page: what it is, what it says, and where it stands. */
export interface Block {
  kind: "heading" | "paragraph" | "list" | "table";
  text: string;
  /** Of a heading, from 1. */
  level?: number;
  /** Of a table, its cells row by row; of a list, its entries. */
  rows?: string[][];
  box: { x: number; y: number; width: number; height: number };
}

interface BlockOptions {
  /** The size that most of the document is set in. */
  bodySize: number;
  dehyphenate: boolean;
}

/** The size that most letters of some words have. */
export function measureBodySize(words: readonly Word[]): number {
  return median(
    words.flatMap(({ text, size }) => Array<number>(Math.min(text.length, 20)).fill(size)),
  );
}

/** Finds headings by their size, lists by their bullets, tables by their columns; the rest is paragraphs. */
export function findBlocks(words: readonly Word[], options: BlockOptions): Block[] {
  const rows = rowsByContent(words);
  const blocks: Block[] = [];
  for (let at = 0; at < rows.length; ) {
    const table = tableAt(rows, at);
    const taken = table?.length ?? runLength(rows, at, options);
    const group = rows.slice(at, at + taken);
    blocks.push(
      table
        ? { ...blank("table", group), rows: table.cells, text: table.text }
        : buildBlock(group, options),
    );
    at += taken;
  }
  return joinLists(blocks);
}

/** How many rows belong together: of one size, one below the other, and no bullet begins a new entry. */
function runLength(rows: readonly Row[], from: number, options: BlockOptions): number {
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
    if (!isNear || !isSame || !isBold || findBullet(row) || tableAt(rows, at)) break;
    at++;
  }
  return at - from;
}

function buildBlock(rows: readonly Row[], options: BlockOptions): Block {
  const [first] = rows as [Row];
  const text = joinLines(rows.map(joinWords), options);
  const bullet = findBullet(first);
  if (bullet) return { ...blank("list", rows), text: text.slice(bullet.length).trim(), rows: [] };
  const level = rows.length <= 3 ? getHeadingLevel(first, options) : undefined;
  return level ? { ...blank("heading", rows), text, level } : { ...blank("paragraph", rows), text };
}

function blank<Kind extends Block["kind"]>(kind: Kind, rows: readonly Row[]) {
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

/** Entries of a list that follow each other are one list. */
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
/** The cells of a table are shorter than the lines of a column. */
const proseLength = 40;

/**
 * The table that begins at a row, if one does: rows of as many cells, whose left or right edges stand
 * in line. Two columns of running text are none: their cells are long.
 */
function tableAt(
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
    if (!inLine(first, cells) || gap > 3 * row.height || gap < -row.height) break;
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

/** Words with more than a space's width between them stand in cells of their own. */
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

function inLine(above: readonly Cell[], below: readonly Cell[]): boolean {
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
