import type { PdfiumDocument } from "../engines/pdfium.ts";
import { foldCase } from "../text/normalise.ts";
import type { Segment } from "../text/segments.ts";
import {
  endsWord,
  findJoinedTerms,
  isWholeSegment,
  type MatchPart,
  startsWord,
  takePart,
} from "./joined-matches.ts";
import type { Layout } from "./layout.ts";
import {
  createRepetitionTest,
  getSearched,
  listPageWindows,
  type PageWindow,
} from "./page-breaks.ts";
import { matchesOn } from "./page-matches.ts";
import type { Pattern, Term } from "./patterns.ts";

/**
 * Returns the pages on which the parts of a term are near each other, without a known order that
 * joins them.
 */
export function findSplitTerms(opened: PdfiumDocument, patterns: readonly Pattern[]): number[] {
  if (!patterns.some(({ term }) => term)) return [];
  const pages = new Set<number>();
  for (const window of listPageWindows(opened))
    for (const step of findSplitsOn(window, patterns)) pages.add(window.page.number + step);
  return [...pages].toSorted((one, other) => one - other);
}

/** Returns whether terms are split on a page, 0, and over its end, 1. */
export function findSplitsOn(window: PageWindow, patterns: readonly Pattern[]): number[] {
  const { splits } = getSearched(patterns);
  const known = splits.get(window.key);
  if (known) return known;
  const { number, layouts } = window.page;
  const near = patterns.flatMap(({ name, form, findNear }) =>
    findNear ? [{ name, form, find: findNear }] : [],
  );
  const hasDoubtful = layouts.some((layout) =>
    findJoinedTerms(layout, patterns).some(({ isDoubtful }) => isDoubtful),
  );
  const isNear = near.length > 0 && matchesOn(window.page, near).length > 0;
  const found = patterns.flatMap(({ term }) => (term ? findSplits(window, term) : []));
  const steps = [...(hasDoubtful || isNear ? [0] : []), ...found.map((page) => page - number)];
  splits.set(window.key, steps);
  return steps;
}

interface LocatedMatchPart extends MatchPart {
  layout: Layout;
  /** The number of the term's letters up to the end of this part, or before its start. */
  length: number;
}

function findSplits({ page, next, others }: PageWindow, term: Term): number[] {
  const found: number[] = [];
  const [layout] = page.layouts;
  if (!layout) return found;
  const ends = listTermStarts(layout, term);
  if (ends.length > 0) {
    const starts = listTermEnds(layout, term);
    if (ends.some((end) => starts.some((start) => isSplit(end, start)))) found.push(page.number);
  }
  const [following] = next?.layouts ?? [];
  if (ends.length > 0 && next && following) {
    const isRepeated = createRepetitionTest([page, next, ...others]);
    const isLast = (segment: Segment) => isNearEdge(layout.listBelow(segment), isRepeated);
    const isFirst = (segment: Segment) => isNearEdge(following.listAbove(segment), isRepeated);
    const lasts = ends.filter(({ segment }) => isLast(segment));
    const firsts = lasts.length > 0 ? listTermEnds(following, term) : [];
    if (firsts.some((start) => isFirst(start.segment) && lasts.some((end) => fits(end, start))))
      found.push(page.number, next.number);
  }
  for (const each of page.layouts)
    if (isScattered(each, term) || isInverted(each, term)) found.push(page.number);
  return found;
}

/** The minimum length of the parts of a term that is cut within a word. */
const partMin = 3;

/** Returns whether two parts form the term. */
function fits(end: LocatedMatchPart, start: LocatedMatchPart): boolean {
  return end.length === start.length && end.segment !== start.segment;
}

/** The number of lines at the edges of pages in which the parts of a term count. */
const edgeLines = 2;

function isNearEdge(
  neighbours: readonly Segment[],
  isRepeated: (segment: Segment) => boolean,
): boolean {
  return neighbours.filter((one) => !isRepeated(one)).length < edgeLines;
}

/** Returns the parts with which a term can start: at the end of a segment. */
function listTermStarts(layout: Layout, term: Term): LocatedMatchPart[] {
  return layout.segments.flatMap((segment) => {
    const text = fold(segment, term);
    return listCutLengths(term, segment.hyphen !== undefined).flatMap((length) => {
      // The hyphen at the end of the line may be a part of the term.
      const isOwnHyphen = segment.hyphen !== undefined && term.letters[length - 1] === "-";
      const units = isOwnHyphen ? length - 1 : length;
      if (units === 0 || !text.endsWith(term.letters.slice(0, units))) return [];
      const from = text.length - units;
      const part = takePart(segment, { from, units, term, length: 0 });
      return part && startsWord(part) ? [{ ...part, layout, length }] : [];
    });
  });
}

/** Returns the parts with which a term can end: at the start of a segment, or after its label. */
function listTermEnds(layout: Layout, term: Term): LocatedMatchPart[] {
  return layout.segments.flatMap((segment) => {
    const text = fold(segment, term);
    return listCutLengths(term, true).flatMap((length) => {
      const rest = term.letters.slice(length);
      const label = segment.text.indexOf(":") + 1;
      return [...new Set([0, label])].flatMap((from) => {
        if (!text.startsWith(rest, from)) return [];
        const part = takePart(segment, { from, units: rest.length, term, length });
        return part && endsWord(part) ? [{ ...part, layout, length }] : [];
      });
    });
  });
}

