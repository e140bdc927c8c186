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

/** A found stretch of a page. */
export interface Match {
  /** The name of the pattern. */
  term: string;
  /** The characters of the page that it is made of. */
  characters: Character[];
  text: string;
}

/** What the patterns find among the characters of a page, however they are broken or spaced. */
export function matchesOn(characters: readonly Character[], patterns: readonly Pattern[]): Match[] {
  const found = new Map<string, Match>();
  for (const kept of listReadings(characters))
    for (const form of new Set(patterns.map((pattern) => pattern.form)))
      for (const keepsHyphens of kept.some(({ isLineHyphen }) => isLineHyphen)
        ? [false, true]
        : [true]) {
        const { text, from } = searchable(kept, { form, keepsHyphens });
        for (const { name, find } of patterns.filter((pattern) => pattern.form === form))
          for (const { start, end } of find(text)) {
            // There is a place for each unit of the text.
            const letters = kept.slice(from[start]!, from[end - 1]! + 1);
            const key = `${name} ${letters[0]?.index} ${letters.at(-1)?.index}`;
            found.set(key, { term: name, characters: letters, text: text.slice(start, end) });
          }
      }
  for (const match of wordsInPlace(characters, patterns)) {
    const places = match.characters.map(({ index }) => index);
    const key = `${match.term} ${Math.min(...places)} ${Math.max(...places)}`;
    if (!found.has(key)) found.set(key, match);
  }
  return [...found.values()];
}

/** As it stands, and without the spaces that are but gaps between the letters of spaced words. */
function listReadings(characters: readonly Character[]): Character[][] {
  const tight = characters.filter((character, index) => !isGap(characters, { character, index }));
  return tight.length === characters.length ? [[...characters]] : [[...characters], tight];
}

/** How narrow a gap is, in ems, that is none between words. */
const gapMax = 0.28;
/** How wide one may be between letters of which each stands by itself: of a word that is spaced out. */
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

/** A letter on its line: where it begins and ends, in ems of the line's own direction. */
interface Placed {
  character: Character;
  text: string;
  start: number;
  end: number;
  /** How far up the line's middle is, in points. */
  up: number;
}

/**
 * Finds terms by where letters are, whatever the order they are drawn in and however far apart they
 * stand: on lines, and one below the other. Words side by side are one only as wholes, so that "the red"
 * has no "there".
 */
function wordsInPlace(characters: readonly Character[], patterns: readonly Pattern[]): Match[] {
  const terms = patterns.flatMap(({ name, term }) => (term ? [{ name, term }] : []));
  if (terms.length === 0) return [];
  const inked = characters.filter(
    ({ isGenerated, text, size }) =>
      !isGenerated && size > 0 && text.trim() !== "" && plain(text, "NFKD") !== "",
  );
  const found: Match[] = [];
  for (const line of buildLines(inked))
    for (const reading of readings(line))
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

function readings(line: Placed[]): Placed[][] {
  // Many fonts draw a soft hyphen as any other: it parts pieces as a space does.
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
    // Only of letters that stand alone on their lines there may be words from top to bottom.
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

/** Letters of one height and size, from one end of the line to the other. */
function groupLines(placed: readonly Placed[]): Placed[][] {
  const lines: Placed[][] = [];
  for (const letter of placed.toSorted((one, other) => one.up - other.up)) {
    // No line is begun without a letter.
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

/** How far the middles of letters on one line may be apart, in ems. */
const lineHeight = 0.45;

function isOnLine({ up, character }: Placed, other: Placed): boolean {
  const { size } = character;
  const isLike =
    Math.abs(size - other.character.size) <= 0.5 * Math.max(size, other.character.size);
  return isLike && Math.abs(up - other.up) < lineHeight * size;
}

/** Letters drawn twice over lie closer together than this, in ems. */
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
    // There is a place for each unit of the text.
    const [first, last] = [from[at]!, from[at + letters.length - 1]!];
    const isOne = isOneWord(line, { first, last });
    const span = { start: at, end: at + letters.length };
    if (isOne && (!wholeWord || isCut(line, { first, last }) || isWhole(text, span)))
      found.push(line.slice(first, last + 1));
  }
  return found;
}

interface Stretch {
  first: number;
  last: number;
}

/** Wider than this, in ems, a gap between the ink of two letters ends a word. */
const wordGap = 0.27;
/** How far apart the pieces of one word may be, in ems: of single letters, and of longer ones. */
const letterGapMax = 4;
const pieceGapMax = 1;

/** Whether letters of a line are one word: without wide gaps, or of single letters, or of whole pieces. */
function isOneWord(line: readonly Placed[], { first, last }: Stretch): boolean {
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
  if (pieces.length === 1 || isCut(line, { first, last })) return true;
  const singles = pieces.filter((length) => length === 1).length;
  return pieces.length > 2 && 2 * singles >= pieces.length;
}

/** Whether a stretch begins and ends where words do. */
function isCut(line: readonly Placed[], { first, last }: Stretch): boolean {
  const opens = gapBefore(line, first) > wordGap || !isLetter(line[first - 1]?.text);
  return opens && (gapBefore(line, last + 1) > wordGap || !isLetter(line[last + 1]?.text));
}

/** Whether a letter stands by itself. */
function isSingle(line: readonly Placed[], at: number): boolean {
  return gapBefore(line, at) > wordGap && gapBefore(line, at + 1) > wordGap;
}

/** The gap between a letter of a line and the one before it; there is no end of it at the line's ends. */
function gapBefore(line: readonly Placed[], at: number): number {
  const [before, after] = [line[at - 1], line[at]];
  if (!before || !after) return Number.POSITIVE_INFINITY;
  return Math.max(after.start - before.end, before.start - after.end);
}
