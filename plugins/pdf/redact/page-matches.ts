import type { Character } from "../text/text-page.ts";
import {
  foldCase,
  isLetter,
  isWhole,
  type Pattern,
  plain,
  searchable,
  type Term,
} from "./patterns.ts";

/** A match on a page. */
export interface Match {
  /** The name of the pattern. */
  term: string;
  /** The characters of the page that form the match. */
  characters: Character[];
  text: string;
}

/** Finds patterns among the characters of a page, regardless of line breaks and spacing. */
export function matchesOn(characters: readonly Character[], patterns: readonly Pattern[]): Match[] {
  const found = new Map<string, Match>();
  for (const reading of listReadings(characters))
    for (const form of new Set(patterns.map((pattern) => pattern.form)))
      for (const keepsHyphens of reading.some(({ isLineHyphen }) => isLineHyphen)
        ? [false, true]
        : [true]) {
        const { text, from } = searchable(reading, { form, keepsHyphens });
        for (const { name, find } of patterns.filter((pattern) => pattern.form === form))
          for (const { start, end } of find(text)) {
            // `from` has an entry for each unit of the text.
            const letters = reading.slice(from[start]!, from[end - 1]! + 1);
            const key = `${name} ${letters[0]?.index} ${letters.at(-1)?.index}`;
            found.set(key, { term: name, characters: letters, text: text.slice(start, end) });
          }
      }
  for (const match of findTermsByPosition(characters, patterns)) {
    const indexes = match.characters.map(({ index }) => index);
    const key = `${match.term} ${Math.min(...indexes)} ${Math.max(...indexes)}`;
    if (!found.has(key)) found.set(key, match);
  }
  return [...found.values()];
}

/** Returns the characters unchanged, and without spaces that are only letter spacing. */
function listReadings(characters: readonly Character[]): Character[][] {
  const tight = characters.filter((character, index) => !isGap(characters, { character, index }));
  return tight.length === characters.length ? [[...characters]] : [[...characters], tight];
}

/** The maximum width, in ems, of a gap that doesn't separate words. */
const gapMax = 0.28;
/**
 * The maximum width, in ems, of a gap between single letters: of a word with wide letter spacing.
 */
const spacedMax = 1;

function isGap(
  characters: readonly Character[],
  { character, index }: { character: Character; index: number },
): boolean {
  const [before, after] = [characters[index - 1], characters[index + 1]];
  if (!character.isGenerated || character.text !== " " || !before || !after) return false;
  const gap = (after.left - before.right) / (before.size || 1);
  const isAlone = [index - 2, index + 2].some((at) => (characters[at]?.text ?? " ").trim() === "");
  return gap > -0.5 && gap < (isAlone ? spacedMax : gapMax);
}

/** A letter on its line, with its start and end in ems along the line's direction. */
interface Placed {
  character: Character;
  text: string;
  start: number;
  end: number;
  /** The position of the line's middle across the line's direction, in points. */
  up: number;
}

/**
 * Finds terms by the positions of letters, regardless of drawing order and spacing: on lines, and
 * vertically. Adjacent words match only as a whole, so that "the red" doesn't contain "there".
 */
function findTermsByPosition(
  characters: readonly Character[],
  patterns: readonly Pattern[],
): Match[] {
  const terms = patterns.flatMap(({ name, term }) => (term ? [{ name, term }] : []));
  if (terms.length === 0) return [];
  const inked = characters.filter(
    ({ isGenerated, text, size }) =>
      !isGenerated && size > 0 && text.trim() !== "" && plain(text, "NFKD") !== "",
  );
  const found: Match[] = [];
  for (const line of buildLines(inked))
    for (const reading of listDirections(line))
      for (const { name, term } of terms)
        for (const letters of findTerm(reading, term))
          found.push({
            term: name,
            characters: letters.map(({ character }) => character),
            text: letters.map(({ text }) => text).join(""),
          });
  return found;
}

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

function listDirections(line: Placed[]): Placed[][] {
  // In many fonts a soft hyphen looks like any other hyphen: it separates pieces as a space does.
  const joined = line.filter(({ text }) => text !== "-");
  const lines = joined.length < line.length ? [line, joined] : [line];
  const isReversed = line.some(({ text }) => rightToLeft.test(text));
  return isReversed ? lines.flatMap((one) => [one, one.toReversed()]) : lines;
}

function buildLines(characters: readonly Character[]): Placed[][] {
  const byAngle = Map.groupBy(characters, ({ angle }) => Math.round((angle * 180) / Math.PI));
  return [...byAngle].flatMap(([degrees, letters]) => {
    const placed = letters.map((letter) => positionOnLine(letter, degrees));
    const lines = groupLines(placed);
    // Only letters that are alone on their lines can form vertical words.
    const alone = lines.filter(({ length }) => length === 1).flat();
    const apart = new Set(alone.map(({ character }) => character));
    const columns = letters
      .filter((letter) => apart.has(letter))
      .map((letter) => positionOnLine(letter, degrees - 90));
    return [...lines, ...groupLines(columns).filter(({ length }) => length > 1)];
  });
}

