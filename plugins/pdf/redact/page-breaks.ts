import { createHash } from "node:crypto";
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
class LaidOutPage {
  readonly number: number;
  readonly characters: readonly Character[];
  #layouts: Layout[] | undefined;
  #places: ReadonlySet<string> | undefined;
  #key: string | undefined;

  constructor(number: number, characters: readonly Character[]) {
    this.number = number;
    this.characters = characters;
  }

  get layouts(): Layout[] {
    this.#layouts ??= buildLayouts(this.characters);
    return this.#layouts;
  }

  /** The texts of its segments with their positions, as of `describePlace`. */
  get places(): ReadonlySet<string> {
    this.#places ??= new Set(this.layouts.flatMap(({ segments }) => segments.map(describePlace)));
    return this.#places;
  }

  /** The hash of all that is known of its characters. */
  get key(): string {
    this.#key ??= hashCharacters(this.characters);
    return this.#key;
  }
}

function hashCharacters(characters: readonly Character[]): string {
  const fields = 10;
  const numbers = new Float64Array(fields * characters.length);
  const texts: string[] = [];
  let font: string | undefined;
  for (const [index, one] of characters.entries()) {
    const at = fields * index;
    numbers[at] = one.left;
    numbers[at + 1] = one.bottom;
    numbers[at + 2] = one.right;
    numbers[at + 3] = one.top;
    numbers[at + 4] = one.originX;
    numbers[at + 5] = one.originY;
    numbers[at + 6] = one.size;
    numbers[at + 7] = one.angle;
    numbers[at + 8] = one.advance ?? -1;
    numbers[at + 9] = (one.isGenerated ? 1 : 0) + (one.isLineHyphen ? 2 : 0);
    if (one.font !== font) texts.push(`\0${one.font}`);
    font = one.font;
    texts.push(one.text);
  }
  return createHash("sha256").update(numbers).update(texts.join("\u0001")).digest("base64");
}

/** The pages and page breaks that were searched without a match, and the split terms of others. */
interface Searched {
  pages: Set<string>;
  breaks: Set<string>;
  /** By `PageWindow.key`: the pages with split terms, counted from the first of the window. */
  splits: Map<string, number[]>;
}

const searchedFor = new WeakMap<readonly Pattern[], Searched>();

/**
 * Returns what earlier searches for these patterns found on pages with exactly these characters. The
 * same search would find the same again.
 */
export function getSearched(patterns: readonly Pattern[]): Searched {
  const known = searchedFor.get(patterns) ?? {
    pages: new Set(),
    breaks: new Set(),
    splits: new Map(),
  };
  searchedFor.set(patterns, known);
  return known;
}

/**
 * Finds patterns on the pages of a document, and over page breaks. Returns the matches by page. A
 * match over a page break is returned for both pages, each with its part. `onEmpty` receives pages
 * without a match.
 */
export function findInDocument(
  opened: PdfiumDocument,
  patterns: readonly Pattern[],
  onEmpty?: (pages: PageWindow) => void,
): Map<number, Match[]> {
  const found = new Map<number, Match[]>();
  const add = (number: number, matches: readonly Match[]) => {
    if (matches.length > 0) found.set(number, [...(found.get(number) ?? []), ...matches]);
  };
  const searched = getSearched(patterns);
  for (const pages of listPageWindows(opened)) {
    const { page, next, key } = pages;
    const matches = searched.pages.has(page.key) ? [] : matchesOn(page, patterns);
    const between = searched.breaks.has(key) ? [] : findBetween(pages, patterns);
    add(page.number, matches);
    if (matches.length === 0) searched.pages.add(page.key);
    if (between.length === 0) searched.breaks.add(key);
    if (matches.length + between.length === 0) onEmpty?.(pages);
    if (!next || between.length === 0) continue;
    const onNext = new Set(next.layouts.flatMap(({ segments }) => segments));
    for (const { term, parts } of between)
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
  /** Identifies the characters of all these pages. */
  key: string;
}

/** Reads the pages of a document one after the other. Keeps the layouts of four pages. */
export function* listPageWindows(opened: PdfiumDocument): Generator<PageWindow> {
  const read = (number: number) =>
    new LaidOutPage(number, withTextPage(opened, number, readCharacters));
  const known = new Map<number, LaidOutPage>();
  const get = (number: number) => {
    if (number < 1 || number > opened.pages) return undefined;
    const page = known.get(number) ?? read(number);
    known.set(number, page);
    return page;
  };
  for (let number = 1; number <= opened.pages; number++) {
    const [before, page, next, after] = [-1, 0, 1, 2].map((step) => get(number + step));
    const others = [before, after].filter((one) => one !== undefined);
    const key = [before, page, next, after].map((one) => one?.key ?? "").join(" ");
    if (page) yield { page, next, others, key };
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
  return (segment) => {
    const place = describePlace(segment);
    return pages.filter(({ places }) => places.has(place)).length > 1;
  };
}

/** Describes a segment by its text without numbers, its height and its start. */
function describePlace({ text, up, start }: Segment): string {
  return `${text.replace(/\d+/g, "#")} ${Math.round(up / 2)} ${Math.round(start / 8)}`;
}
