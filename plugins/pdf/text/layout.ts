import { hasRightToLeft, runsFromRight } from "./bidi.ts";
import type { Word } from "./words.ts";

const blankLinesMax = 3;

/** Lays out words at their positions on the page, in monospaced columns. */
export function layOut(words: readonly Word[]): string {
  if (words.length === 0) return "";
  const rows = rowsByPlace(words);
  const left = rows.reduce((least, row) => Math.min(least, row.x), Number.POSITIVE_INFINITY);
  const right = rows.reduce((most, row) => Math.max(most, row.x + row.width), 0);
  const advance = median(words.map(({ text, width }) => width / [...text].length)) || 6;
  const leading = median(rows.slice(1).map((row, index) => row.y - (rows[index] ?? row).y)) || 12;
  let bottom: number | undefined;
  return rows
    .map(({ words, y, height }) => {
      const gap = bottom === undefined ? 0 : Math.round((y - bottom) / leading - 0.5);
      bottom = y + height;
      return (
        "\n".repeat(Math.max(0, Math.min(blankLinesMax, gap))) +
        writeLine(words, createColumnFinder(words, { left, right, advance }))
      );
    })
    .join("\n");
}

const columnsMax = 400;

/** Returns the column of each word: from the right edge on lines that are read from there. */
function createColumnFinder(
  words: readonly Word[],
  { left, right, advance }: { left: number; right: number; advance: number },
): (word: Word) => number {
  return isFromRight(words)
    ? ({ x, width }) => (right - x - width) / advance
    : ({ x }) => (x - left) / advance;
}

function writeLine(words: readonly Word[], findColumn: (word: Word) => number): string {
  let text = "";
  let length = 0;
  for (const word of words) {
    const column = Math.min(columnsMax, Math.round(findColumn(word)));
    const spaces = Math.max(length > 0 ? 1 : 0, column - length);
    text += " ".repeat(spaces) + word.text;
    length += spaces + [...word.text].length;
  }
  return text;
}

/** Returns whether a line is read from the right. */
function isFromRight(words: readonly Word[]): boolean {
  const text = words.map(({ text }) => text).join("");
  return hasRightToLeft(text) && runsFromRight(text);
}

/** Returns the median: the lower of two middle values, and 0 if there are none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? 0;
}

/** Words on one line, from left to right. */
export interface WordRow {
  words: Word[];
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Groups words into rows by vertical position, from top to bottom, regardless of their order. */
export function rowsByPlace(words: readonly Word[]): WordRow[] {
  const rows: { words: Word[]; middle: number; height: number }[] = [];
  for (const word of words.toSorted((a, b) => computeMiddle(a) - computeMiddle(b))) {
    const row = rows.at(-1);
    if (row && computeMiddle(word) - row.middle < Math.max(row.height, word.height) / 2)
      row.words.push(word);
    else rows.push({ words: [word], middle: computeMiddle(word), height: word.height });
  }
  const order = new Map(words.map((word, index) => [word, index]));
  return rows.map((row) =>
    buildRow(row.words.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))),
  );
}

/** Groups words into rows in content order, so that a column is read to its end. */
export function rowsByContent(words: readonly Word[]): WordRow[] {
  const rows: Word[][] = [];
  let hasRight = false;
  for (const word of words) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    const isRight = hasRightToLeft(word.text);
    if (row && last && follows(last, word, hasRight || isRight)) {
      row.push(word);
      hasRight ||= isRight;
    } else {
      rows.push([word]);
      hasRight = isRight;
    }
  }
  return rows.map(buildRow);
}

/** The maximum gap before the next cell of a row, in letter heights. */
const gapMax = 40;

/** Returns whether a word continues a row, which may have right-to-left text. */
function follows(before: Word, after: Word, hasRight: boolean): boolean {
  const high = Math.max(before.height, after.height, 1);
  const isLevel = Math.abs(computeMiddle(before) - computeMiddle(after)) < 0.6 * high;
  const gap = after.x - (before.x + before.width);
  if (isLevel && after.x > before.x && gap < gapMax * high) return true;
  return isLevel && hasRight && Math.max(gap, before.x - (after.x + after.width)) < gapMax * high;
}

function computeMiddle({ y, height }: Word): number {
  return y + height / 2;
}

function buildRow(unordered: readonly Word[]): WordRow {
  // Content order is reading order for right-to-left text.
  const words = unordered.some(({ text }) => hasRightToLeft(text))
    ? [...unordered]
    : unordered.toSorted((a, b) => a.x - b.x);
  const x = words.reduce((least, word) => Math.min(least, word.x), Number.POSITIVE_INFINITY);
  const y = words.reduce((least, word) => Math.min(least, word.y), Number.POSITIVE_INFINITY);
  const right = words.reduce((most, word) => Math.max(most, word.x + word.width), x);
  const bottom = words.reduce((most, word) => Math.max(most, word.y + word.height), y);
  return { words, x, y, width: right - x, height: bottom - y };
}
