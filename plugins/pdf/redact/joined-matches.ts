import { removeMarks } from "../text/lines.ts";
import { foldCase } from "../text/normalise.ts";
import {
  buildPageLines,
  hasRightToLeft,
  listSegmentations,
  type Segment,
} from "../text/segments.ts";
import type { Character } from "../text/text-page.ts";
import type { Join, Layout } from "./layout.ts";
import { buildLayout } from "./layout.ts";
import { isLetter, type Pattern, searchable, type Term } from "./patterns.ts";

/** A part of a match: letters of one segment. */
export interface MatchPart {
  segment: Segment;
  /** The indexes of its first and last letter. */
  first: number;
  last: number;
  /** The kind of the join before this part. */
  kind?: Join["kind"];
}

export interface Joined {
  term: string;
  parts: readonly MatchPart[];
  /** Whether parts may be unrelated: cells at the ends of two columns. */
  isDoubtful?: boolean;
}

/** The minimum gaps between segments, in ems: of narrow columns, and of justified text. */
const cuts = [0.6, 1, 1.5] as const;

/**
 * Builds the layouts of a page: for narrow and wide gaps, for right-to-left text, and without
 * footnote marks.
 */
export function buildLayouts(characters: readonly Character[]): Layout[] {
  const unmarked = removeMarks(characters);
  return [characters, ...(unmarked ? [unmarked] : [])].flatMap(buildOwnLayouts);
}

function buildOwnLayouts(characters: readonly Character[]): Layout[] {
  const directions = hasRightToLeft(characters) ? [false, true] : [false];
  const lines = buildPageLines(characters);
  return directions.flatMap((readsFromRight) =>
    listSegmentations(lines, { cuts, readsFromRight }).map(buildLayout),
  );
}

/** Finds terms, expressions and presets whose parts are in several segments of a page. */
export function findJoined(layout: Layout, patterns: readonly Pattern[]): Joined[] {
  return [
    ...findJoinedTerms(layout, patterns).filter(({ isDoubtful }) => !isDoubtful),
    ...findInChains(
      layout,
      patterns.filter(({ term }) => !term),
    ),
  ];
}

/** Finds terms whose parts are in several segments of a page, also if they may be unrelated. */
export function findJoinedTerms(layout: Layout, patterns: readonly Pattern[]): Joined[] {
  const search = createTermSearch(layout.joinsFrom);
  return patterns.flatMap(({ name, term }) =>
    term ? layout.segments.flatMap((segment) => search(segment, { name, term })) : [],
  );
}

/** Returns the characters of a joined match, with the hyphens between its parts. */
export function listCharacters(parts: readonly MatchPart[]): Character[] {
  return parts.flatMap(({ segment, first, last }, index) => {
    const { letters, hyphen } = segment;
    const isInner = index < parts.length - 1 && last === letters.length - 1;
    const all = [...letters.slice(first, last + 1), ...(hyphen && isInner ? [hyphen] : [])];
    return all.map(({ character }) => character);
  });
}

/** The maximum number of parts of a match, and of steps to find those that start in a segment. */
const partsMax = 12;
const stepsMax = 2000;

/** Returns a function that finds a term that starts in a segment and continues in others. */
export function createTermSearch(joinsFrom: (segment: Segment) => readonly Join[]) {
  const folded = new Map<Segment, string>();
  const fold = (segment: Segment, { caseSensitive }: Term) => {
    if (caseSensitive) return segment.text;
    const known = folded.get(segment) ?? foldCase(segment.text);
    folded.set(segment, known);
    return known;
  };
  return (segment: Segment, { name, term }: { name: string; term: Term }): Joined[] => {
    const found: Joined[] = [];
    let steps = 0;
    const extend = (parts: readonly MatchPart[], cuts: readonly Cut[], length: number) => {
      const before = parts.at(-1)!.segment;
      for (const { to, kind } of joinsFrom(before)) {
        if (steps++ > stepsMax) return;
        if (parts.some((part) => part.segment === to)) continue;
        for (const cut of listCuts(before, { term, length, kind })) {
          const rest = term.letters.slice(cut.length);
          const text = fold(to, term);
          const isEnd = text.startsWith(rest);
          if (!isEnd && (text === "" || !rest.startsWith(text))) continue;
          const units = isEnd ? rest.length : text.length;
          const part = takePart(to, { from: 0, units, term, length: cut.length });
          if (!part) continue;
          const all = [...parts, { ...part, kind }];
          const allCuts = [...cuts, cut];
          if (isEnd) {
            if (isAccepted(all, allCuts, term))
              found.push({ term: name, parts: all, isDoubtful: all.some(isBetweenCells) });
          } else if (all.length < partsMax) extend(all, allCuts, cut.length + units);
        }
      }
    };
    const text = fold(segment, term);
    for (let length = Math.min(term.letters.length - 1, text.length); length > 0; length--) {
      if (!text.endsWith(term.letters.slice(0, length))) continue;
      const from = text.length - length;
      const part = takePart(segment, { from, units: length, term, length: 0 });
      if (part) extend([part], [], length);
    }
    return found;
  };
}

