import { findColumns, leadingMax } from "./columns.ts";
import { median } from "./layout.ts";
import { gapBefore, listInked } from "./lines.ts";
import { buildPageLines, buildSegments, hasRightToLeft, type Segment } from "./segments.ts";
import type { Character } from "./text-page.ts";

// Positions lie within the segments, and a segment has at least one letter. So `!` is used.

/** The maximum numbers of letters and of segments of a page whose order is computed. */
const [lettersMax, segmentsMax] = [20_000, 800];
/** The minimum gaps between segments, in ems: of narrow columns, and of justified text. */
const cuts = [0.6, 1, 1.5] as const;

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

interface Page {
  segments: readonly Segment[];
  /** The lines of columns of running text, with their columns. */
  prose: ReadonlyMap<Segment, TextColumn>;
}

/** The area of a column of running text. */
interface TextColumn {
  start: number;
  end: number;
  top: number;
  bottom: number;
  size: number;
}

/** Splits a page into segments so that most letters are in columns of running text. */
function buildPage(characters: readonly Character[]): Page | undefined {
  const lines = buildPageLines(characters);
  const candidates = [
    buildSegments(lines, { cut: cuts[0], cutsAtEdges: true }),
    ...cuts.map((cut) => buildSegments(lines, { cut })),
  ].filter(
    (segments, at) =>
      segments.length <= segmentsMax && (at === cuts.length || !cutsWords(segments)),
  );
  const pages = candidates.map((segments) => {
    const sorted = segments.toSorted((one, other) => other.up - one.up || one.start - other.start);
    return { segments: sorted, prose: findTextColumns(sorted) };
  });
  return pages.reduce<Page | undefined>(
    (best, one) => (!best || countLetters(one) > countLetters(best) ? one : best),
    undefined,
  );
}

/** The maximum share of segments that start within a word. */
const cutWordsMax = 0.02;

/** Returns whether words are cut: letters that are drawn directly after each other. */
function cutsWords(segments: readonly Segment[]): boolean {
  const cut = segments.filter(({ letters, line }, at) => {
    const before = segments[at - 1];
    const last = before?.line === line && !before.hyphen ? before.letters.at(-1) : undefined;
    return last && letters[0]!.character.index === last.character.index + 1;
  });
  return cut.length > cutWordsMax * segments.length;
}

function countLetters({ prose }: Page): number {
  return [...prose.keys()].reduce((sum, { letters }) => sum + letters.length, 0);
}

/** The maximum distance between the starts of parts of a column, and of its lines, in ems. */
const [startMax, indentMax] = [0.6, 4];
/** The maximum distance between parts of a column, in ems. */
const interruptionMax = 8;

/** Finds columns of running text, including their indented lines and the parts below a gap. */
function findTextColumns(sorted: readonly Segment[]): Map<Segment, TextColumn> {
  const chains = findColumns([sorted]);
  const groups: Segment[][] = [];
  const grouped = new Set<Segment>();
  for (const segment of sorted) {
    if (grouped.has(segment)) continue;
    const { lines } = chains.get(segment);
    const group = groups.find((group) => continues(group, lines));
    if (group) group.push(...lines);
    else groups.push([...lines]);
    for (const line of lines) grouped.add(line);
  }
  const found = new Map<Segment, TextColumn>();
  for (const group of groups.filter(isProse)) {
    const column = buildColumn(group);
    for (const line of group) found.set(line, column);
  }
  const columns = [...new Set(found.values())];
  for (const segment of sorted) {
    const column = found.has(segment) ? undefined : findAround(segment, columns);
    if (!column) continue;
    found.set(segment, column);
    Object.assign(column, buildColumn([column, segment]));
  }
  return dropTables(found);
}

/** The number of lines below which columns far from each other are cells, and that distance in ems. */
const [cellLinesMax, cellDistance] = [6, 3];
/** The minimum number of equal gaps in adjacent columns that separate the rows of a table. */
const rowGapsMin = 2;

