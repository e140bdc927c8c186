import { median } from "./layout.ts";
import { gapBefore } from "./lines.ts";
import type { Segment } from "./segments.ts";
import type { ColumnPage } from "./text-columns.ts";
import type { Character } from "./text-page.ts";

// Positions lie within the segments, and a segment has at least one letter. So `!` is used.

/** Removes the spaces that pdfium generated between spaced-out letters. */
export function removeSpaces(
  { segments }: ColumnPage,
  characters: readonly Character[],
): Character[] | undefined {
  const inner = segments.flatMap((segment) => {
    const { letters, wordStarts } = segment;
    const within = letters.flatMap(({ character: { index } }, at) => {
      const isNext = at > 0 && index === letters[at - 1]!.character.index + 2;
      return isNext && !wordStarts.has(at) && areLetters(letters, at) ? [index - 1] : [];
    });
    return within.length > 0 && isSpacedOut(segment) ? within : [];
  });
  if (inner.length === 0) return undefined;
  const removed = new Set(inner);
  return characters.filter(
    ({ index, isGenerated, text }) => !(isGenerated && text === " " && removed.has(index)),
  );
}

/** The minimum distance between the ink of most letters that are spaced out, in ems. */
const spacingMin = 0.18;
/** The minimum number of pairs of such letters, and their minimum share in a line. */
const [pairsMin, pairsShare] = [8, 0.6];

/** Returns whether the letters of most words have more space between them than usual. */
function isSpacedOut({ letters }: Segment): boolean {
  const gaps = letters.flatMap((_, at) =>
    at > 0 && areLetters(letters, at) ? [gapBefore(letters, at)] : [],
  );
  if (gaps.length < pairsMin || gaps.length < pairsShare * letters.length) return false;
  return median(gaps) > spacingMin;
}

function areLetters(letters: Segment["letters"], at: number): boolean {
  const isLetter = (index: number) => /\p{L}/u.test(letters[index]!.text);
  return isLetter(at) && isLetter(at - 1);
}

/** The minimum gap before a word, in addition to the usual advance of a letter, in ems. */
const spaceMin = 0.16;

/**
 * Returns a function that finds the words of a segment. pdfium finds them well between letters that
 * are drawn after each other. Otherwise the smallest advance of a letter on the page shows how wide
 * it is, because the ink of some letters overlaps the space before them.
 */
export function createWordSearch({ segments }: ColumnPage, characters: readonly Character[]) {
  const advances = new Map<string, number>();
  const getName = ({ font, text }: Character) => `${text} ${font}`;
  for (const { letters } of segments)
    for (let at = 1; at < letters.length; at++) {
      const name = getName(letters[at - 1]!.character);
      const known = advances.get(name) ?? Number.POSITIVE_INFINITY;
      advances.set(name, Math.min(known, measureAdvance(letters, at)));
    }
  const texts = new Map(characters.map(({ index, text }) => [index, text]));
  return (segment: Segment) => {
    const { letters, wordStarts } = segment;
    const gaps = letters.slice(1).map((_, at) => {
      const usual = advances.get(getName(letters[at]!.character)) ?? 0;
      return measureAdvance(letters, at + 1) - usual;
    });
    const spacing = median(gaps);
    const isSpaced = isSpacedOut(segment);
    return (at: number) => {
      const [before, after] = [letters[at - 1]!.character.index, letters[at]!.character.index];
      if (after === before + 1) return false;
      if (after === before + 2 && texts.get(before + 1) === " " && !isSpaced) return true;
      return wordStarts.has(at) || gaps[at - 1]! - spacing > spaceMin;
    };
  };
}

/** Returns the distance between the origins of a letter and the one before it, in ems. */
function measureAdvance(letters: Segment["letters"], at: number): number {
  const [one, other] = [letters[at - 1]!.character, letters[at]!.character];
  return Math.hypot(other.originX - one.originX, other.originY - one.originY) / one.size;
}
