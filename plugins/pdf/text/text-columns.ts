import { findColumns, leadingMax } from "./columns.ts";
import { median } from "./layout.ts";
import { buildPageLines, listSegmentations, type Segment } from "./segments.ts";
import type { Character } from "./text-page.ts";

// Positions lie within the segments, and a segment has at least one letter. So `!` is used.

/** The maximum number of segments of a page whose columns are searched for. */
const segmentsMax = 800;
/** The minimum gaps between segments, in ems: of narrow columns, and of justified text. */
const cuts = [0.6, 1, 1.5] as const;

/** A page in segments, and its columns of running text. */
export interface ColumnPage {
  segments: readonly Segment[];
  /** The lines of columns of running text, with their columns. */
  prose: ReadonlyMap<Segment, TextColumn>;
}

/** The area of a column of running text. */
export interface TextColumn {
  start: number;
  end: number;
  top: number;
  bottom: number;
  size: number;
}

/** Splits a page into segments so that most letters are in columns of running text. */
export function buildPage(characters: readonly Character[]): ColumnPage | undefined {
  const lines = buildPageLines(characters);
  const candidates = listSegmentations(lines, { cuts }).filter(
    (segments, at, { length }) =>
      segments.length <= segmentsMax && (at === length - 1 || !cutsWords(segments)),
  );
  const pages = candidates.map((segments) => {
    const sorted = segments.toSorted((one, other) => other.up - one.up || one.start - other.start);
    return { segments: sorted, prose: findTextColumns(sorted) };
  });
  return pages.reduce<ColumnPage | undefined>(
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

function countLetters({ prose }: ColumnPage): number {
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

/** The maximum distance between the baselines of segments on one line, in ems. */
export const levelMax = 0.45;

/** The maximum overlap of adjacent columns, as a share of the narrower one. */
const overlapMax = 0.5;

/** Returns whether columns are next to each other. */
export function areBeside(one: TextColumn, other: TextColumn): boolean {
  const shared = Math.min(one.end, other.end) - Math.max(one.start, other.start);
  const isLevel = one.bottom < other.top && other.bottom < one.top;
  return isLevel && shared < overlapMax * Math.min(one.end - one.start, other.end - other.start);
}
