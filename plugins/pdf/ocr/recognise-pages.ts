import type { DataDoor } from "hub";
import { withPdfium } from "../engines/pdfium.ts";
import { withTesseract } from "../engines/tesseract.ts";
import type { Source } from "../input/open.ts";
import pdf from "../plugin.ts";
import { rawText, withTextPage } from "../text/text-page.ts";
import { findLanguages } from "./languages.ts";
import { type ReadPage, recognisePage } from "./recognise.ts";

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
}

/** Recognises the text of pages that are images, one after the other. */
export async function recognisePages(
  { bytes }: Pick<Source, "bytes">,
  { numbers, mode, languages, annotations = false, data }: RecogniseWork,
): Promise<RecognisedPage[]> {
  const load = await findLanguages(languages, { data, at: "body.languages" });
  return withPdfium(bytes, async (opened) => {
    const chosen = [...new Set(numbers)]
      .map((number) => ({ number, hadText: withTextPage(opened, number, hasText) }))
      .filter(({ hadText }) => mode === "force" || !hadText);
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
      for (const { number, hadText } of chosen) {
        pages.push({ ...recognisePage(opened, number, { engine, annotations }), hadText });
        // Recognition blocks the process: messages from the hub are received between pages.
        await Bun.sleep(0);
      }
      return pages;
    });
  });
}

/** Returns whether a page has text of its own. */
function hasText(page: Parameters<typeof rawText>[0]): boolean {
  return rawText(page).trim() !== "";
}

/** Describes the recognition of a page for a response. */
export function describePage({ lines, confidence, turns, dpi }: RecognisedPage) {
  const words = lines.reduce((sum, line) => sum + line.words.length, 0);
  return { words, confidence, rotation: 90 * turns, dpi: Math.round(dpi) };
}
