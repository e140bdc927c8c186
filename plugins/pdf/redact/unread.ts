import type { PDFDocument } from "pdf-lib";
import { openDocument } from "../engines/pdf-lib.ts";
import {
  type GrayPage,
  type PdfiumDocument,
  renderOpenPageGray,
  withPdfium,
} from "../engines/pdfium.ts";
import { dictEntry, everyDict } from "../objects/entries.ts";
import { streamBytes } from "../objects/streams.ts";
import { findUnmappedFonts, listPagesWithFonts } from "../objects/to-unicode.ts";
import { findStrangeGlyphPages } from "./glyph-shapes.ts";
import type { Pattern } from "./patterns.ts";
import { isReadable } from "./scrub.ts";
import { findSplitTerms } from "./split.ts";

// Positions stay within the pixels and their sums, so `!` is used: a check for each would cost
// time.

/** Content that no engine can read, so it may still contain a match. */
export interface Unread {
  /** The page number, or null for the whole file. */
  page: number | null;
  reason: UnreadReason;
}

/**
 * The reason: images and other drawings may contain letters; glyphs differ from their font's
 * declaration; attachments aren't plain text; parts of a term are near each other; a match was
 * recognised on the rendered page.
 */
type UnreadReason = "drawings" | "glyphs" | "attachments" | "split" | "rendered";

interface UnreadOptions {
  covered: Covered;
  patterns: readonly Pattern[];
  /** Pages with fonts whose maps had letters that may be other ones. */
  doubtful?: readonly number[];
}

/**
 * Finds the pages with drawings that may be letters: images, outlines, Type 3 glyphs. Renders each
 * page without its text, and examines what isn't covered. Also finds pages with misleading fonts or
 * with split terms, and unreadable attachments.
 */
export async function unreadOn(
  bytes: Uint8Array,
  { covered, patterns, doubtful = [] }: UnreadOptions,
): Promise<Unread[]> {
  const document = await openDocument(bytes);
  const unmapped = listPagesWithFonts(document, findUnmappedFonts(document));
  const strange = new Set([...(await findStrangeGlyphPages(bytes)), ...unmapped, ...doubtful]);
  const glyphs = [...strange].map((page) => ({ page, reason: "glyphs" as const }));
  const onPages = await withPdfium(bytes, (opened) => {
    const unread: { page: number; reason: UnreadReason }[] = findSplitTerms(opened, patterns).map(
      (page) => ({ page, reason: "split" }),
    );
    for (let page = 1; page <= opened.pages; page++)
      if (
        hasDrawings(opened, page) &&
        mayHoldLetters(renderWithoutText(opened, page), covered(page))
      )
        unread.push({ page, reason: "drawings" });
    return unread;
  });
  const attachments = hasBinaryAttachments(document)
    ? [{ page: null, reason: "attachments" as const }]
    : [];
  const pageEntries = [...onPages, ...glyphs].sort((one, other) => one.page - other.page);
  return [...pageEntries, ...attachments];
}

/** Returns whether any attached file isn't plain text. */
function hasBinaryAttachments(document: PDFDocument): boolean {
  return [...everyDict(document)].some((dict) =>
    [...(dictEntry(dict, "EF")?.values() ?? [])].some((value) => {
      const file = streamBytes(document.context.lookup(value));
      return file === undefined || !isReadable(file);
    }),
  );
}

/** The covered areas of a page, as shares of its width and height from the upper left corner. */
type Covered = (page: number) => readonly Share[];

export interface Share {
  x: number;
  y: number;
  w: number;
  h: number;
}

function hasDrawings({ engine, document }: PdfiumDocument, number: number): boolean {
  const page = engine.FPDF_LoadPage(document, number - 1);
  if (!page) return false;
  const count = engine.FPDFPage_CountObjects(page);
  let found = engine.FPDFPage_GetAnnotCount(page) > 0;
  for (let index = 0; index < count && !found; index++)
    found = !isLetters(engine, engine.FPDFPage_GetObject(page, index));
  engine.FPDF_ClosePage(page);
  return found;
}

type PdfiumEngine = PdfiumDocument["engine"];

/** pdfium's numbers for the kinds of page objects. */
const kinds = { text: 1, form: 5 } as const;

/** Returns whether an object is text of a font whose glyphs are letters. */
function isLetters(engine: PdfiumEngine, object: number): boolean {
  return engine.FPDFPageObj_GetType(object) === kinds.text && !hasDrawnGlyphs(engine, object);
}

/** Returns whether the glyphs of a text are drawings: such a font has no name. */
function hasDrawnGlyphs(engine: PdfiumEngine, text: number): boolean {
  const font = engine.FPDFTextObj_GetFont(text);
  return !font || engine.FPDFFont_GetBaseFontName(font, 0, 0) <= 1;
}

