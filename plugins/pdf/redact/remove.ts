import { getHeap, type PdfiumDocument, withMemory, withPdfium } from "../engines/pdfium.ts";
import { readCharacters, type TextPage, withTextPage } from "../text/text-page.ts";
import { findInDocument } from "./page-breaks.ts";
import { type Match, matchesOn } from "./page-matches.ts";
import type { Pattern } from "./patterns.ts";
import { computeCore, computeRects, intersects, type Rect, within } from "./rects.ts";
import { findSplitsOn } from "./split.ts";

interface RemoveWork {
  patterns: readonly Pattern[];
  /** The areas to clear regardless of their content, by page number, starting at 1. */
  boxes: ReadonlyMap<number, readonly Rect[]>;
  /** By page: matches found with other readings of the glyphs, which are removed too. */
  otherReadings?: ReadonlyMap<number, readonly RedactionMatch[]>;
}

/** A match and its position. */
export interface RedactionMatch {
  term: string;
  text: string;
  rects: Rect[];
}

/** A page from which something was removed. */
export interface CleanedPage {
  page: number;
  found: RedactionMatch[];
  /** Whether images or drawings lie beneath the matches, which must be removed as well. */
  hasPictures: boolean;
}

interface Removed {
  bytes: Uint8Array;
  pages: CleanedPage[];
}

/** Removes text from a PDF. Tests may use a different one. */
export type Remover = (bytes: Uint8Array, work: RemoveWork) => Promise<Removed>;

/**
 * Removes the glyphs of matches from the content of pages with pdfium, after merging annotations
 * into the pages.
 */
export const removeByPdfium: Remover = (bytes, work) =>
  withPdfium(bytes, (opened) => {
    const pages: CleanedPage[] = [];
    for (let page = 1; page <= opened.pages; page++) flattenPage(opened, page);
    // The layouts of a page without a match are only built once, so its split terms are found here.
    const hasTerms = work.patterns.some(({ term }) => term);
    const firstMatches = findInDocument(opened, work.patterns, (pages) => {
      if (hasTerms) findSplitsOn(pages, work.patterns);
    });
    for (let page = 1; page <= opened.pages; page++) {
      const cleaned = cleanPage(opened, page, {
        ...work,
        firstMatches: firstMatches.get(page) ?? [],
      });
      if (cleaned) pages.push(cleaned);
    }
    return { bytes: saveCopy(opened), pages };
  });

const flattenForDisplay = 0;

/** Merges annotations, stamps and fields into the page, so that their text is searched. */
function flattenPage({ engine, document }: PdfiumDocument, number: number): void {
  const page = engine.FPDF_LoadPage(document, number - 1);
  if (!page) return;
  if (engine.FPDFPage_GetAnnotCount(page) > 0) engine.FPDFPage_Flatten(page, flattenForDisplay);
  engine.FPDF_ClosePage(page);
}

/** The maximum number of passes: text may be drawn several times at one position. */
const passesMax = 4;

interface PageWork extends RemoveWork {
  /** The matches on this page, and the parts of those that continue on another page. */
  firstMatches: readonly Match[];
}

function cleanPage(
  opened: PdfiumDocument,
  page: number,
  { patterns, boxes, otherReadings, firstMatches }: PageWork,
): CleanedPage | undefined {
  const areas = boxes.get(page) ?? [];
  const otherMatches = otherReadings?.get(page) ?? [];
  const cleared = [...areas, ...otherMatches.flatMap(({ rects }) => rects)];
  if (firstMatches.length === 0 && cleared.length === 0) return undefined;
  const found: RedactionMatch[] = [];
  let hasPictures = false;
  for (let pass = 0; pass < passesMax; pass++) {
    const isDone = withTextPage(opened, page, (textPage) => {
      const characters = readCharacters(textPage);
      const matches = pass === 0 ? firstMatches : matchesOn({ characters }, patterns);
      const boxed = characters.filter((one) =>
        cleared.some((area) => intersects(computeCore(one), area)),
      );
      const letters = [...matches.flatMap(({ characters }) => characters), ...boxed];
      if (pass === 0) {
        found.push(...matches.map(toRedactionMatch));
        found.push(...otherMatches.filter((one) => !found.some((other) => isSame(one, other))));
        const rects = found.flatMap(({ rects }) => rects);
        hasPictures = hasImageBeneath(textPage, { rects, areas });
      }
      const targets = [...new Set(letters)].filter(({ isGenerated }) => !isGenerated);
      if (targets.length === 0) return true;
      redactRects(textPage, targets.map(computeCore));
      return false;
    });
    if (isDone) break;
  }
  if (found.length === 0 && areas.length === 0) return undefined;
  return { page, hasPictures, found };
}

