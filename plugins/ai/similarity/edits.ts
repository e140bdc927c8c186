/** Longer texts are compared by their words, and those by no more than this. */
const charactersMax = 600;
const wordsMax = 600;

/** One minus the optimal string alignment distance over the longer length: letters, or words if long. */
export function editRatio(a: string, b: string): number {
  const [one, other] = [a.normalize("NFC").toLowerCase(), b.normalize("NFC").toLowerCase()];
  if (one === other) return 1;
  if (Math.max(one.length, other.length) <= charactersMax) return ratio([...one], [...other]);
  return ratio(one.split(/\s/u).slice(0, wordsMax), other.split(/\s/u).slice(0, wordsMax));
}

function ratio(a: readonly string[], b: readonly string[]): number {
  const longer = Math.max(a.length, b.length);
  return longer === 0 ? 1 : 1 - distance(a, b) / longer;
}

/** Insertions, deletions, changes and swaps of neighbours (Damerau, 1964). */
export function distance(first: readonly string[], second: readonly string[]): number {
  const numbers = new Map<string, number>();
  const [a, b] = [numbered(first, numbers), numbered(second, numbers)];
  let before = new Uint16Array(b.length + 1);
  let last = Uint16Array.from({ length: b.length + 1 }, (_, index) => index);
  let row = new Uint16Array(b.length + 1);
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    const piece = a[i - 1]!;
    for (let j = 1; j <= b.length; j++) {
      const change = last[j - 1]! + (piece === b[j - 1] ? 0 : 1);
      const other = Math.min(last[j]!, row[j - 1]!) + 1;
      let best = Math.min(change, other);
      if (i > 1 && j > 1 && piece === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, before[j - 2]! + 1);
      row[j] = best;
    }
    [before, last, row] = [last, row, before];
  }
  return last[b.length]!;
}

/** The same number for the same piece: numbers compare faster than strings. */
function numbered(pieces: readonly string[], numbers: Map<string, number>): Int32Array {
  return Int32Array.from(pieces, (piece) => {
    const known = numbers.get(piece);
    if (known !== undefined) return known;
    numbers.set(piece, numbers.size);
    return numbers.size - 1;
  });
}
