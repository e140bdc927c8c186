import { itemAt } from "../lists.ts";
/** Something recognised in a text, by its place. */
export interface TextEntity {
  type: string;
  start: number;
  end: number;
  /** From 0 to 1: a checksum that holds is worth more than a shape. */
  confidence: number;
  /** What it stands for, in a form that compares. */
  normalized?: string | undefined;
}

/** Every match of a pattern whose parts are all bounded, with what it is found to be. */
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

/** Of things that overlap, the surer one, or else the longer one. In the order of the text. */
export function dropOverlaps(all: readonly TextEntity[]): TextEntity[] {
  const sorted = all.toSorted(
    (a, b) =>
      b.confidence - a.confidence || b.end - b.start - (a.end - a.start) || a.start - b.start,
  );
  const kept: TextEntity[] = [];
  const starts: number[] = [];
  for (const one of sorted) {
    const place = lowerBound(starts, one.start);
    const before = kept[place - 1];
    const after = kept[place];
    if ((before && before.end > one.start) || (after && after.start < one.end)) continue;
    kept.splice(place, 0, one);
    starts.splice(place, 0, one.start);
  }
  return kept;
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