/** Drops columns of cells: their rows are apart, or they are short and far from each other. */
function dropTables(found: ReadonlyMap<Segment, TextColumn>): Map<Segment, TextColumn> {
  const columns = [...Map.groupBy(found.keys(), (segment) => found.get(segment)!)];
  const inTable = new Set(
    columns.flatMap(([column, lines]) => {
      const beside = columns.filter(([one]) => one !== column && areBeside(column, one));
      const isFar = beside.every(
        ([one, others]) =>
          Math.max(lines.length, others.length) < cellLinesMax &&
          Math.max(one.start - column.end, column.start - one.end) > cellDistance * column.size,
      );
      const hasRows = beside.some(([, others]) => countSameGaps(lines, others) >= rowGapsMin);
      return beside.length > 0 && (isFar || hasRows) ? [column] : [];
    }),
  );
  return new Map([...found].filter(([, column]) => !inTable.has(column)));
}

function countSameGaps(lines: readonly Segment[], others: readonly Segment[]): number {
  const gaps = listGaps(others);
  const isSame = (up: number) => gaps.some((gap) => Math.abs(gap - up) < levelMax * lines[0]!.size);
  return listGaps(lines).filter(isSame).length;
}

/** The minimum distance of a line below a gap, as a share of the smallest distance of lines. */
const gapShare = 1.35;

/** Returns the positions of the lines below a gap. */
function listGaps(lines: readonly Segment[]): number[] {
  const sorted = lines.toSorted((one, next) => next.up - one.up);
  const drops = sorted.slice(1).map(({ up }, at) => ({ up, drop: sorted[at]!.up - up }));
  const smallest = drops.reduce(
    (least, { drop }) => Math.min(least, drop),
    Number.POSITIVE_INFINITY,
  );
  return drops.filter(({ drop }) => drop > gapShare * smallest).map(({ up }) => up);
}

/** Returns whether lines continue a column further below. */
function continues(group: readonly Segment[], lines: readonly Segment[]): boolean {
  const [{ size }, last, next] = [group[0]!, group.at(-1)!, lines[0]!];
  return (
    Math.abs(getStart(group) - getStart(lines)) < startMax * size &&
    Math.abs(next.size - size) < 0.2 * size &&
    last.up > next.up &&
    last.up - next.up < interruptionMax * size
  );
}

function buildColumn(parts: readonly (Segment | TextColumn)[]): TextColumn {
  const tops = parts.map((part) => ("top" in part ? part.top : part.up));
  const bottoms = parts.map((part) => ("top" in part ? part.bottom : part.up));
  return {
    start: getStart(parts),
    end: parts.reduce((most, { end }) => Math.max(most, end), Number.NEGATIVE_INFINITY),
    top: tops.reduce((most, up) => Math.max(most, up), Number.NEGATIVE_INFINITY),
    bottom: bottoms.reduce((least, up) => Math.min(least, up), Number.POSITIVE_INFINITY),
    size: parts[0]!.size,
  };
}

function getStart(parts: readonly { start: number }[]): number {
  return parts.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
}

/** Returns the column that a segment is a line of, such as an indented one. */
function findAround(segment: Segment, columns: readonly TextColumn[]): TextColumn | undefined {
  const column = columns.find((one) => isInside(segment, one));
  const reachesOther = columns.some(
    (one) =>
      column &&
      one !== column &&
      areBeside(one, column) &&
      one.start > column.start &&
      segment.end > one.start &&
      one.start > column.end,
  );
  return reachesOther ? undefined : column;
}

function isInside({ start, end, up, size }: Segment, column: TextColumn): boolean {
  const reach = leadingMax * column.size;
  return (
    Math.abs(column.size - size) < 0.1 * size &&
    start > column.start - startMax * size &&
    start < column.start + indentMax * size &&
    end < column.end + indentMax * size &&
    up < column.top + reach &&
    up > column.bottom - reach
  );
}