interface Cut {
  /** The number of the term's letters before the cut, including a hyphen at the end of the line. */
  length: number;
  kind: "space" | "hyphen" | "none";
}

/** Returns how a term may be cut at the end of a segment. */
function listCuts(
  { hyphen }: Segment,
  { term, length, kind }: { term: Term; length: number; kind: Join["kind"] },
): Cut[] {
  if (kind === "row") return term.breaks.has(length) && !hyphen ? [{ length, kind: "space" }] : [];
  if (hyphen)
    return [
      { length, kind: "hyphen" },
      ...(term.letters[length] === "-" ? [{ length: length + 1, kind: "hyphen" as const }] : []),
    ];
  return [{ length, kind: term.breaks.has(length) ? "space" : "none" }];
}

/** Returns a part of a term, or undefined if its words differ from those of the term. */
export function takePart(
  segment: Segment,
  { from, units, term, length }: { from: number; units: number; term: Term; length: number },
): MatchPart | undefined {
  // The units lie within the text.
  const [first, last] = [segment.from[from]!, segment.from[from + units - 1]!];
  let words = 1;
  let single = 0;
  let before = first;
  let isSame = true;
  for (let unit = 1; unit < units; unit++) {
    const letter = segment.from[from + unit]!;
    if (letter === segment.from[from + unit - 1] || !segment.wordStarts.has(letter)) continue;
    words++;
    if (letter - before === 1) single++;
    before = letter;
    if (!term.breaks.has(length + unit)) isSame = false;
  }
  if (last === before) single++;
  // Letters may be spaced out.
  return isSame || (words > 2 && 2 * single >= words) ? { segment, first, last } : undefined;
}

/** Returns whether a word starts with a part. */
export function startsWord({ segment, first }: MatchPart): boolean {
  return segment.wordStarts.has(first) || !isLetter(segment.letters[first - 1]?.text);
}

/** Returns whether a word ends with a part. */
export function endsWord({ segment, last }: MatchPart): boolean {
  return segment.wordStarts.has(last + 1) || !isLetter(segment.letters[last + 1]?.text);
}

/** Returns whether a part is all that its segment contains. */
export function isWholeSegment({ segment, first, last }: MatchPart): boolean {
  return first === 0 && last === segment.letters.length - 1;
}

/** The minimum length of a term that is cut within a word without a hyphen, and of its parts. */
const bareLengthMin = 6;
const barePartMin = 2;

/** Returns whether parts form a match, and not only adjacent words that happen to fit. */
function isAccepted(parts: readonly MatchPart[], cuts: readonly Cut[], term: Term): boolean {
  const [start, end] = [parts[0]!, parts.at(-1)!];
  const isDelimited = startsWord(start) && endsWord(end);
  if (term.wholeWord && !isDelimited) return false;
  return cuts.every(({ kind: cut }, index) => {
    const [before, after] = [parts[index]!, parts[index + 1]!];
    const { kind } = after;
    if (kind === "touch" || kind === "row") return true;
    if (kind === "below" && cut !== "none") return true;
    if (!isDelimited) return false;
    if (kind === "below")
      return (
        term.letters.length >= bareLengthMin &&
        [before, after].every(({ first, last }) => last - first + 1 >= barePartMin)
      );
    return cut !== "none";
  });
}

