import type { DataDoor } from "hub";
import { type PdfiumDocument, withPdfium } from "../engines/pdfium.ts";
import { withTesseract } from "../engines/tesseract.ts";
import type { Source } from "../input/open.ts";
import { pageAt } from "../input/request.ts";
import { createPageView } from "../objects/geometry.ts";
import pdf from "../plugin.ts";
import type { PageBox } from "../preflight/preflight.ts";
import { readCharacters, withTextPage } from "../text/text-page.ts";
import { buildWords } from "../text/words.ts";
import { findLanguages } from "./languages.ts";
import { measureImageShare } from "./page-picture.ts";
import { type ReadLine, type ReadPage, type ReadWord, recognisePage } from "./recognise.ts";
import { computeOverlap } from "./scanned-text.ts";

/** The recognised text of a page of a document. */
export interface RecognisedPage extends ReadPage {
  /** Whether the page has text of its own. */
  hadText: boolean;
}

interface RecogniseWork {
  /** The pages to read, and whether those that have text are read as well. */
  numbers: readonly number[];
  mode: "auto" | "force";
  languages: readonly string[];
  /** Whether annotations are read as well. */
  annotations?: boolean;
  data: DataDoor;
  /** Called before each page and after the last one. */
  progress(done: number, total: number): void;
}

/** Recognises the text of pages that are images, one after the other. */
export async function recognisePages(
  { bytes, pages: boxes }: Pick<Source, "bytes" | "pages">,
  { numbers, mode, languages, annotations = false, data, progress }: RecogniseWork,
): Promise<RecognisedPage[]> {
  const load = await findLanguages(languages, { data, at: "body.languages" });
  return withPdfium(bytes, async (opened) => {
    const chosen = [...new Set(numbers)]
      .map((number) => ({ number, own: listWordBoxes(opened, number, pageAt(boxes, number)) }))
      .filter(({ number, own }) => mode === "force" || isScan(opened, number, own));
    const { ocrPagesMax } = pdf.limits;
    if (chosen.length > ocrPagesMax)
      throw pdf.error(
        "pdf_limit_exceeded",
        `body.pages must name at most ${ocrPagesMax} pages for text recognition: it names ${chosen.length}`,
        { at: "body.pages", members: { limit: "ocr_pages", max: ocrPagesMax } },
      );
    if (chosen.length === 0) return [];
    return withTesseract(await load(), async (engine) => {
      const pages: RecognisedPage[] = [];
      for (const [done, { number, own }] of chosen.entries()) {
        progress(done, chosen.length);
        const read = recognisePage(opened, number, { engine, annotations });
        const lines = mode === "force" ? read.lines : dropWordsAt(read.lines, own);
        pages.push({ ...read, lines, hadText: own.length > 0 });
        // Recognition blocks the process: messages from the hub are received between pages.
        await Bun.sleep(0);
      }
      progress(pages.length, chosen.length);
      return pages;
    });
  });
}

type WordBox = ReadWord["box"];

/** Returns the positions of the words that a page has as text. */
function listWordBoxes(opened: PdfiumDocument, number: number, box: PageBox): WordBox[] {
  const characters = withTextPage(opened, number, readCharacters);
  return buildWords(characters, createPageView(box));
}

/** A page with more words is text, perhaps with a picture behind it. */
const scanWordsMax = 40;
/** The share of a scanned page that is an image. */
const imageShare = 0.5;

/** Returns whether a page has no text, or little text on an image: a stamp or a page number. */
function isScan(opened: PdfiumDocument, number: number, own: readonly WordBox[]): boolean {
  if (own.length === 0) return true;
  return own.length <= scanWordsMax && measureImageShare(opened, number) >= imageShare;
}

/** Drops the words that a page has as text in the same place. */
function dropWordsAt(lines: readonly ReadLine[], own: readonly WordBox[]): ReadLine[] {
  if (own.length === 0) return [...lines];
  return lines
    .map((line) => ({ ...line, words: line.words.filter(({ box }) => !isCovered(box, own)) }))
    .filter(({ words }) => words.length > 0);
}

function isCovered(box: WordBox, own: readonly WordBox[]): boolean {
  const shared = own.reduce((sum, one) => sum + computeOverlap(one, box), 0);
  return 2 * shared > box.width * box.height;
}

/** Describes the recognition of a page for a response. */
export function describePage({ lines, confidence, turns, dpi }: RecognisedPage) {
  const words = lines.reduce((sum, line) => sum + line.words.length, 0);
  return { words, confidence, rotation: 90 * turns, dpi: Math.round(dpi) };
}
