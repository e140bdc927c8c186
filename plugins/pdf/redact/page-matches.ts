import {
  createPositioner,
  gapBefore,
  groupByDirection,
  groupLines,
  listInked,
  type Placed,
  removeMarks,
  rightToLeft,
} from "../text/lines.ts";
import { foldCase } from "../text/normalise.ts";
import { areLinesApart, type Character } from "../text/text-page.ts";
import { buildLayouts, findJoined, type Joined, listCharacters } from "./joined-matches.ts";
import type { Layout } from "./layout.ts";
import { isLetter, isWhole, type Pattern, searchable, type Term } from "./patterns.ts";

/** A match on a page. */
export interface Match {
  /** The name of the pattern. */
  term: string;
  /** The characters of the page that form the match. */
  characters: Character[];
  text: string;
}

/** The characters of a page, and its layouts if they are known. */
interface PageContent {
  characters: readonly Character[];
  layouts?: readonly Layout[];
}

/** Finds patterns among the characters of a page, regardless of line breaks, spacing and layout. */
export function matchesOn(
  { characters, layouts = buildLayouts(characters) }: PageContent,
  patterns: readonly Pattern[],
): Match[] {
  const found: Match[] = [];
  const inOrder = new Map<string, Match>();
  const unmarked = removeMarks(characters);
  const contents = [characters, ...(unmarked ? [unmarked] : [])].map(markGaps);
  for (const reading of contents.flatMap(listReadings))
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
            inOrder.set(key, { term: name, characters: letters, text: text.slice(start, end) });
          }
      }
  const covered = new Map<string, Set<number>>();
  const add = (match: Match) => {
    const own = covered.get(match.term) ?? new Set();
    const indexes = match.characters.map(({ index }) => index);
    if (indexes.every((index) => own.has(index))) return;
    for (const index of indexes) own.add(index);
    covered.set(match.term, own);
    found.push(match);
  };
  // A longer match comes first: it contains the same name without its middle name.
  for (const match of [...inOrder.values()].sort(byLength)) add(match);
  for (const content of contents)
    for (const match of findTermsByPosition(content, patterns)) add(match);
  for (const layout of layouts)
    for (const joined of findJoined(layout, patterns)) add(toMatch(joined));
  return found;
}

function toMatch(joined: Joined): Match {
  const characters = listCharacters(joined.parts);
  return { term: joined.term, characters, text: characters.map(({ text }) => text).join("") };
}

/** The minimum width, in ems, of a gap between two cells. */
const cellGap = 1.2;

/** Marks generated spaces that separate cells or lines. */
function markGaps(characters: readonly Character[]): Character[] {
  return characters.map((character, index) => {
    const [before, after] = [characters[index - 1], characters[index + 1]];
    if (character.text !== " " || !character.isGenerated || !before || !after) return character;
    const isLine = areLinesApart(before, after);
    const isCell = gapBetween(before, after) > cellGap * before.size;
    return isLine || isCell ? { ...character, text: isLine ? "\n" : "\t" } : character;
  });
}

/** Returns the distance between two letters in any direction. */
function gapBetween(one: Character, other: Character): number {
  const x = Math.max(0, other.left - one.right, one.left - other.right);
  const y = Math.max(0, other.bottom - one.top, one.bottom - other.top);
  return Math.hypot(x, y);
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
  if (!character.isGenerated || character.text.trim() !== "" || !before || !after) return false;
  const gap = (after.left - before.right) / (before.size || 1);
  const isAlone = [index - 2, index + 2].some((at) => (characters[at]?.text ?? " ").trim() === "");
  return gap > -0.5 && gap < (isAlone ? spacedMax : gapMax);
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
  const found: Match[] = [];
  for (const line of buildLines(characters))
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

/** Returns the lines of a page, and the vertical runs of isolated letters. */
function buildLines(characters: readonly Character[]): Placed[][] {
  return [...groupByDirection(listInked(characters))].flatMap(([degrees, lines]) => {
    const alone = lines.flatMap((line) =>
      line.filter((_, at) => gapBefore(line, at) > aloneGap && gapBefore(line, at + 1) > aloneGap),
    );
    const position = createPositioner(degrees - 90, { isColumn: true });
    const columns = alone.map(({ character }) => position(character));
    return [...lines, ...groupLines(columns).filter(({ length }) => length > 1)];
  });
}

/** The minimum gap on both sides of a letter that can belong to a vertical word, in ems. */
const aloneGap = 0.8;

function listDirections(line: Placed[]): Placed[][] {
  // In many fonts a soft hyphen looks like any other hyphen: it separates pieces as a space does.
  const joined = line.filter(({ text }) => text !== "-");
  const lines = joined.length < line.length ? [line, joined] : [line];
  const isReversed = line.some(({ text }) => rightToLeft.test(text));
  return isReversed ? lines.flatMap((one) => [one, one.toReversed()]) : lines;
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

function byLength(one: Match, other: Match): number {
  return other.characters.length - one.characters.length;
}