/** The minimum numbers of lines of a column of running text, and of words in most of them. */
const [linesMin, wordsMin] = [3, 3];
/** The minimum share of letters among the characters of running text. */
const lettersShare = 0.8;

/** The minimum share of lines that start within a sentence. */
const continuedShare = 0.25;
/** The minimum width of most lines, as a share of the widest one. */
const filledMin = 0.6;
const continuing = /^[\p{Ll}\p{Lo}]/u;

/** Returns whether lines are running text, and not the cells of a table. */
function isProse(lines: readonly Segment[]): boolean {
  if (lines.length < linesMin) return false;
  const long = lines.filter(({ wordStarts }) => wordStarts.size >= wordsMin);
  const continued = lines.filter(({ letters }) => continuing.test(letters[0]!.character.text));
  if (2 * long.length < lines.length || continued.length < continuedShare * lines.length)
    return false;
  const widths = lines.map(({ start, end }) => end - start);
  const widest = widths.reduce((most, width) => Math.max(most, width), 0);
  if (median(widths) < filledMin * widest) return false;
  const text = lines.map((line) => line.text).join("");
  return (text.match(/\p{L}/gu)?.length ?? 0) >= lettersShare * text.length;
}

/** The maximum overlap of adjacent letters, in ems, and the maximum share of those above it. */
const [letterOverlapMax, overprintedMax] = [0.2, 0.01];

