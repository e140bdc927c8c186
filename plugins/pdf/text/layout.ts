import { rowsByPlace } from "./rows.ts";
import type { Word } from "./words.ts";

const columnsMax = 400;
const blankLinesMax = 3;

/** Writes words where they stand on the page, in columns of characters of one width. */
export function layOut(words: readonly Word[]): string {
  if (words.length === 0) return "";
  const rows = rowsByPlace(words);
  const left = rows.reduce((least, row) => Math.min(least, row.x), Number.POSITIVE_INFINITY);
  const advance = median(words.map(({ text, width }) => width / [...text].length)) || 6;
  const leading = median(rows.slice(1).map((row, index) => row.y - rows[index]!.y)) || 12;
  let bottom: number | undefined;
  return rows
    .map(({ words, y, height }) => {
      const gap = bottom === undefined ? 0 : Math.round((y - bottom) / leading - 0.5);
      bottom = y + height;
      return "\n".repeat(Math.max(0, Math.min(blankLinesMax, gap))) + writeLine(words, left, advance);
    })
    .join("\n");
}

function writeLine(words: readonly Word[], left: number, advance: number): string {
  let text = "";
  let length = 0;
  for (const word of words) {
    const column = Math.min(columnsMax, Math.round((word.x - left) / advance));
    const spaces = Math.max(length > 0 ? 1 : 0, column - length);
    text += " ".repeat(spaces) + word.text;
    length += spaces + [...word.text].length;
  }
  return text;
}

/** The middle one of some figures, of two the lower one; 0 of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? 0;
}
