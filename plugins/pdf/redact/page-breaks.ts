import type { PdfiumDocument } from "../engines/pdfium.ts";
import type { Segment } from "../text/segments.ts";
import { type Character, readCharacters, withTextPage } from "../text/text-page.ts";
import {
  buildLayouts,
  createTermSearch,
  findInText,
  type Joined,
  listCharacters,
} from "./joined-matches.ts";
import { isAsLargeAs, type Join, type Layout } from "./layout.ts";
import { type Match, matchesOn } from "./page-matches.ts";
import type { Pattern } from "./patterns.ts";

/** A page with its number, its characters, and its layouts as of `buildLayouts`. */
interface LaidOutPage {
  number: number;
  characters: Character[];
  layouts: Layout[];
}

/**
 * Finds patterns on the pages of a document, and over page breaks. Returns the matches by page. A
 * match over a page break is returned for both pages, each with its part.
 */
export function findInDocument(
  opened: PdfiumDocument,
  patterns: readonly Pattern[],
): Map<number, Match[]> {
  const found = new Map<number, Match[]>();
  const add = (number: number, matches: readonly Match[]) => {
    if (matches.length > 0) found.set(number, [...(found.get(number) ?? []), ...matches]);
  };
  for (const pages of listPageWindows(opened)) {
    const { page, next } = pages;
    add(page.number, matchesOn(page, patterns));
    if (!next) continue;
    const onNext = new Set(next.layouts.flatMap(({ segments }) => segments));
    for (const { term, parts } of findBetween(pages, patterns))
      for (const isNext of [false, true]) {
        const own = parts.filter(({ segment }) => onNext.has(segment) === isNext);
        const characters = listCharacters(own);
        const text = characters.map(({ text }) => text).join("");
        add(isNext ? next.number : page.number, [{ term, characters, text }]);
      }
  }
  return found;
}

/** A page with the pages around it. */
export interface PageWindow {
  page: LaidOutPage;
  next: LaidOutPage | undefined;
  /** The pages next to those two. Their repeated headers are compared. */
  others: readonly LaidOutPage[];
}

/** Reads the pages of a document one after the other. Keeps the layouts of four pages. */
export function* listPageWindows(opened: PdfiumDocument): Generator<PageWindow> {
  const layOut = (number: number): LaidOutPage => {
    const characters = withTextPage(opened, number, readCharacters);
    return { number, characters, layouts: buildLayouts(characters) };
  };
  const known = new Map<number, LaidOutPage>();
  const get = (number: number) => {
    if (number < 1 || number > opened.pages) return undefined;
    const page = known.get(number) ?? layOut(number);
    known.set(number, page);
    return page;
  };
  for (let number = 1; number <= opened.pages; number++) {
    const page = get(number);
    const others = [get(number - 1), get(number + 2)].filter((one) => one !== undefined);
    if (page) yield { page, next: get(number + 1), others };
    known.delete(number - 1);
  }
}

function findBetween({ page, next, others }: PageWindow, patterns: readonly Pattern[]): Joined[] {
  if (!next) return [];
  const isRepeated = createRepetitionTest([page, next, ...others]);
  const found: Joined[] = [];
  const count = Math.max(page.layouts.length, next.layouts.length);
  for (let index = 0; index < count; index++) {
    const layout = page.layouts[Math.min(index, page.layouts.length - 1)];
    const following = next.layouts[Math.min(index, next.layouts.length - 1)];
    if (!layout || !following) continue;
    const ends = listEnds(layout, isRepeated);
    const starts = listStarts(following, isRepeated);
    const own = new Set(layout.segments);
    const joinsFrom = (segment: Segment): Join[] => {
      if (!own.has(segment)) return [...following.joinsFrom(segment)];
      const crossing = ends.has(segment)
        ? [...starts].map((to) => ({ to, kind: "page" as const }))
        : [];
      return [...layout.joinsFrom(segment), ...crossing];
    };
    const search = createTermSearch(joinsFrom);
    for (const { name, term } of patterns)
      if (term)
        for (const segment of layout.segments)
          for (const joined of search(segment, { name, term }))
            if (!joined.isDoubtful && joined.parts.some(({ kind }) => kind === "page"))
              found.push(joined);
    const others = patterns.filter(({ term }) => !term);
    for (const end of others.length > 0 ? ends : [])
      for (const start of starts) found.push(...findInText([end, start], others, { kind: "page" }));
  }
  return found;
}

/** The maximum number of columns whose ends and starts are joined. */
const columnsMax = 24;

/** Returns the last line of each column of a page, also if footnotes or a footer follow. */
function listEnds(layout: Layout, isRepeated: (segment: Segment) => boolean): Set<Segment> {
  return listEdge(layout.segments, { neighbours: layout.listBelow, isRepeated });
}

/** Returns the first line of each column of a page, also if a header is above. */
function listStarts(layout: Layout, isRepeated: (segment: Segment) => boolean): Set<Segment> {
  return listEdge(layout.segments, { neighbours: layout.listAbove, isRepeated });
}

interface Edge {
  neighbours: Layout["listAbove"];
  isRepeated: (segment: Segment) => boolean;
}

/** Returns the segments at an edge: with repeated lines, and without them. */
function listEdge(segments: readonly Segment[], { neighbours, isRepeated }: Edge): Set<Segment> {
  const found = segments.filter((segment) => {
    const others = neighbours(segment).filter(isAsLargeAs(segment));
    return others.length === 0 || (!isRepeated(segment) && others.every(isRepeated));
  });
  return new Set(found.slice(0, columnsMax));
}

/** Returns a test for headers and footers: lines of the same text and position on several pages. */
export function createRepetitionTest(pages: readonly LaidOutPage[]): (segment: Segment) => boolean {
  const counts = new Map<string, number>();
  for (const { layouts } of pages)
    for (const key of new Set(layouts.flatMap(({ segments }) => segments.map(describePlace))))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  return (segment) => (counts.get(describePlace(segment)) ?? 0) > 1;
}

/** Describes a segment by its text without numbers, its height and its start. */
function describePlace({ text, up, start }: Segment): string {
  return `${text.replace(/\d+/g, "#")} ${Math.round(up / 2)} ${Math.round(start / 8)}`;
}
