import { itemAt } from "../lists.ts";
import { splitWords } from "./words.ts";

/** A piece that is in both texts or in only one. */
export interface Change {
  kind: "same" | "removed" | "added";
  text: string;
}

const piecesMax = 1500;

/** Returns the word-level differences between two texts, or undefined if they are too long. */
export function diffWords(from: string, to: string, language: string): Change[] | undefined {
  const [a, b] = [splitPieces(from, language), splitPieces(to, language)];
  if (a.length > piecesMax || b.length > piecesMax) return undefined;
  const common = measureCommon(a, b);
  const changes: Change[] = [];
  const add = (kind: Change["kind"], text: string) => {
    const last = changes.at(-1);
    if (last?.kind === kind) last.text += text;
    else changes.push({ kind, text });
  };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [theirs, ours] = [a[i], b[j]];
    if (theirs !== undefined && theirs === ours) {
      add("same", theirs);
      i++;
      j++;
    } else if (
      theirs !== undefined &&
      (ours === undefined || at(common, i + 1, j) >= at(common, i, j + 1))
    ) {
      add("removed", theirs);
      i++;
    } else {
      add("added", itemAt(b, j));
      j++;
    }
  }
  return changes;
}

/** Splits a text into words and the text between them. */
function splitPieces(text: string, language: string): string[] {
  const found: string[] = [];
  let end = 0;
  for (const word of splitWords(text, language)) {
    if (word.start > end) found.push(text.slice(end, word.start));
    found.push(word.text);
    end = word.end;
  }
  if (end < text.length) found.push(text.slice(end));
  return found;
}

interface Table {
  width: number;
  cells: Uint16Array;
}

/** Computes the length of the longest common subsequence of every two suffixes. */
function measureCommon(a: readonly string[], b: readonly string[]): Table {
  const width = b.length + 1;
  const table = { width, cells: new Uint16Array((a.length + 1) * width) };
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table.cells[i * width + j] =
        a[i] === b[j]
          ? at(table, i + 1, j + 1) + 1
          : Math.max(at(table, i + 1, j), at(table, i, j + 1));
  return table;
}

/** Returns a cell of the table. It has one for each pair of positions: no index is out of bounds. */
function at({ width, cells }: Table, i: number, j: number): number {
  return cells[i * width + j]!;
}
