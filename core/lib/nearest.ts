/** Returns the end of a message about an unknown name: the nearest known one, or an empty string. */
export function suggestNearest(name: string, names: Iterable<string>): string {
  const nearest = findNearest(name, names);
  return nearest === undefined ? "" : ` (the nearest is "${nearest}")`;
}

/** Returns the candidate with the fewest edits, if it is near enough to be a typo. */
export function findNearest(
  word: string,
  candidates: Iterable<string>,
  editsMax: number = Math.max(2, Math.floor(word.length / 3)),
): string | undefined {
  let nearest: string | undefined;
  let fewest = editsMax + 1;
  for (const candidate of candidates) {
    if (!candidate) continue;
    const edits = countEdits(word.toLowerCase(), candidate.toLowerCase());
    if (edits < fewest) {
      fewest = edits;
      nearest = candidate;
    }
  }
  return nearest;
}

/** Counts insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
function countEdits(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = next;
  }
  return last[other.length] ?? 0;
}
