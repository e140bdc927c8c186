import { type DataDoor, reply } from "hub";
import type { PDFDict, PDFDocument } from "pdf-lib";
import { removeClaim } from "../check/claim.ts";
import { openDocument, saveDocument } from "../engines/pdf-lib.ts";
import { pdfiumName } from "../engines/pdfium.ts";
import { qpdfOutput } from "../engines/qpdf.ts";
import { tesseractName } from "../engines/tesseract.ts";
import { drawFields } from "../fields/draw-fields.ts";
import { flattenForms } from "../flatten.ts";
import { openPdf, type Source } from "../input/open.ts";
import { pageAt } from "../input/request.ts";
import { createPageView, multiply, translation } from "../objects/geometry.ts";
import { listPagesWithFonts, repairCodeMaps } from "../objects/to-unicode.ts";
import pdf from "../plugin.ts";
import { rasterisePages } from "../render/rasterise.ts";
import { answerFile } from "../response.ts";
import { plain } from "../text/normalise.ts";
import { viewBoxes } from "../text/words.ts";
import { dropForms, dropSpoken, sanitise } from "./clean.ts";
import { cover } from "./cover.ts";
import { clearHiddenDrawings } from "./hidden-drawings.ts";
import { byEncoding } from "./other-readings.ts";
import { buildPatterns, type Pattern } from "./patterns.ts";
import { growRect, type Rect } from "./rects.ts";
import {
  type CleanedPage,
  findOnPages,
  type RedactionMatch,
  type Remover,
  removeByPdfium,
} from "./remove.ts";
import { prepareRenderedSearch } from "./rendered.ts";
import type { RedactBody } from "./request.ts";
import { scrub } from "./scrub.ts";
import { searchFor } from "./search.ts";
import { type Share, type Unread, unreadOn } from "./unread.ts";
import { leftovers, secondEngineName } from "./verify.ts";

interface RedactWork {
  patterns: readonly Pattern[];
  boxes: ReadonlyMap<number, readonly Rect[]>;
  sanitise: boolean;
  color: string;
  label?: string | undefined;
  mode: "remove" | "rasterize";
  verify: boolean;
  /** Default: pdfium. */
  remover?: Remover;
}

interface Redacted {
  bytes: Uint8Array;
  matches: {
    page: number;
    term: string;
    rects: { x: number; y: number; w: number; h: number }[];
  }[];
  /** The number of strings outside of pages that were emptied. */
  strings: number;
  rasterized: number[];
  /** Whether the file was searched, nothing was left, and everything on the pages could be read. */
  verified: boolean;
  unread: Unread[];
}

/**
 * Removes matches from a PDF: the glyphs, text elsewhere that repeats them, and the content
 * beneath. Rewrites the file. Throws if a match is left.
 */
async function redact(
  { bytes, pages }: Pick<Source, "bytes" | "pages">,
  work: RedactWork,
): Promise<Redacted> {
  const { removed, doubtful } = await removeMatches(bytes, work);
  const viewOfPage = (page: number) => createPageView(pageAt(pages, page));
  const document = await openDocument(removed.bytes);
  dropForms(document);
  if (work.sanitise) sanitise(document);
  const search = searchFor(work.patterns);
  const strings = [
    ...scrub(document, { search, sanitise: work.sanitise }),
    ...(await clearHiddenDrawings(document, work.patterns)),
  ].length;
  const rects = new Map(removed.pages.map((page) => [page.page, listCoveredRects(page, work)]));
  const rasterised = removed.pages
    .filter(({ hasPictures }) => hasPictures || work.mode === "rasterize")
    .map(({ page }) => page);
  // Boxes are cleared regardless of their content, so there is nothing to search for.
  const isSearched = work.verify && work.patterns.length > 0;
  const uncovered = isSearched ? await saveDocument(document) : undefined;
  const first = await finish(document, { work, rects, viewOfPage, rasterised });
  const { written, again } = await finishAgain(first, { work, viewOfPage });
  const sharesOn = (page: number) =>
    computeShares([...(rects.get(page) ?? []), ...(again.get(page) ?? [])], viewOfPage(page));
  const unread = uncovered
    ? await unreadOn(uncovered, { covered: sharesOn, patterns: work.patterns, doubtful }).catch(
        throwUnreadable,
      )
    : [];
  return {
    bytes: written,
    matches: removed.pages.flatMap(({ page, found }) =>
      found.map(({ term, rects }) => ({
        page,
        term,
        rects: rects.map(createRectMapper(viewOfPage(page))),
      })),
    ),
    strings,
    rasterized: [...new Set([...rasterised, ...again.keys()])].toSorted(
      (one, other) => one - other,
    ),
    verified: work.verify && unread.length === 0,
    unread,
  };
}