function positionOnLine(character: Character, degrees: number): Placed {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const { left, right, bottom, top, size } = character;
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const half = (Math.abs(cos) * (right - left) + Math.abs(sin) * (top - bottom)) / 2;
  const along = x * cos + y * sin;
  return {
    character,
    text: plain(character.text, "NFKD"),
    start: (along - half) / size,
    end: (along + half) / size,
    up: y * cos - x * sin,
  };
}

/** Groups letters of similar position and size into lines, sorted along the line. */
function groupLines(placed: readonly Placed[]): Placed[][] {
  const lines: Placed[][] = [];
  for (const letter of placed.toSorted((one, other) => one.up - other.up)) {
    // Every line has at least one letter.
    const line = lines.findLast((line) => isOnLine(letter, line.at(-1)!));
    if (line) line.push(letter);
    else lines.push([letter]);
  }
  return lines.map((line) =>
    line
      .sort((one, other) => one.start + one.end - other.start - other.end)
      .filter((letter, index) => !isDouble(letter, line[index - 1])),
  );
}

/** The maximum distance between the middles of letters on one line, in ems. */
const lineHeight = 0.45;

function isOnLine({ up, character }: Placed, other: Placed): boolean {
  const { size } = character;
  const isLike =
    Math.abs(size - other.character.size) <= 0.5 * Math.max(size, other.character.size);
  return isLike && Math.abs(up - other.up) < lineHeight * size;
}

/** The maximum distance between letters drawn twice, in ems. */
const doubleGap = 0.15;

function isDouble(letter: Placed, before: Placed | undefined): boolean {
  return before?.text === letter.text && Math.abs(letter.start - before.start) < doubleGap;
}

function findTerm(line: readonly Placed[], { letters, caseSensitive, wholeWord }: Term) {
  let text = "";
  const from: number[] = [];
  for (const [index, { text: own }] of line.entries()) {
    for (let unit = 0; unit < own.length; unit++) from.push(index);
    text += own;
  }
  const hay = caseSensitive ? text : foldCase(text);
  const found: Placed[][] = [];
  for (let at = hay.indexOf(letters); at >= 0; at = hay.indexOf(letters, at + 1)) {
    // `from` has an entry for each unit of the text.
    const [first, last] = [from[at]!, from[at + letters.length - 1]!];
    const isOne = isOneWord(line, { first, last });
    const span = { start: at, end: at + letters.length };
    if (isOne && (!wholeWord || isDelimited(line, { first, last }) || isWhole(text, span)))
      found.push(line.slice(first, last + 1));
  }
  return found;
}

interface LetterRange {
  first: number;
  last: number;
}

/** The minimum gap between the ink of two letters that ends a word, in ems. */
const wordGap = 0.27;
/** The maximum gaps within one word, in ems: between single letters, and between longer pieces. */
const letterGapMax = 4;
const pieceGapMax = 1;

/**
 * Returns whether letters of a line form one word: without wide gaps, mostly of single letters, or
 * of whole pieces.
 */
function isOneWord(line: readonly Placed[], { first, last }: LetterRange): boolean {
  const pieces: number[] = [];
  let length = 1;
  for (let at = first + 1; at <= last; at++) {
    const gap = gapBefore(line, at);
    if (gap > (isSingle(line, at - 1) && isSingle(line, at) ? letterGapMax : pieceGapMax))
      return false;
    if (gap > wordGap) {
      pieces.push(length);
      length = 1;
    } else length++;
  }
  pieces.push(length);
  if (pieces.length === 1 || isDelimited(line, { first, last })) return true;
  const singles = pieces.filter((length) => length === 1).length;
  return pieces.length > 2 && 2 * singles >= pieces.length;
}

/** Returns whether a range starts and ends at word boundaries. */
function isDelimited(line: readonly Placed[], { first, last }: LetterRange): boolean {
  const opens = gapBefore(line, first) > wordGap || !isLetter(line[first - 1]?.text);
  return opens && (gapBefore(line, last + 1) > wordGap || !isLetter(line[last + 1]?.text));
}

/** Returns whether a letter has word gaps on both sides. */
function isSingle(line: readonly Placed[], at: number): boolean {
  return gapBefore(line, at) > wordGap && gapBefore(line, at + 1) > wordGap;
}

/**
 * Returns the gap between a letter and the one before it. It is infinite at the ends of the line.
 */
function gapBefore(line: readonly Placed[], at: number): number {
  const [before, after] = [line[at - 1], line[at]];
  if (!before || !after) return Number.POSITIVE_INFINITY;
  return Math.max(after.start - before.end, before.start - after.end);
}
