import { reply } from "hub";
import type { PDFDocument } from "pdf-lib";
import { answerFile } from "../answer.ts";
import { openDocument, saveDocument } from "../engines/pdf-lib.ts";
import { pdfiumName } from "../engines/pdfium.ts";
import { qpdfOutput } from "../engines/qpdf.ts";
import { flattenForms } from "../forms/flatten.ts";
import { removeClaim } from "../graft/claim.ts";
import { rasterisePages } from "../images/rasterise.ts";
import { pageAt } from "../input/fields.ts";
import { openPdf, type Source } from "../input/open.ts";
import pdf from "../plugin.ts";
import { createPageView, multiply, translation } from "../stamp/geometry.ts";
import { viewBoxes } from "../text/words.ts";
import { dropForms, dropSpoken, sanitise } from "./clean.ts";
import { cover } from "./cover.ts";
import { clearHiddenDrawings } from "./hidden-drawings.ts";
import { byEncoding } from "./other-readings.ts";
import { buildPatterns, type Pattern, plain } from "./patterns.ts";
import { growRect, type Rect } from "./rects.ts";
import {
  type CleanedPage,
  findOnPages,
  type RedactionMatch,
  type Remover,
  removeByPdfium,
} from "./remove.ts";
import type { RedactBody } from "./schema.ts";
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
  /** Strings outside of pages that were emptied. */
  strings: number;
  rasterized: number[];
  /** Whether it was searched, nothing was left, and nothing is on the pages that could not be read. */
  verified: boolean;
  unread: Unread[];
}

/**
 * Removes what is found from a PDF: the glyphs, what is said of them elsewhere, and what lies below.
 * Writes the file anew, and answers none in which something is left.
 */
async function redact(
  { bytes, pages }: Pick<Source, "bytes" | "pages">,
  work: RedactWork,
): Promise<Redacted> {
  const removed = await removeFound(bytes, work);
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
  const pictured = removed.pages
    .filter(({ hasPictures }) => hasPictures || work.mode === "rasterize")
    .map(({ page }) => page);
  // What is in boxes is gone whatever it says: nothing else is to be read.
  const isSearched = work.verify && work.patterns.length > 0;
  const uncovered = isSearched ? await saveDocument(document) : undefined;
  const first = await finish(document, { work, rects, viewOfPage, pictured });
  const { written, again } = await finishAgain(first, { work, viewOfPage });
  const sharesOn = (page: number) =>
    computeShares([...(rects.get(page) ?? []), ...(again.get(page) ?? [])], viewOfPage(page));
  const unread = uncovered ? await unreadOn(uncovered, sharesOn).catch(cannotRead) : [];
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
    rasterized: [...new Set([...pictured, ...again.keys()])].toSorted((one, other) => one - other),
    verified: work.verify && unread.length === 0,
    unread,
  };
}

/** Takes what is found out of the pages, also what they say in another encoding or are said to say. */
async function removeFound(bytes: Source["bytes"], work: RedactWork) {
  const { remover = removeByPdfium } = work;
  const prepared = await openDocument(bytes);
  const isSpoken = dropSpoken(prepared);
  const drawn = await saveDocument(prepared);
  const others = isSpoken ? [await findOnPages(bytes, work.patterns)] : [];
  for (const reading of await byEncoding(drawn, work.patterns))
    others.push(await findOnPages(reading.bytes, reading.patterns));
  return remover(drawn, { ...work, otherReadings: mergeFound(others) });
}

/**
 * Covers what one engine could not take out, and makes pictures without any text of the pages it is on:
 * those in `again`. Refuses where something is left even so.
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
    pictured: [...again.keys()],
  });
  if ((await check(written, work)).size > 0) throw refusal("it is still on a page");
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
  pictured: readonly number[];
}

const rasterDpi = 200;

/** Draws the fields, makes pictures of pages, and writes the file. */
async function finish(
  document: PDFDocument,
  { work, rects, viewOfPage, pictured }: Finish,
): Promise<Uint8Array> {
  await cover(document, { ...work, rects, viewOfPage });
  if (pictured.length > 0) {
    const bytes = await saveDocument(document);
    await rasterisePages(document, { bytes, numbers: pictured, dpi: rasterDpi });
  }
  return writeAnew(document);
}