/**
 * Removes matches from the pages, including those found with another encoding or in marked-content
 * text. Also returns the pages with fonts whose letters are doubtful.
 */
async function removeMatches(bytes: Source["bytes"], work: RedactWork) {
  const { remover = removeByPdfium } = work;
  const prepared = await openDocument(bytes);
  // Engines drop other parts of a damaged map, so that a match can escape one of them.
  const repaired = repairCodeMaps(prepared);
  const isDoubtful = (font: PDFDict) => repaired.get(font)?.isDoubtful ?? repaired.has(font);
  const fonts = new Set([...repaired.keys()].filter(isDoubtful));
  const doubtful = listPagesWithFonts(prepared, fonts);
  const hasTextEntries = dropSpoken(prepared);
  const stripped = await saveDocument(prepared);
  const others = hasTextEntries ? [await findOnPages(bytes, work.patterns)] : [];
  for (const reading of await byEncoding(stripped, work.patterns))
    others.push(await findOnPages(reading.bytes, reading.patterns));
  const removed = await remover(stripped, { ...work, otherReadings: mergeFound(others) });
  return { removed, doubtful };
}

/**
 * Covers what the first engine couldn't remove, and replaces the affected pages, listed in `again`,
 * by pictures without text. Throws if a match is still left.
 */
async function finishAgain(
  first: Uint8Array,
  { work, viewOfPage }: Pick<Finish, "work" | "viewOfPage">,
): Promise<{ written: Uint8Array; again: ReadonlyMap<number, readonly Rect[]> }> {
  const again = work.verify ? await check(first, work) : new Map<number, readonly Rect[]>();
  if (again.size === 0) return { written: first, again };
  const written = await finish(await openDocument(first), {
    work,
    rects: again,
    viewOfPage,
    rasterised: [...again.keys()],
  });
  if ((await check(written, work)).size > 0)
    throw createUnverifiedError("a match is still on a page");
  return { written, again };
}

function computeShares(rects: readonly Rect[], page: ReturnType<typeof createPageView>): Share[] {
  return rects.map(createRectMapper(page)).map(({ x, y, w, h }) => ({
    x: x / page.width,
    y: y / page.height,
    w: w / page.width,
    h: h / page.height,
  }));
}

interface Finish {
  work: RedactWork;
  rects: ReadonlyMap<number, readonly Rect[]>;
  viewOfPage: (page: number) => ReturnType<typeof createPageView>;
  /** The pages that become pictures. */
  rasterised: readonly number[];
}

const rasterDpi = 200;

/** Draws the boxes, turns pages into pictures, and writes the file. */
async function finish(
  document: PDFDocument,
  { work, rects, viewOfPage, rasterised }: Finish,
): Promise<Uint8Array> {
  await cover(document, { ...work, rects, viewOfPage });
  if (rasterised.length > 0) {
    const bytes = await saveDocument(document);
    await rasterisePages(document, { bytes, numbers: rasterised, dpi: rasterDpi });
  }
  return rewrite(document);
}

/**
 * Rewrites a document without unreferenced objects. Recompresses every stream, so that no data
 * follows its end, and sets a new file identifier.
 */
async function rewrite(document: PDFDocument): Promise<Uint8Array> {
  delete document.context.trailerInfo.ID;
  const options = ["--stream-data=compress", "--recompress-flate", "--decode-level=specialized"];
  return qpdfOutput([...options, "--object-streams=generate", "/in.pdf"], {
    files: { "in.pdf": await saveDocument(document) },
  });
}

function mergeFound(
  all: readonly ReadonlyMap<number, RedactionMatch[]>[],
): Map<number, RedactionMatch[]> {
  const pages = new Map<number, RedactionMatch[]>();
  for (const one of all)
    for (const [page, found] of one) pages.set(page, [...(pages.get(page) ?? []), ...found]);
  return pages;
}

const coverMargin = 0.5;

/**
 * Searches for matches that are left. Returns the pages with matches. Throws if a match is
 * elsewhere.
 */
async function check(bytes: Uint8Array, work: RedactWork): Promise<Map<number, Rect[]>> {
  const remaining = await leftovers(bytes, work).catch(throwUnreadable);
  const pages = new Map<number, Rect[]>();
  const others = new Set<string>();
  for (const { where, page, rects = [] } of remaining)
    if (page !== undefined && rects.length > 0)
      pages.set(page, [
        ...(pages.get(page) ?? []),
        ...rects.map((rect) => growRect(rect, coverMargin)),
      ]);
    else others.add(where);
  // A match in a page's content stream disappears when the page becomes a picture.
  if (pages.size > 0) others.delete("a content stream");
  if (others.size > 0)
    throw createUnverifiedError(`a match is still in ${[...others].slice(0, 5).join(", ")}`);
  return pages;
}

