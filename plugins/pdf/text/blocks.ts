import { median, rowsByContent, type WordRow } from "./layout.ts";
import type { Rule } from "./rules.ts";
import { findTables, type Table } from "./tables.ts";
import type { Word } from "./words.ts";

// A block has at least one row, and a row at least one word. So `!` is used.

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
  /** The straight lines of the page. Default: none. */
  rules?: readonly Rule[];
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
  const order = new Map(words.map((word, index) => [word, index]));
  const tables = findTables([{ page: 1, words, rules: options.rules ?? [] }]).map((table) => {
    const inside = table.words.get(1) ?? new Set();
    return { table, inside, at: Math.min(...[...inside].map((word) => order.get(word) ?? 0)) };
  });
  const blocks: Block[] = [];
  let from = 0;
  for (const { table, at } of tables.toSorted((one, other) => one.at - other.at)) {
    blocks.push(...buildBlocks(words.slice(from, at), tables, options));
    blocks.push(buildTableBlock(table));
    from = at;
  }
  return joinLists([...blocks, ...buildBlocks(words.slice(from), tables, options)]);
}

/** Builds the blocks of those words that are in no table. */
function buildBlocks(
  words: readonly Word[],
  tables: readonly { inside: ReadonlySet<Word> }[],
  options: BlockOptions,
): Block[] {
  const rows = rowsByContent(
    words.filter((word) => !tables.some(({ inside }) => inside.has(word))),
  );
  const blocks: Block[] = [];
  for (let at = 0; at < rows.length; ) {
    const length = countBlockRows(rows, at, options);
    blocks.push(buildBlock(rows.slice(at, at + length), options));
    at += length;
  }
  return blocks;
}

function buildTableBlock(table: Table): Block {
  const rows = table.rows.map((row) => row.map((text) => text.replaceAll("\n", " ")));
  const text = rows.map((row) => row.join("\t")).join("\n");
  return { kind: "table", text, rows, box: measureBox([...(table.words.get(1) ?? [])]) };
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
    if (!isNear || !isSame || !isBold || findBullet(row)) break;
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
  return { kind, box: measureBox(rows) };
}

/** Returns the box around words or rows. */
export function measureBox(parts: readonly Block["box"][]): Block["box"] {
  const measure = (read: (part: Block["box"]) => number) =>
    parts.reduce((least, part) => Math.min(least, read(part)), Number.POSITIVE_INFINITY);
  const [x, y] = [measure((part) => part.x), measure((part) => part.y)];
  const [right, bottom] = [
    -measure((part) => -part.x - part.width),
    -measure((part) => -part.y - part.height),
  ];
  const round = (value: number) => Math.round(value * 100) / 100;
  return { x, y, width: round(right - x), height: round(bottom - y) };
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