/** Returns whether lines are printed over others, which mixes their letters. */
function isOverprinted({ segments }: Page): boolean {
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
function isScattered({ segments }: Page): boolean {
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
function isDrawnByRow({ segments, prose }: Page): boolean {
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

/** The maximum overlap of adjacent columns, as a share of the narrower one. */
const overlapMax = 0.5;

function areBeside(one: TextColumn, other: TextColumn): boolean {
  const shared = Math.min(one.end, other.end) - Math.max(one.start, other.start);
  const isLevel = one.bottom < other.top && other.bottom < one.top;
  return isLevel && shared < overlapMax * Math.min(one.end - one.start, other.end - other.start);
}

function getIndex({ letters }: Segment): number {
  return letters[0]!.character.index;
}

/** Removes the spaces that pdfium generated between spaced-out letters. */
function removeSpaces(
  { segments }: Page,
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

/** Segments that are read together: a line of a column, or a row of a table. */
interface ReadingRow {
  segments: Segment[];
  start: number;
  end: number;
  up: number;
  size: number;
  column: TextColumn | undefined;
}

function buildRows({ segments, prose }: Page): ReadingRow[] {
  const rows: ReadingRow[] = [];
  const inOrder = segments.toSorted(
    (one, other) => one.line - other.line || one.position - other.position,
  );
  for (const segment of inOrder) {
    const last = rows.at(-1);
    const column = prose.get(segment);
    if (last && !last.column && !column && last.segments[0]!.line === segment.line) {
      last.segments.push(segment);
      last.start = Math.min(last.start, segment.start);
      last.end = Math.max(last.end, segment.end);
    } else {
      const { start, end, up, size } = segment;
      rows.push({ segments: [segment], start, end, up, size, column });
    }
  }
  return rows.toSorted((one, other) => other.up - one.up || one.start - other.start);
}

/** Orders rows so that columns are read one after the other, each from top to bottom. */
function orderRows(page: Page): ReadingRow[] {
  const rows = buildRows(page);
  const ups = rows.filter(({ column }) => column).map(({ up }) => up);
  const [top, bottom] = [Math.max(...ups), Math.min(...ups)];
  if (ups.length === 0) return rows;
  const inner = rows.filter(({ column, up }) => column || (up < top && up > bottom));
  const spanning = inner.filter((row) => spansColumns(row, inner));
  const interrupting = new Set(spanning.filter((row) => isInterruption(row, inner)));
  const body = inner.filter((row) => !interrupting.has(row));
  return [
    ...rows.filter(({ column, up }) => !column && up >= top),
    ...orderBody(
      body,
      spanning.filter((row) => !interrupting.has(row)),
    ),
    ...interrupting,
    ...rows.filter(({ column, up }) => !column && up <= bottom),
  ];
}

function overlaps(one: ReadingRow, other: ReadingRow): boolean {
  return one.start < other.end && other.start < one.end;
}

function isBeside({ column }: ReadingRow, { column: other }: ReadingRow): boolean {
  return column !== undefined && other !== undefined && areBeside(column, other);
}

/** Returns whether a row overlaps lines of adjacent columns. */
function spansColumns(row: ReadingRow, rows: readonly ReadingRow[]): boolean {
  const others = rows.filter(
    (other) => other.column && overlaps(row, other) && !isBeside(row, other),
  );
  const end = others.reduce((least, one) => Math.min(least, one.end), Number.POSITIVE_INFINITY);
  return others.some(({ start }) => start > end);
}

/** Returns whether a row, such as a quotation, interrupts the sentence of the columns above it. */
function isInterruption(row: ReadingRow, rows: readonly ReadingRow[]): boolean {
  if (row.column) return false;
  const above = rows.filter((other) => other.column && other.up > row.up && overlaps(row, other));
  const last = above.reduce<ReadingRow | undefined>(
    (last, one) => (last && last.start >= one.start && last.up < one.up ? last : one),
    undefined,
  );
  const end = last?.segments.at(-1)?.letters.at(-1)?.character.text ?? ".";
  return /[\p{L}\p{N},]/u.test(end);
}

/**
 * Orders rows by two rules: a row comes after those above it that it overlaps, and after those on
 * its left unless a row between them spans both (T. Breuel, "High performance document layout
 * analysis", 2003).
 */
function orderBody(rows: readonly ReadingRow[], spanning: readonly ReadingRow[]): ReadingRow[] {
  const precedes = (one: ReadingRow, other: ReadingRow) => {
    const drop = one.up - other.up;
    const isLevel = Math.abs(drop) < levelMax * Math.min(one.size, other.size);
    const [a, b] = [one.column, other.column];
    if (a && a === b && !isLevel) return drop > 0;
    const areColumns = isBeside(one, other);
    if (overlaps(one, other) && !isLevel && !areColumns) return drop > 0;
    const isLeft = areColumns && a && b ? a.start < b.start : one.start < other.start;
    return isLeft && !spanning.some((row) => isBetween(row, one, other));
  };
  const ordered: ReadingRow[] = [];
  const visited = new Set<ReadingRow>();
  const visit = (row: ReadingRow) => {
    visited.add(row);
    for (const other of rows) if (!visited.has(other) && precedes(other, row)) visit(other);
    ordered.push(row);
  };
  for (const row of rows) if (!visited.has(row)) visit(row);
  return ordered;
}

/** The maximum distance between the baselines of segments on one line, in ems. */
const levelMax = 0.45;

function isBetween(row: ReadingRow, one: ReadingRow, other: ReadingRow): boolean {
  const isInside = row.up < Math.max(one.up, other.up) && row.up > Math.min(one.up, other.up);
  const isSpanned = (one: ReadingRow) => overlaps(row, one) && !isBeside(row, one);
  return isInside && isSpanned(one) && isSpanned(other);
}

/** Writes all characters of a page in the order of its rows. */
function writeCharacters(page: Page, characters: readonly Character[]): Character[] {
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

/** The minimum gap before a word, in addition to the usual advance of a letter, in ems. */
const spaceMin = 0.16;

/**
 * Returns a function that finds the words of a segment. pdfium finds them well between letters that
 * are drawn after each other. Otherwise the smallest advance of a letter on the page shows how wide
 * it is, because the ink of some letters overlaps the space before them.
 */
function createWordSearch({ segments }: Page, characters: readonly Character[]) {
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

const generated = {
  ...{ index: -1, size: 0, font: "", angle: 0 },
  ...{ isGenerated: true, isLineHyphen: false },
} as const;

/** Returns the characters without ink, such as marks, by the letter that they follow. */
function listAttached(
  { segments }: Page,
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