function throwUnreadable(cause: unknown): never {
  throw createUnverifiedError("the output cannot be read", cause);
}

function createUnverifiedError(reason: string, cause?: unknown) {
  return pdf.error("redaction_unverified", `Cannot remove everything that was found: ${reason}`, {
    cause,
  });
}

function listCoveredRects({ page, found }: CleanedPage, { boxes }: RedactWork): Rect[] {
  const rects = found.flatMap(({ rects }) => rects).map((rect) => growRect(rect, coverMargin));
  return [...rects, ...(boxes.get(page) ?? [])];
}

function createRectMapper(page: ReturnType<typeof createPageView>) {
  const toDisplayed = viewBoxes(page);
  return (rect: Rect) => {
    const { x, y, width, height } = toDisplayed([rect]);
    return { x, y, w: width, h: height };
  };
}

/** Redacts a PDF according to a request. */
export async function redactPdf(
  body: RedactBody,
  { data, remover }: { data: DataDoor; remover?: Remover },
) {
  const opened = await openPdf(body, { drawFields });
  // pdfium merges all annotations and fields of a page into one drawing, and removes it as a whole.
  const flattened = await removeClaim({ ...opened, bytes: await flattenForms(opened) });
  const source = { ...opened, bytes: flattened.bytes };
  const patterns = buildPatterns(body);
  const boxes = groupBoxes(body.boxes, source);
  if (patterns.length === 0 && boxes.size === 0)
    throw pdf.error("invalid_input", "body must have terms, regex, presets or boxes: it has none", {
      at: "body",
    });
  const { label, color, mode, verify, languages } = body;
  if (label !== undefined && patterns.some(({ find, form }) => find(plain(label, form)).length > 0))
    throw pdf.error(
      "invalid_input",
      `body.label must not contain redacted text: it is "${label}"`,
      {
        at: "body.label",
      },
    );
  const pages = source.pages.length;
  const searchRendered =
    verify === "render" ? await prepareRenderedSearch({ pages, languages, data }) : undefined;
  const redacted = await redact(source, {
    patterns,
    boxes,
    color,
    label,
    mode,
    verify: verify !== false,
    sanitise: body.sanitize,
    ...(remover && { remover }),
  });
  // Recognition can only add doubt: it misses letters.
  const rendered = (await searchRendered?.(redacted.bytes, patterns)) ?? [];
  const verified = redacted.verified && rendered.length === 0;
  const unread = [...rendered, ...redacted.unread];
  return answer({ ...redacted, verified, unread }, { source, body, before: opened.bytes });
}

async function answer(
  { bytes, matches, strings, rasterized, verified, unread }: Redacted,
  { source, body, before }: { source: Source; body: RedactBody; before: Uint8Array },
) {
  const unverified = body.verify ? unread : [{ reason: "not_asked" as const, page: null }];
  const verifiers = [secondEngineName, ...(body.verify === "render" ? [tesseractName] : [])];
  const engine = body.verify ? `${pdfiumName}, verified by ${verifiers.join(", ")}` : pdfiumName;
  const facts = {
    match_count: matches.length,
    string_count: strings,
    rasterized_pages: rasterized.join(","),
    verified,
    unverified_reasons: [...new Set(unverified.map(({ reason }) => reason))].join(","),
  };
  const output = { bytes, pages: source.pages.length, engine, input: source, suffix: "redacted" };
  const compared = { inputs: [before], outputs: [bytes] };
  const response = await answerFile({ ...output, facts, compared }, body);
  if (body.response === "binary") return response;
  const { data } = response.body as { data: object };
  return reply({ data: { ...data, unverified, matches } }, { headers: response.headers });
}

/** Returns the boxes by page, in the page's own units. */
function groupBoxes(boxes: RedactBody["boxes"], { pages }: Source): Map<number, Rect[]> {
  const found = new Map<number, Rect[]>();
  for (const [index, { page, x, y, w, h }] of boxes.entries()) {
    if (page > pages.length)
      throw pdf.error(
        "page_out_of_range",
        `body.boxes.${index}.page is ${page}, of a document of ${pages.length}`,
        { at: `body.boxes.${index}.page`, members: { pages: pages.length } },
      );
    const { height, toUser } = createPageView(pageAt(pages, page));
    const corner = (right: number, down: number) => {
      const [, , , , userX, userY] = multiply(translation(right, height - down), toUser);
      return [userX, userY] as const;
    };
    const [[x0, y0], [x1, y1]] = [corner(x, y), corner(x + w, y + h)];
    const rect = {
      left: Math.min(x0, x1),
      bottom: Math.min(y0, y1),
      right: Math.max(x0, x1),
      top: Math.max(y0, y1),
    };
    found.set(page, [...(found.get(page) ?? []), rect]);
  }
  return found;
}
