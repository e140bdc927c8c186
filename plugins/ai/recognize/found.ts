import { itemAt } from "../lists.ts";
/** An entity found in a text, with its position. */
export interface TextEntity {
  type: string;
  start: number;
  end: number;
  /** From 0 to 1. A valid checksum scores higher than a matching pattern. */
  confidence: number;
  /** The normalized form, for comparison. */
  normalized?: string | undefined;
}

/** Yields the entity for every match of a pattern whose parts are all bounded. */
export function* findMatches(
  text: string,
  pattern: RegExp,
  read: (match: RegExpExecArray) => Omit<TextEntity, "start" | "end"> | undefined,
): Generator<TextEntity> {
  for (const match of text.matchAll(pattern)) {
    const found = read(match);
    if (found) yield { ...found, start: match.index, end: match.index + match[0].length };
  }
}

/** Resolves overlaps in favour of the more certain, then the longer entity. Returns them in text order. */
export function dropOverlaps(all: readonly TextEntity[]): TextEntity[] {
  const sorted = all.toSorted(
    (a, b) =>
      b.confidence - a.confidence || b.end - b.start - (a.end - a.start) || a.start - b.start,
  );
  const chosen: TextEntity[] = [];
  const starts: number[] = [];
  for (const one of sorted) {
    const place = lowerBound(starts, one.start);
    const before = chosen[place - 1];
    const after = chosen[place];
    if ((before && before.end > one.start) || (after && after.start < one.end)) continue;
    chosen.splice(place, 0, one);
    starts.splice(place, 0, one.start);
  }
  return chosen;
}

function lowerBound(starts: readonly number[], value: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(starts, middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
