import { gapBefore, groupByDirection, listInked, type Placed, rightToLeft } from "./lines.ts";
import type { Character } from "./text-page.ts";

// A segment has at least one letter, and positions lie within it. So `!` is used.

/** A piece of a line without a wide gap: a line of a column, or a line of a table cell. */
export interface Segment {
  /** The letters in reading order, without a hyphen at the end. */
  letters: readonly Placed[];
  /** The text of the letters, without spaces, and the index of the letter of each unit. */
  text: string;
  from: readonly number[];
  /** The indexes of the letters that start a word. */
  wordStarts: ReadonlySet<number>;
  /** Whether a drawn space precedes it on its line. */
  followsSpace: boolean;
  /** The hyphen at its end. */
  hyphen: Placed | undefined;
  degrees: number;
  /** The number of its line, and its index on that line in reading order. */
  line: number;
  position: number;
  /** Its area along and across the line's direction, in points, and its baseline. */
  start: number;
  end: number;
  low: number;
  high: number;
  up: number;
  /** The font size of the letter in its middle. */
  size: number;
}

/** The lines of a page, and what splitting them needs to know about its characters. */
export interface PageLines {
  groups: ReadonlyMap<number, Placed[][]>;
  /** The characters that a drawn space precedes. */
  followsSpace: ReadonlySet<Character>;
  /** The gap before each letter of a line, in ems. */
  gaps: ReadonlyMap<readonly Placed[], Float64Array>;
}

/** Groups the characters of a page into lines. */
export function buildPageLines(characters: readonly Character[]): PageLines {
  const followsSpace = new Set<Character>();
  for (const [index, { text, isGenerated }] of characters.entries()) {
    const next = characters[index + 1];
    if (next && !isGenerated && text.trim() === "") followsSpace.add(next);
  }
  const groups = groupByDirection(listInked(characters));
  const lines = [...groups.values()].flat();
  return { groups, followsSpace, gaps: new Map(lines.map((line) => [line, listGaps(line)])) };
}

interface SegmentOptions {
  /** The minimum gap between two segments, in ems. */
  cut: number;
  /** Whether lines of right-to-left letters are read from the right. */
  readsFromRight: boolean;
  /** Whether lines are also cut where the words of most lines start. */
  cutsAtEdges?: boolean;
}

/** The minimum gap that ends a word, in ems: in total, and in addition to letter spacing. */
const [wordGap, wordGapMore] = [0.2, 0.12];
/** The minimum number of gaps from which letter spacing is computed. */
const gapsMin = 4;

/** Returns the minimum gap that ends a word among these letters, in ems, given their gaps. */
function computeWordGap(gaps: Float64Array): number {
  const inner = gaps.slice(1);
  if (inner.length < gapsMin) return wordGap;
  const spacing = inner.sort()[inner.length >> 1] ?? 0;
  return Math.max(wordGap, spacing + wordGapMore);
}

/** Returns the gap before each letter, in ems. */
function listGaps(letters: readonly Placed[]): Float64Array {
  return Float64Array.from(letters, (_, at) => gapBefore(letters, at));
}

/**
 * Splits the lines of a page into segments at gaps of each width, and first also at the edges of
 * columns. Cuts of the same number of segments are the same, and returned once.
 */
export function listSegmentations(
  page: PageLines,
  { cuts, readsFromRight = false }: { cuts: readonly number[]; readsFromRight?: boolean },
): Segment[][] {
  const all = [
    splitLines(page, { cut: cuts[0] ?? 0, readsFromRight, cutsAtEdges: true }),
    ...cuts.map((cut) => splitLines(page, { cut, readsFromRight })),
  ];
  const different = all.filter(({ length }, index) => all[index + 1]?.length !== length);
  return different.map(({ build }) => build());
}

