import { diffArrays } from "diff";
import type { Word } from "../text/words.ts";
import type { PagePair } from "./align-pages.ts";

/** A word of a file. One that is hyphenated at the end of a line has two parts. */
export interface Token {
  text: string;
  page: number;
  parts: Word[];
}

export interface WordChange {
  kind: "inserted" | "deleted" | "moved";
  before: Token[];
  after: Token[];
}

/** Returns the words of a page. */
export function listTokens(words: readonly Word[], page: number): Token[] {
  const tokens: Token[] = [];
  for (const word of words) {
    const last = tokens.at(-1);
    const end = last?.parts.at(-1);
    const continues =
      last &&
      end &&
      last.text.length > 1 &&
      last.text.endsWith("-") &&
      word.y > end.y + end.height / 2;
    if (continues && /^\p{Ll}/u.test(word.text)) {
      last.text = last.text.slice(0, -1) + word.text;
      last.parts.push(word);
    } else tokens.push({ text: word.text, page, parts: [word] });
  }
  return tokens;
}

/** The most differences that are searched for in a whole document, and in a pair of pages. */
const documentEditsMax = 3000;
const pageEditsMax = 5000;

type ByPage = readonly (readonly Token[])[];

/**
 * Returns the words that were inserted, deleted or moved. The documents are compared as a whole,
 * because an insertion moves words to later pages. If they differ too much, each page is compared
 * with its counterpart.
 */
export function findWordChanges(
  before: ByPage,
  after: ByPage,
  pairs: readonly PagePair[],
): WordChange[] {
  const [one, other] = [before.flat(), after.flat()];
  const changed =
    diffTokens(one, other, documentEditsMax) ??
    pairs.map((pair) => {
      const left = pair.before === undefined ? [] : (before[pair.before] ?? []);
      const right = pair.after === undefined ? [] : (after[pair.after] ?? []);
      return diffTokens(left, right, pageEditsMax) ?? { deleted: left, inserted: right };
    });
  const all = Array.isArray(changed) ? changed : [changed];
  const deleted = new Set(all.flatMap((change) => change.deleted));
  const inserted = new Set(all.flatMap((change) => change.inserted));
  dropUnmoved({ deleted, inserted, pairs });
  const moved = findMoves(
    one.filter((token) => deleted.has(token)),
    other.filter((token) => inserted.has(token)),
  );
  for (const change of moved) {
    for (const token of change.before) deleted.delete(token);
    for (const token of change.after) inserted.delete(token);
  }
  return [
    ...moved,
    ...listRuns(one, deleted).map((run) => ({ kind: "deleted" as const, before: run, after: [] })),
    ...listRuns(other, inserted).map((run) => ({
      kind: "inserted" as const,
      before: [],
      after: run,
    })),
  ];
}

interface Changed {
  deleted: readonly Token[];
  inserted: readonly Token[];
}

/** Returns undefined if there are more edits. */
function diffTokens(
  before: readonly Token[],
  after: readonly Token[],
  maxEditLength: number,
): Changed | undefined {
  const comparator = (a: Token, b: Token) => a.text === b.text;
  const parts = diffArrays([...before], [...after], { comparator, maxEditLength });
  return (
    parts && {
      deleted: parts.flatMap(({ removed, value }) => (removed ? value : [])),
      inserted: parts.flatMap(({ added, value }) => (added ? value : [])),
    }
  );
}

const sameSpotPoints = 2;

/**
 * Drops words that stayed at their place of a page, such as a header between two parts of a text
 * that moved.
 */
function dropUnmoved({
  deleted,
  inserted,
  pairs,
}: {
  deleted: Set<Token>;
  inserted: Set<Token>;
  pairs: readonly PagePair[];
}): void {
  const counterparts = new Map(pairs.map(({ before = -1, after = -1 }) => [after + 1, before + 1]));
  const key = (page: number | undefined, text: string) => `${page} ${text}`;
  const gone = Map.groupBy(deleted, ({ page, text }) => key(page, text));
  for (const token of [...inserted]) {
    const [{ x, y } = { x: 0, y: 0 }] = token.parts;
    const same = gone
      .get(key(counterparts.get(token.page), token.text))
      ?.find(({ parts: [first] }) => {
        const distance = first && Math.max(Math.abs(first.x - x), Math.abs(first.y - y));
        return distance !== undefined && distance < sameSpotPoints;
      });
    if (!same || !deleted.delete(same)) continue;
    inserted.delete(token);
  }
}

/** Fewer words are not a moved part of the text, but occur in it by chance. */
const movedWordsMin = 4;

/** Finds words that were deleted at one place and inserted at another. Both lists are in order. */
function findMoves(deleted: readonly Token[], inserted: readonly Token[]): WordChange[] {
  const key = (tokens: readonly Token[], at: number) =>
    tokens
      .slice(at, at + movedWordsMin)
      .map(({ text }) => text)
      .join(" ");
  const places = new Map<string, number[]>();
  for (let at = 0; at + movedWordsMin <= deleted.length; at++) {
    const list = places.get(key(deleted, at));
    if (list) list.push(at);
    else places.set(key(deleted, at), [at]);
  }
  const used = new Set<number>();
  const moves: WordChange[] = [];
  for (let at = 0; at + movedWordsMin <= inserted.length; ) {
    const from = places.get(key(inserted, at))?.find((place) => !used.has(place));
    let length = 0;
    while (from !== undefined && isSame(from + length, at + length)) used.add(from + length++);
    if (from === undefined || length < movedWordsMin) at++;
    else {
      moves.push({
        kind: "moved",
        before: deleted.slice(from, from + length),
        after: inserted.slice(at, at + length),
      });
      at += length;
    }
  }
  return moves;

  function isSame(from: number, to: number): boolean {
    const text = deleted[from]?.text;
    return text !== undefined && text === inserted[to]?.text && !used.has(from);
  }
}

/** Returns the words of a set as runs that follow each other in the text. */
function listRuns(all: readonly Token[], chosen: ReadonlySet<Token>): Token[][] {
  const runs: Token[][] = [];
  let isOpen = false;
  for (const token of all) {
    const isChosen = chosen.has(token);
    if (isChosen && isOpen && runs.at(-1)?.at(-1)?.page === token.page) runs.at(-1)?.push(token);
    else if (isChosen) runs.push([token]);
    isOpen = isChosen;
  }
  return runs;
}