/** The resolution at which the smallest print can be distinguished from other ink. */
const dotsPerInch = 100;
const widthMax = 3000;

function renderWithoutText({ engine, document }: PdfiumDocument, number: number): GrayPage {
  const page = engine.FPDF_LoadPage(document, number - 1);
  const hide = (object: number) => {
    if (isLetters(engine, object)) engine.FPDFPageObj_SetIsActive(object, false);
    if (engine.FPDFPageObj_GetType(object) !== kinds.form) return;
    for (let index = 0; index < engine.FPDFFormObj_CountObjects(object); index++)
      hide(engine.FPDFFormObj_GetObject(object, index));
  };
  for (let index = 0; index < engine.FPDFPage_CountObjects(page); index++)
    hide(engine.FPDFPage_GetObject(page, index));
  const points = engine.FPDF_GetPageWidthF(page);
  const widthPixels = Math.min(widthMax, Math.ceil((points * dotsPerInch) / 72));
  const rendered = renderOpenPageGray(engine, page, { widthPixels });
  engine.FPDF_ClosePage(page);
  return rendered;
}

/** The size of a few letters of small print, in pixels. */
const [long, high] = [120, 24];

/** Returns whether any area has as many short edges as letters have. */
function mayHoldLetters(
  { width, height, pixels }: GrayPage,
  covered: readonly Share[] = [],
): boolean {
  const edges = new Uint8Array(width * height);
  markEdges(edges, pixels, { lines: height, length: width, next: 1, across: width });
  markEdges(edges, pixels, { lines: width, length: height, next: width, across: 1 });
  for (const { x, y, w, h } of covered) {
    const [left, right] = [x * width - 2, (x + w) * width + 2].map(Math.round) as [number, number];
    const [top, bottom] = [y * height - 2, (y + h) * height + 2].map(Math.round) as [
      number,
      number,
    ];
    for (let row = Math.max(0, top); row < Math.min(height, bottom); row++)
      edges.fill(
        0,
        row * width + Math.max(0, left),
        row * width + Math.min(width, Math.max(0, right)),
      );
  }
  const sums = buildSumTable(edges, width, height);
  const size = { width, height };
  return (
    isDense(sums, { ...size, wide: long, tall: high }) ||
    isDense(sums, { ...size, wide: high, tall: long })
  );
}

interface Direction {
  lines: number;
  length: number;
  /** Offsets from a pixel to the next one on its line, and to the one on the next line. */
  next: number;
  across: number;
}

/** The maximum gap in an edge, in pixels: crossing lines interrupt it. */
const gapMax = 4;
/** The minimum difference between neighbours at an edge, out of 255. */
const contrast = 24;
/**
 * The maximum length of a letter's straight edge, in pixels: a longer one belongs to a line or a
 * box.
 */
const straight = 24;

/** Marks the pixels that differ from the next line, except those of long straight edges. */
function markEdges(
  edges: Uint8Array,
  pixels: Uint8Array,
  { lines, length, next, across }: Direction,
): void {
  const run: number[] = [];
  const endRun = () => {
    if (run.length > 0 && run.at(-1)! - run[0]! <= straight * next)
      for (const index of run) edges[index] = 1;
    run.length = 0;
  };
  for (let line = 0; line + 1 < lines; line++) {
    for (let at = 0; at < length; at++) {
      const index = line * across + at * next;
      if (Math.abs(pixels[index]! - pixels[index + across]!) <= contrast) continue;
      if (run.length > 0 && index - run.at(-1)! > gapMax * next) endRun();
      run.push(index);
    }
    endRun();
  }
}

/** Builds a summed-area table: each entry is the sum of everything above and to the left. */
function buildSumTable(edges: Uint8Array, width: number, height: number): Uint32Array {
  const sums = new Uint32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += edges[y * width + x]!;
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row;
    }
  }
  return sums;
}

interface Window {
  width: number;
  height: number;
  wide: number;
  tall: number;
}

const edgesMax = 60;

function isDense(sums: Uint32Array, { width, height, wide, tall }: Window): boolean {
  const [stepX, stepY] = [Math.ceil(wide / 4), Math.ceil(tall / 4)];
  for (let y = 0; y < height; y += stepY)
    for (let x = 0; x < width; x += stepX) {
      const [right, bottom] = [Math.min(width, x + wide), Math.min(height, y + tall)];
      const at = (column: number, row: number) => sums[row * (width + 1) + column]!;
      if (at(right, bottom) - at(x, bottom) - at(right, y) + at(x, y) > edgesMax) return true;
    }
  return false;
}
