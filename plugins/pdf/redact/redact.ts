import { openDocument, saveDocument } from "../engines/pdf-lib.ts";
import { qpdfOutput } from "../engines/qpdf.ts";
import { rasterised } from "../images/rasterised.ts";
import type { Source } from "../input/open.ts";
import pdf from "../plugin.ts";
import { seenPage } from "../stamp/seen.ts";
import { seenBox } from "../text/words.ts";
import { dropForms, dropSpoken, sanitise } from "./clean.ts";
import { cover } from "./cover.ts";
import type { Pattern } from "./patterns.ts";
import { grown, type Rect } from "./rects.ts";
import { type CleanedPage, findSpoken, type Remover, removeByPdfium } from "./remove.ts";
import { matchingStrings } from "./strings.ts";
import { leftovers } from "./verify.ts";

export interface RedactWork {
  patterns: readonly Pattern[];
  boxes: ReadonlyMap<number, readonly Rect[]>;
  caseSensitive: boolean;
  wholeWord: boolean;
  sanitise: boolean;
  color: string;
  label?: string | undefined;
  mode: "remove" | "rasterize";
  verify: boolean;
  /** Default: pdfium. */
  remover?: Remover;
}

export interface Redacted {
  bytes: Uint8Array;
  matches: {
    page: number;
    term: string;
    rects: { x: number; y: number; w: number; h: number }[];
  }[];
  /** Strings outside of pages that were emptied. */
  strings: number;
  rasterized: number[];
  verified: boolean;
}

const rasterDpi = 200;
const coverMargin = 0.5;

/**
 * Removes what is found from a PDF: the glyphs, what is said of them elsewhere, and what lies below.
 * Writes the file anew, and answers none in which something is left.
 */
export async function redact(
  { bytes, pages }: Pick<Source, "bytes" | "pages">,
  work: RedactWork,
): Promise<Redacted> {
  const { remover = removeByPdfium } = work;
  const prepared = await openDocument(bytes);
  const isSpoken = dropSpoken(prepared);
  const spoken = isSpoken ? await findSpoken(bytes, work.patterns) : new Map();
  const removed = await remover(await saveDocument(prepared), { ...work, spoken });
  const seen = (page: number) => seenPage(pages[page - 1]!);
  const document = await openDocument(removed.bytes);
  dropForms(document);
  if (work.sanitise) sanitise(document);
  const strings = matchingStrings(document, { patterns: work.patterns, replace: true }).length;
  const rects = new Map(removed.pages.map((page) => [page.page, fieldsOf(page, work)]));
  await cover(document, { ...work, rects, seen });
  const rasterized = removed.pages
    .filter(({ hasPictures }) => hasPictures || work.mode === "rasterize")
    .map(({ page }) => page);
  if (rasterized.length > 0) {
    const drawn = await saveDocument(document);
    await rasterised(document, { bytes: drawn, numbers: rasterized, dpi: rasterDpi });
  }
  const written = await qpdfOutput(["--object-streams=generate", "/in.pdf"], {
    files: { "in.pdf": await saveDocument(document) },
  });
  if (work.verify) await check(written, { work, found: removed.pages });
  return {
    bytes: written,
    matches: removed.pages.flatMap(({ page, found }) =>
      found.map(({ term, rects }) => ({ page, term, rects: rects.map(placeOn(seen(page))) })),
    ),
    strings,
    rasterized,
    verified: work.verify,
  };
}

async function check(
  bytes: Uint8Array,
  { work, found }: { work: RedactWork; found: readonly CleanedPage[] },
): Promise<void> {
  const texts = found.flatMap(({ found }) => found.map(({ text }) => text));
  const left = await leftovers(bytes, { ...work, texts }).catch((cause) => {
    throw unverified("the result cannot be read", cause);
  });
  if (left.length > 0)
    throw unverified(`it is still in ${[...new Set(left)].slice(0, 5).join(", ")}`);
}

function unverified(why: string, cause?: unknown) {
  return pdf.error("redaction_unverified", `Cannot remove everything that was found: ${why}`, {
    cause,
  });
}

function fieldsOf({ page, found }: CleanedPage, { boxes }: RedactWork): Rect[] {
  const rects = found.flatMap(({ rects }) => rects).map((rect) => grown(rect, coverMargin));
  return [...rects, ...(boxes.get(page) ?? [])];
}

function placeOn(page: ReturnType<typeof seenPage>) {
  const toSeen = seenBox(page);
  return (rect: Rect) => {
    const { x, y, width, height } = toSeen([rect]);
    return { x, y, w: width, h: height };
  };
}
