/** A page as it is compared with others. */
export interface PageSketch {
  /** Its pairs of adjacent words as numbers, sorted. Equal pairs have equal numbers. */
  words: readonly number[];
  /** The darkness of its pixels in a small picture. Undefined for a page with enough words. */
  shades: Uint8Array | undefined;
}

/** Two pages that belong together, or one that only one of the files has. As indexes. */
export interface PagePair {
  before: number | undefined;
  after: number | undefined;
}

/** The least similarity of two pages that belong together. */
const similarityMin = 0.0225;

/**
 * Pairs the pages of two files in order, so that the sum of their similarities is as large as
 * possible (Needleman and Wunsch). Other pages were inserted or deleted.
 */
export function alignPages(
  before: readonly PageSketch[],
  after: readonly PageSketch[],
): PagePair[] {
  const width = after.length + 1;
  const best = new Float64Array((before.length + 1) * width);
  const likeness = new Float64Array(best.length);
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--) {
      const at = row * width + column;
      const similarity = compareSketches(before[row], after[column]);
      likeness[at] = similarity;
      const paired = similarity < similarityMin ? 0 : similarity + valueAt(best, at + width + 1);
      best[at] = Math.max(paired, valueAt(best, at + width), valueAt(best, at + 1));
    }
  const pairs: PagePair[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const at = row * width + column;
    const isPair =
      row < before.length &&
      column < after.length &&
      valueAt(likeness, at) >= similarityMin &&
      best[at] === valueAt(likeness, at) + valueAt(best, at + width + 1);
    if (isPair) pairs.push({ before: row++, after: column++ });
    else if (row < before.length && best[at] === valueAt(best, at + width))
      pairs.push({ before: row++, after: undefined });
    else pairs.push({ before: undefined, after: column++ });
  }
  return pairs;
}

function valueAt(values: Float64Array, at: number): number {
  return values[at] ?? 0;
}

/**
 * Returns how similar two pages are, from 0 to 1: by words, or by pictures if both have few. It is
 * squared: one equal page counts more than two that have a template in common.
 */
function compareSketches(a: PageSketch | undefined, b: PageSketch | undefined): number {
  if (!a || !b) return 0;
  const share =
    a.shades && b.shades ? compareShades(a.shades, b.shades) : shareWords(a.words, b.words);
  return share ** 2;
}

/** Returns the share of common words: Sørensen's coefficient. */
function shareWords(a: readonly number[], b: readonly number[]): number {
  let shared = 0;
  for (let left = 0, right = 0; left < a.length && right < b.length; ) {
    const [one = 0, other = 0] = [a[left], b[right]];
    if (one === other) shared++;
    if (one <= other) left++;
    if (other <= one) right++;
  }
  return (2 * shared) / Math.max(1, a.length + b.length);
}

/** Returns 1 less the share of darkness at other places (Bray and Curtis). */
function compareShades(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) return 0;
  let [different, total] = [0, 0];
  for (const [index, shade] of a.entries()) {
    const other = b[index] ?? 0;
    different += Math.abs(shade - other);
    total += shade + other;
  }
  return total === 0 ? 1 : 1 - different / total;
}