/** Splits the lines of a page. Returns the number of segments, and a function that builds them. */
function splitLines(
  { groups, followsSpace, gaps }: PageLines,
  { cut, readsFromRight, cutsAtEdges = false }: SegmentOptions,
): { length: number; build: () => Segment[] } {
  const split = [...groups].map(([degrees, lines]) => {
    const edges = cutsAtEdges ? findEdges(lines, gaps) : [];
    return { degrees, lines: lines.map((line) => splitLine(line, { cut, edges, gaps })) };
  });
  const build = () => {
    let number = 0;
    return split.flatMap(({ degrees, lines }) =>
      lines.flatMap((pieces) => {
        const isReversed =
          readsFromRight && pieces.flat().some(({ text }) => rightToLeft.test(text));
        const line = number++;
        return (isReversed ? pieces.toReversed() : pieces).map((piece, position) =>
          buildSegment(isReversed ? piece.toReversed() : piece, {
            ...{ degrees, line, position },
            followsSpace,
          }),
        );
      }),
    );
  };
  const counts = split.flatMap(({ lines }) => lines.map((pieces) => pieces.length));
  return { length: counts.reduce((sum, count) => sum + count, 0), build };
}

/** Returns whether a page has letters that run from right to left. */
export function hasRightToLeft(characters: readonly Character[]): boolean {
  return characters.some(({ text }) => rightToLeft.test(text));
}

function splitLine(
  line: readonly Placed[],
  { cut, edges, gaps }: { cut: number; edges: readonly number[]; gaps: PageLines["gaps"] },
): Placed[][] {
  const pieces: Placed[][] = [];
  const own = gaps.get(line);
  for (const [at, letter] of line.entries()) {
    const gap = own?.[at] ?? 0;
    const isAtEdge = () =>
      edges.some((edge) => Math.abs(letter.start - edge) < edgeWidth * letter.character.size);
    if (gap >= cut || (gap > wordGap && isAtEdge())) pieces.push([letter]);
    else pieces.at(-1)!.push(letter);
  }
  return pieces;
}

/** The maximum distance between word starts at the edge of a column, in ems. */
const edgeWidth = 0.15;
/** The minimum number of such words, and their minimum share of the lines around the edge. */
const [edgeWordsMin, edgeShareMin] = [4, 0.6];

/** Finds the starts of columns whose gap is as narrow as a space. */
function findEdges(lines: readonly Placed[][], gaps: PageLines["gaps"]): number[] {
  const starts = lines
    .flatMap((line) =>
      line.flatMap(({ start, character }, at) =>
        at > 0 && gaps.get(line)![at]! > wordGap ? [{ start, size: character.size }] : [],
      ),
    )
    .toSorted((one, other) => one.start - other.start);
  const edges: number[] = [];
  let first = 0;
  for (const [last, { start, size }] of starts.entries()) {
    while (start - starts[first]!.start > edgeWidth * size) first++;
    const count = last - first + 1;
    if (count < edgeWordsMin || (edges.at(-1) ?? -size) > start - size) continue;
    const around = lines.filter((line) => line[0]!.start < start && line.at(-1)!.end > start);
    if (count >= edgeShareMin * around.length) edges.push(start);
  }
  return edges;
}

type Position = Pick<Segment, "degrees" | "line" | "position"> & {
  followsSpace: ReadonlySet<Character>;
};

function buildSegment(
  piece: readonly Placed[],
  { degrees, line, position, followsSpace }: Position,
): Segment {
  const last = piece.at(-1)!;
  const hyphen = last.text === "-" && piece.length > 1 ? last : undefined;
  const letters = hyphen ? piece.slice(0, -1) : piece;
  const middle = piece[piece.length >> 1]!;
  const gaps = listGaps(letters);
  const gapMin = computeWordGap(gaps);
  return {
    letters,
    text: letters.map(({ text }) => text).join(""),
    from: letters.flatMap(({ text }, index) => Array<number>(text.length).fill(index)),
    wordStarts: new Set(
      letters.flatMap((letter, at) =>
        followsSpace.has(letter.character) || gaps[at]! > gapMin ? [at] : [],
      ),
    ),
    followsSpace: followsSpace.has(piece[0]!.character),
    hyphen,
    degrees,
    line,
    position,
    start: least(piece.map(({ start }) => start)),
    end: -least(piece.map(({ end }) => -end)),
    low: least(piece.map(({ low }) => low)),
    high: -least(piece.map(({ high }) => -high)),
    up: middle.up,
    size: middle.character.size,
  };
}

function least(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
}