/**
 * Writes what is left of a document, and nothing that no other object names: every stream is coded again,
 * so that nothing follows on its end, and the number of the file is a new one.
 */
async function writeAnew(document: PDFDocument): Promise<Uint8Array> {
  delete document.context.trailerInfo.ID;
  const coding = ["--stream-data=compress", "--recompress-flate", "--decode-level=specialized"];
  return qpdfOutput([...coding, "--object-streams=generate", "/in.pdf"], {
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

/** Looks for what is left: answers what pages it is on, and refuses where it is elsewhere. */
async function check(bytes: Uint8Array, work: RedactWork): Promise<Map<number, Rect[]>> {
  const left = await leftovers(bytes, work).catch(cannotRead);
  const pages = new Map<number, Rect[]>();
  const others = new Set<string>();
  for (const { where, page, rects = [] } of left)
    if (page !== undefined && rects.length > 0)
      pages.set(page, [
        ...(pages.get(page) ?? []),
        ...rects.map((rect) => growRect(rect, coverMargin)),
      ]);
    else others.add(where);
  // What is in the bytes of a page's content goes with the page.
  if (pages.size > 0) others.delete("a content stream");
  if (others.size > 0) throw refusal(`it is still in ${[...others].slice(0, 5).join(", ")}`);
  return pages;
}

function cannotRead(cause: unknown): never {
  throw refusal("the result cannot be read", cause);
}

function refusal(why: string, cause?: unknown) {
  return pdf.error("redaction_unverified", `Cannot remove everything that was found: ${why}`, {
    cause,
  });
}

function listCoveredRects({ page, found }: CleanedPage, { boxes }: RedactWork): Rect[] {
  const rects = found.flatMap(({ rects }) => rects).map((rect) => growRect(rect, coverMargin));
  return [...rects, ...(boxes.get(page) ?? [])];
}

function createRectMapper(page: ReturnType<typeof createPageView>) {
  const toSeen = viewBoxes(page);
  return (rect: Rect) => {
    const { x, y, width, height } = toSeen([rect]);
    return { x, y, w: width, h: height };
  };
}

/** Redacts a PDF as a request says. */
export async function redactPdf(body: RedactBody, { remover }: { remover?: Remover } = {}) {
  const opened = await openPdf(body);
  // pdfium makes one drawing of all notes and fields of a page, and takes it away as a whole.
  const drawn = await removeClaim({ ...opened, bytes: await flattenForms(opened) });
  const source = { ...opened, bytes: drawn.bytes };
  const patterns = buildPatterns(body);
  const boxes = groupBoxes(body.boxes, source);
  if (patterns.length === 0 && boxes.size === 0)
    throw pdf.error("invalid_input", "body must have terms, regex, presets or boxes: it has none", {
      at: "body",
    });
  const { label, color, mode, verify } = body;
  if (label !== undefined && patterns.some(({ find, form }) => find(plain(label, form)).length > 0))
    throw pdf.error(
      "invalid_input",
      `body.label must not have what is redacted: it is "${label}"`,
      {
        at: "body.label",
      },
    );
  const redacted = await redact(source, {
    patterns,
    boxes,
    color,
    label,
    mode,
    verify,
    sanitise: body.sanitize,
    ...(remover && { remover }),
  });
  return answer(redacted, { source, body });
}

async function answer(
  { bytes, matches, strings, rasterized, verified, unread }: Redacted,
  { source, body }: { source: Source; body: RedactBody },
) {
  const unverified = body.verify ? unread : [{ reason: "not_asked" as const, page: null }];
  const engine = body.verify ? `${pdfiumName}, verified by ${secondEngineName}` : pdfiumName;
  const facts = {
    match_count: matches.length,
    string_count: strings,
    rasterized_pages: rasterized.join(","),
    verified,
    unverified_reasons: [...new Set(unverified.map(({ reason }) => reason))].join(","),
  };
  const made = { bytes, pages: source.pages.length, engine, input: source, suffix: "redacted" };
  const answered = await answerFile({ ...made, facts }, body);
  if (body.response === "binary") return answered;
  const { data } = answered.body as { data: object };
  return reply({ data: { ...data, unverified, matches } }, { headers: answered.headers });
}

/** The boxes by page, in the page's own units. */
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