function fold({ text }: Segment, { caseSensitive }: Term): string {
  return caseSensitive ? text : foldCase(text);
}

/** Returns the positions at which a term can be cut: between words, and at a hyphen within a word. */
function listCutLengths({ letters, breaks }: Term, isHyphenated: boolean): number[] {
  if (!isHyphenated) return [...breaks];
  const all = Array.from({ length: letters.length - 1 }, (_, index) => index + 1);
  return all.filter(
    (length) => breaks.has(length) || (length >= partMin && letters.length - length >= partMin),
  );
}

/** The maximum distances between parts, in ems: of labelled values and cells, and of columns. */
const [linesNear, linesFar] = [3.9, 15];
const acrossMax = 40;

/** Returns whether two parts of a term are near each other. Joined parts were removed before. */
function isSplit(end: LocatedMatchPart, start: LocatedMatchPart): boolean {
  if (!fits(end, start)) return false;
  const [one, other] = [end.segment, start.segment];
  if (isHyphenated(end, start)) return one.degrees === other.degrees;
  if (one.hyphen && !end.layout.isChainEnd(one) && isFollowedByWord(end)) return false;
  const size = Math.max(one.size, other.size);
  const drop = Math.abs(one.up - other.up) / size;
  const across = Math.max(0, one.start - other.end, other.start - one.end) / size;
  if (across > acrossMax || drop > linesFar || one.degrees !== other.degrees) return false;
  const isWhole = isWholeSegment(end) && isWholeSegment(start);
  if (one.line === other.line) return isWhole;
  // In a table, each of them belongs to the neighbours in its row.
  if (hasNext(end) && start.segment.position > 0) return false;
  if (start.first > 0) return drop <= linesNear;
  const isOneColumn = one.start < other.end && other.start < one.end;
  if (isWhole && !isOneColumn && drop <= linesNear) return true;
  return !isWhole && end.layout.isChainEnd(one) && end.layout.isChainStart(other);
}

/** Returns whether a hyphen at the end of a line cuts the term within a word. */
function isHyphenated(
  { segment: { hyphen }, first, last }: LocatedMatchPart,
  start: LocatedMatchPart,
): boolean {
  const isLong = Math.min(last - first, start.last - start.first) + 1 >= partMin;
  return hyphen !== undefined && isLong && start.first === 0;
}

function hasNext({ layout, segment }: LocatedMatchPart): boolean {
  return layout.joinsFrom(segment).some(({ kind }) => kind === "row");
}

/** Returns whether the word that a hyphen breaks continues on the next line. */
function isFollowedByWord({ layout, segment }: LocatedMatchPart): boolean {
  return layout
    .joinsFrom(segment)
    .some(({ kind, to }) => kind === "below" && /^\p{Ll}/u.test(to.text));
}

const separator = /^[,;/|·]/u;

/** Returns whether the words of a term are next to each other in another order, as in "Oberdorfer, Wilhelmina". */
function isInverted({ segments }: Layout, term: Term): boolean {
  const { letters, breaks } = term;
  return segments.some((segment) => {
    const text = fold(segment, term);
    return [...breaks].some((length) => {
      const [start, end] = [letters.slice(0, length), letters.slice(length)];
      for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) {
        const after = at + end.length;
        const from = separator.test(text.slice(after)) ? after + 1 : after;
        if (!text.startsWith(start, from)) continue;
        const last = takePart(segment, { from: at, units: end.length, term, length });
        const first = takePart(segment, { from, units: length, term, length: 0 });
        if (last && first && startsWord(last) && endsWord(first)) return true;
      }
      return false;
    });
  });
}

/** The minimum length of a term whose letters stand alone, and the maximum gap between them. */
const scatteredMin = 4;
const scatteredGap = 3.5;

/** Returns whether single letters spell a term, each near the one before it. */
function isScattered(layout: Layout, { letters, caseSensitive }: Term): boolean {
  const length = [...letters].length;
  if (length < scatteredMin || length !== letters.length) return false;
  const single = layout.segments.filter(({ letters }) => letters.length === 1);
  if (single.length < length) return false;
  const textOf = new Map(single.map((one) => [one, fold(one, { letters, caseSensitive } as Term)]));
  let open = single.filter((one) => textOf.get(one) === letters[0]).map((one) => [one]);
  for (const letter of letters.slice(1)) {
    open = open.flatMap((path) =>
      single
        .filter(
          (one) => textOf.get(one) === letter && !path.includes(one) && isNear(path.at(-1)!, one),
        )
        .map((one) => [...path, one]),
    );
    open = open.slice(0, 200);
  }
  return open.length > 0;
}

function isNear(one: Segment, other: Segment): boolean {
  const [a, b] = [one.letters[0]!.character, other.letters[0]!.character];
  const x = Math.max(0, a.left - b.right, b.left - a.right);
  const y = Math.max(0, a.bottom - b.top, b.bottom - a.top);
  return Math.hypot(x, y) < scatteredGap * Math.max(a.size, b.size);
}