/** Finds matches on the pages of a file, as pdfium reads them. */
export async function findOnPages(
  bytes: Uint8Array,
  patterns: readonly Pattern[],
): Promise<Map<number, RedactionMatch[]>> {
  const found = await withPdfium(bytes, (opened) => findInDocument(opened, patterns));
  return new Map([...found].map(([page, matches]) => [page, matches.map(toRedactionMatch)]));
}

function toRedactionMatch({ term, text, characters }: Match): RedactionMatch {
  return { term, text, rects: computeRects(characters) };
}

function isSame(one: RedactionMatch, other: RedactionMatch): boolean {
  const touches = (rect: Rect) => other.rects.some((area) => intersects(rect, area));
  return one.term === other.term && one.rects.some(touches);
}

/** The upper left, upper right, lower left and lower right corner of each rectangle, as floats. */
const quadBytes = 32;

function redactRects({ engine, page }: TextPage, rects: readonly Rect[]): void {
  withMemory(engine, rects.length * quadBytes, (pointer) => {
    const corners = rects.flatMap(({ left, bottom, right, top }) => [
      ...[left, top, right, top],
      ...[left, bottom, right, bottom],
    ]);
    for (const [index, value] of corners.entries())
      engine.pdfium.setValue(pointer + 4 * index, value, "float");
    engine.EPDFText_RedactInQuads(page, pointer, rects.length, true, false);
    engine.FPDFPage_GenerateContent(page);
  });
}

function saveCopy({ engine, document }: PdfiumDocument): Uint8Array {
  const writer = engine.PDFiumExt_OpenFileWriter();
  try {
    engine.PDFiumExt_SaveAsCopy(document, writer);
    const length = engine.PDFiumExt_GetFileWriterSize(writer);
    return withMemory(engine, length, (pointer) => {
      engine.PDFiumExt_GetFileWriterData(writer, pointer, length);
      return getHeap(engine).slice(pointer, pointer + length);
    });
  } finally {
    engine.PDFiumExt_CloseFileWriter(writer);
  }
}

/** pdfium's numbers for the kinds of page objects. */
const kinds = { path: 2, image: 3, form: 5 } as const;

/**
 * Returns whether an image lies beneath a match or box. Beneath a match, it may be a scan of the
 * text. Beneath a box, it must be cleared. A drawing beneath a box counts if it may show letters.
 */
function hasImageBeneath(
  { engine, page }: Pick<TextPage, "engine" | "page">,
  { rects, areas }: { rects: readonly Rect[]; areas: readonly Rect[] },
): boolean {
  const all = [...rects, ...areas];
  if (all.length === 0 || !page) return false;
  const count = engine.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++) {
    const object = engine.FPDFPage_GetObject(page, index);
    const bounds = readBounds(engine, object);
    if (!bounds || !all.some((rect) => intersects(rect, bounds))) continue;
    const kind = engine.FPDFPageObj_GetType(object);
    if (kind === kinds.image) return true;
    const isBoxed = areas.some((area) => intersects(area, bounds));
    if (kind === kinds.form && containsImage(engine, object, isBoxed)) return true;
    if (kind === kinds.path && isBoxed && mayShowLetters(engine, object, { bounds, areas }))
      return true;
  }
  return false;
}

function containsImage(engine: TextPage["engine"], form: number, isBoxed: boolean): boolean {
  const count = engine.FPDFFormObj_CountObjects(form);
  for (let index = 0; index < count; index++) {
    const object = engine.FPDFFormObj_GetObject(form, index);
    const kind = engine.FPDFPageObj_GetType(object);
    if (kind === kinds.image || (isBoxed && kind === kinds.path)) return true;
    if (kind === kinds.form && containsImage(engine, object, isBoxed)) return true;
  }
  return false;
}

/**
 * The maximum number of points of a path that is a line or a rectangle. One with more may be a
 * letter.
 */
const plainPoints = 6;

function mayShowLetters(
  engine: TextPage["engine"],
  path: number,
  { bounds, areas }: { bounds: Rect; areas: readonly Rect[] },
): boolean {
  return (
    engine.FPDFPath_CountSegments(path) > plainPoints || areas.some((area) => within(bounds, area))
  );
}

function readBounds(engine: TextPage["engine"], object: number): Rect | undefined {
  return withMemory(engine, 16, (pointer) => {
    const isBound = engine.FPDFPageObj_GetBounds(
      object,
      pointer,
      pointer + 4,
      pointer + 8,
      pointer + 12,
    );
    if (!isBound) return undefined;
    const at = (offset: number) => engine.pdfium.getValue(pointer + offset, "float");
    return { left: at(0), bottom: at(4), right: at(8), top: at(12) };
  });
}