/** Returns whether a part and the one before are all that two cells of different columns contain. */
function isBetweenCells(part: MatchPart, index: number, parts: readonly MatchPart[]): boolean {
  const before = parts[index - 1];
  const isFar = part.kind === "gap" || part.kind === "column";
  return isFar && before !== undefined && isWholeSegment(before) && isWholeSegment(part);
}

/** Finds expressions and presets in the columns and cells of a page, and across their ends. */
function findInChains(layout: Layout, patterns: readonly Pattern[]): Joined[] {
  if (patterns.length === 0) return [];
  const found: Joined[] = [];
  const endsAtSpace = createSpaceTest(layout);
  for (const segment of layout.segments) {
    if (!layout.isChainStart(segment)) continue;
    const chain = [segment];
    for (let next = findOnly(layout, segment); next; next = findOnly(layout, next)) {
      if (chain.includes(next)) break;
      chain.push(next);
    }
    // An expression can match the start or the end of a cell.
    found.push(...findInText(chain, patterns, { partsMin: 1 }));
  }
  for (const segment of layout.segments)
    for (const { to, kind } of layout.joinsFrom(segment)) {
      const isOnly =
        kind === "below" && findOnly(layout, segment) === to && layout.isChainStart(segment);
      if (kind !== "touch" && !isOnly) found.push(...findInText([segment, to], patterns, { kind }));
    }
  return found.filter(({ parts }) => !parts.slice(0, -1).some(endsAtSpace));
}

/**
 * Returns a function that tests whether the line of a part goes on after a usual space: words that happen to be
 * aligned with others are not cells, and their line ends later.
 */
function createSpaceTest({ segments }: Layout): (part: MatchPart) => boolean {
  const places = new Map(segments.map((one) => [`${one.line} ${one.position}`, one]));
  return ({ segment, last }) => {
    const next = places.get(`${segment.line} ${segment.position + 1}`);
    if (!next?.followsSpace || last < segment.letters.length - 1) return false;
    return Math.abs(next.start - segment.end) < cuts[0] * segment.size;
  };
}

/** Returns the only segment below. */
function findOnly({ joinsFrom }: Layout, segment: Segment): Segment | undefined {
  const below = joinsFrom(segment).filter(({ kind }) => kind === "below");
  return below.length === 1 ? below[0]?.to : undefined;
}

/** Finds patterns in the text of successive segments. Returns the matches with enough parts. */
export function findInText(
  segments: readonly Segment[],
  patterns: readonly Pattern[],
  { kind = "below", partsMin = 2 }: { kind?: Join["kind"]; partsMin?: number } = {},
): Joined[] {
  const pieces = listPieces(segments, gaps[kind] ?? "\n");
  const hasHyphen = segments.slice(0, -1).some(({ hyphen }) => hyphen) && kind !== "row";
  const found: Joined[] = [];
  for (const keepsHyphens of hasHyphen ? [false, true] : [true]) {
    const { text, from } = searchable(pieces, { form: "NFKC", keepsHyphens });
    for (const { name, find } of patterns)
      for (const { start, end } of find(text)) {
        // `from` has an entry for each unit of the text.
        const parts = toParts(pieces.slice(from[start]!, from[end - 1]! + 1));
        if (parts.length >= partsMin) found.push({ term: name, parts });
      }
  }
  return found;
}

/** The white space between segments that aren't lines of one cell. */
const gaps: Partial<Record<Join["kind"], string>> = { row: "\t", gap: "\v", column: "\v" };

interface JoinedText {
  text: string;
  isLineHyphen?: boolean;
  at?: { segment: Segment; letter: number };
}

function listPieces(segments: readonly Segment[], gap: string): JoinedText[] {
  return segments.flatMap((segment) => [
    ...segment.letters.flatMap(({ character }, letter): JoinedText[] => [
      ...(letter > 0 && segment.wordStarts.has(letter) ? [{ text: " " }] : []),
      { text: character.text, at: { segment, letter } },
    ]),
    segment.hyphen ? { text: "-", isLineHyphen: true } : { text: gap },
  ]);
}

function toParts(pieces: readonly JoinedText[]): MatchPart[] {
  const parts: MatchPart[] = [];
  for (const { at } of pieces) {
    if (!at) continue;
    const last = parts.at(-1);
    if (last?.segment === at.segment) last.last = at.letter;
    else parts.push({ segment: at.segment, first: at.letter, last: at.letter });
  }
  return parts;
}
