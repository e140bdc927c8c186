import { gapBefore, listInked } from "./lines.ts";
import { orderRows } from "./reading-rows.ts";
import { hasRightToLeft, type Segment } from "./segments.ts";
import { areBeside, buildPage, type ColumnPage, levelMax } from "./text-columns.ts";
import type { Character } from "./text-page.ts";
import { createWordSearch, removeSpaces } from "./word-spaces.ts";

// Positions lie within the segments, and a segment has at least one letter. So `!` is used.

/** The maximum number of letters of a page whose order is computed. */
const lettersMax = 20_000;

/**
 * Returns the characters of a page in reading order, if their content order contradicts it: columns
 * drawn row by row, or letters drawn in any order. Otherwise removes spaces that pdfium generated
 * between spaced-out letters. Returns undefined if the content order is fine.
 */
export function orderByColumns(characters: readonly Character[]): Character[] | undefined {
  const inked = listInked(characters);
  if (inked.length === 0 || inked.length > lettersMax) return undefined;
  if (hasRightToLeft(inked) || !areInOneDirection(inked) || isWrittenDown(inked)) return undefined;
  const page = buildPage(characters);
  if (!page || isOverprinted(page)) return undefined;
  if (isScattered(page) || isDrawnByRow(page)) return writeCharacters(page, characters);
  return removeSpaces(page, characters);
}

function areInOneDirection(inked: readonly Character[]): boolean {
  const { angle } = inked[0]!;
  return inked.every((one) => Math.abs(one.angle - angle) < 0.02);
}

/** The minimum share of letters drawn below the one before them in vertical text. */
const downShare = 0.2;

/** Returns whether letters are drawn below each other. */
function isWrittenDown(inked: readonly Character[]): boolean {
  const down = inked.filter((letter, at) => {
    const before = inked[at - 1];
    if (!before) return false;
    const middle = letter.left + letter.right - before.left - before.right;
    const drop = before.originY - letter.originY;
    return Math.abs(middle) < 0.4 * letter.size && drop > 0 && drop < 1.6 * letter.size;
  });
  return down.length > downShare * inked.length;
}

/** The maximum overlap of adjacent letters, in ems, and the maximum share of those above it. */
const [letterOverlapMax, overprintedMax] = [0.2, 0.01];

/** Returns whether lines are printed over others, which mixes their letters. */
function isOverprinted({ segments }: ColumnPage): boolean {
  const all = segments.reduce((sum, { letters }) => sum + letters.length, 0);
  const over = segments.reduce((sum, { letters }) => {
    const count = letters.filter((_, at) => at > 0 && gapBefore(letters, at) < -letterOverlapMax);
    return sum + count.length;
  }, 0);
  return over > overprintedMax * all;
}

/** The maximum share of letters that are drawn before the letter on their left. */
const scatteredMax = 0.05;

/** Returns whether the letters of lines are drawn in any order. */
function isScattered({ segments }: ColumnPage): boolean {
  const all = segments.reduce((sum, { letters }) => sum + letters.length, 0);
  const back = segments.reduce((sum, { letters }) => sum + countSteps(letters), 0);
  return back > scatteredMax * all;
}

function countSteps(letters: Segment["letters"]): number {
  return letters.filter(
    ({ character }, at) => at > 0 && character.index < letters[at - 1]!.character.index,
  ).length;
}

/** The minimum share of lines in adjacent columns that are drawn before a line of another column. */
const byRowMin = 0.5;

/** Returns whether the lines of columns of running text are drawn row by row. */
function isDrawnByRow({ segments, prose }: ColumnPage): boolean {
  const drawn = segments.toSorted((one, other) => getIndex(one) - getIndex(other));
  const following = new Map(drawn.map((segment, at) => [segment, drawn[at + 1]]));
  const lines = [...prose].filter(([line, { bottom }]) => line.up > bottom);
  const apart = lines.filter(([line, column]) => {
    const next = following.get(line);
    const other = next && prose.get(next);
    return other && other !== column && areBeside(column, other);
  });
  return apart.length > byRowMin * lines.length;
}

function getIndex({ letters }: Segment): number {
  return letters[0]!.character.index;
}

/** Writes all characters of a page in the order of its rows. */
function writeCharacters(page: ColumnPage, characters: readonly Character[]): Character[] {
  const attached = listAttached(page, characters);
  const written: Character[] = [];
  const write = (character: Character, isLineHyphen = false) =>
    written.push({ ...character, isLineHyphen }, ...(attached.get(character) ?? []));
  const generate = (text: string) => {
    const { right, bottom, top, originX, originY } = written.at(-1)!;
    const place = { left: right, right, bottom, top, originX, originY };
    written.push({ ...generated, ...place, text });
  };
  const rows = orderRows(page);
  const startsWord = createWordSearch(page, characters);
  for (const [at, { segments, up, size }] of rows.entries()) {
    const next = rows[at + 1];
    let isOpen = false;
    for (const [index, segment] of segments.entries()) {
      const { letters, hyphen } = segment;
      const isWordStart = startsWord(segment);
      for (const [at, { character }] of letters.entries()) {
        if (at > 0 ? isWordStart(at) : index > 0) generate(" ");
        write(character);
      }
      isOpen =
        index === segments.length - 1 && next !== undefined && next.up < up - levelMax * size;
      if (hyphen) write(hyphen.character, isOpen);
      isOpen &&= hyphen !== undefined;
    }
    // pdfium omits the line break after a hyphen at the end of a line.
    if (next && !isOpen) for (const text of ["\r", "\n"]) generate(text);
  }
  return written;
}

const generated = {
  ...{ index: -1, size: 0, font: "", angle: 0 },
  ...{ isGenerated: true, isLineHyphen: false },
} as const;

/** Returns the characters without ink, such as marks, by the letter that they follow. */
function listAttached(
  { segments }: ColumnPage,
  characters: readonly Character[],
): Map<Character, Character[]> {
  const placed = new Set(
    segments.flatMap(({ letters, hyphen }) =>
      [...letters, ...(hyphen ? [hyphen] : [])].map(({ character }) => character),
    ),
  );
  const inked = new Set(listInked(characters));
  const attached = new Map<Character, Character[]>();
  const first = characters.find((character) => placed.has(character));
  let last = first;
  for (const character of characters) {
    if (placed.has(character)) last = character;
    const isText = !character.isGenerated && character.text.trim() !== "";
    if (!last || !isText || inked.has(character)) continue;
    attached.set(last, [...(attached.get(last) ?? []), character]);
  }
  return attached;
}
