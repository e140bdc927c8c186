import { getHeap, type PdfiumDocument, withMemory, withPdfium } from "../engines/pdfium.ts";
import { readCharacters, type TextPage, withTextPage } from "../text/text-page.ts";
import { type Match, matchesOn } from "./page-matches.ts";
import type { Pattern } from "./patterns.ts";
import { computeCore, computeRects, intersects, type Rect, within } from "./rects.ts";

interface RemoveWork {
  patterns: readonly Pattern[];
  /** By page, from 1: what is to go whatever it says. */
  boxes: ReadonlyMap<number, readonly Rect[]>;
  /** By page: what was found by other ways to read the glyphs, which are to go with it. */
  otherReadings?: ReadonlyMap<number, readonly RedactionMatch[]>;
}

/** What was found, and where. */
export interface RedactionMatch {
  term: string;
  text: string;
  rects: Rect[];
}

/** A page of which something was removed. */
export interface CleanedPage {
  page: number;
  found: RedactionMatch[];
  /** Whether there are pictures or drawings under it, which must go as well. */
  hasPictures: boolean;
}

interface Removed {
  bytes: Uint8Array;
  pages: CleanedPage[];
}

/** What removes text from a PDF. Another one may be put in its place by tests. */
export type Remover = (bytes: Uint8Array, work: RemoveWork) => Promise<Removed>;

/** Takes the glyphs of what is found out of the content of pages, by pdfium, and makes notes part of them. */
export const removeByPdfium: Remover = (bytes, work) =>
  withPdfium(bytes, (opened) => {
    const pages: CleanedPage[] = [];
    for (let page = 1; page <= opened.pages; page++) {
      flattenPage(opened, page);
      const cleaned = cleanPage(opened, page, work);
      if (cleaned) pages.push(cleaned);
    }
    return { bytes: saveCopy(opened), pages };
  });

const flattenForDisplay = 0;

/** Notes, stamps and fields become part of the page, so that what they say is found on it. */
function flattenPage({ engine, document }: PdfiumDocument, number: number): void {
  const page = engine.FPDF_LoadPage(document, number - 1);
  if (!page) return;
  if (engine.FPDFPage_GetAnnotCount(page) > 0) engine.FPDFPage_Flatten(page, flattenForDisplay);
  engine.FPDF_ClosePage(page);
}

/** Text may be drawn several times over in one place: so often it is looked for again. */
const passesMax = 4;

function cleanPage(
  opened: PdfiumDocument,
  page: number,
  { patterns, boxes, otherReadings }: RemoveWork,
): CleanedPage | undefined {
  const areas = boxes.get(page) ?? [];
  const said = otherReadings?.get(page) ?? [];
  const emptied = [...areas, ...said.flatMap(({ rects }) => rects)];
  const found: RedactionMatch[] = [];
  let hasPictures = false;
  for (let pass = 0; pass < passesMax; pass++) {
    const isDone = withTextPage(opened, page, (textPage) => {
      const characters = readCharacters(textPage);
      const matches = matchesOn(characters, patterns);
      const boxed = characters.filter((one) =>
        emptied.some((area) => intersects(computeCore(one), area)),
      );
      const letters = [...matches.flatMap(({ characters }) => characters), ...boxed];
      if (pass === 0) {
        found.push(...matches.map(toFound));
        found.push(...said.filter((one) => !found.some((other) => isSame(one, other))));
        const rects = found.flatMap(({ rects }) => rects);
        hasPictures = picturesUnder(textPage, { rects, areas });
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

/** What patterns find on the pages of a file, as pdfium reads it. */
export function findOnPages(
  bytes: Uint8Array,
  patterns: readonly Pattern[],
): Promise<Map<number, RedactionMatch[]>> {
  return withPdfium(bytes, (opened) => {
    const all = new Map<number, RedactionMatch[]>();
    for (let page = 1; page <= opened.pages; page++) {
      const found = withTextPage(opened, page, (textPage) =>
        matchesOn(readCharacters(textPage), patterns).map(toFound),
      );
      if (found.length > 0) all.set(page, found);
    }
    return all;
  });
}

function toFound({ term, text, characters }: Match): RedactionMatch {
  return { term, text, rects: computeRects(characters) };
}

function isSame(one: RedactionMatch, other: RedactionMatch): boolean {
  const touches = (rect: Rect) => other.rects.some((area) => intersects(rect, area));
  return one.term === other.term && one.rects.some(touches);
}

/** Upper left, upper right, lower left and lower right corner of each, as floats. */
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

/** The kinds of page objects, as pdfium numbers them. */
const kinds = { path: 2, image: 3, form: 5 } as const;

/**
 * Whether a picture lies under something that is redacted: under a found text it may be the scan of
 * it, and under a box it is what is to go. A drawing under a box counts where it may be one of letters.
 */
function picturesUnder(
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
    if (kind === kinds.form && holdsPicture(engine, object, isBoxed)) return true;
    if (kind === kinds.path && isBoxed && mayTell(engine, object, { bounds, areas })) return true;
  }
  return false;
}

function holdsPicture(engine: TextPage["engine"], form: number, isBoxed: boolean): boolean {
  const count = engine.FPDFFormObj_CountObjects(form);
  for (let index = 0; index < count; index++) {
    const object = engine.FPDFFormObj_GetObject(form, index);
    const kind = engine.FPDFPageObj_GetType(object);
    if (kind === kinds.image || (isBoxed && kind === kinds.path)) return true;
    if (kind === kinds.form && holdsPicture(engine, object, isBoxed)) return true;
  }
  return false;
}

/** A path of so many points is a line or a field; one of more may be a letter. */
const plainPoints = 6;

function mayTell(
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
