import type { PDFDocument, PDFRef } from "pdf-lib";
import { derive } from "../derive.ts";
import { deleteUnreachable, openSource, pdfLibName, saveDocument } from "../engines/pdf-lib.ts";
import { drawFields } from "../fields/draw-fields.ts";
import { flattenAnnotations, flattenForms, removeAnnotations } from "../flatten.ts";
import { checkFilled, fillFields } from "../forms/fill.ts";
import {
  type Bookmark,
  buildTopDestination,
  readPageLabels,
  writeLabels,
  writeMetadata,
  writeOutline,
} from "../graft/catalog.ts";
import { hangPages } from "../graft/graft.ts";
import { listOriginals } from "../graft/tag-origins.ts";
import { openPdf } from "../input/open.ts";
import { pageAt, pageNumbers } from "../input/request.ts";
import { dropClaim } from "../objects/claim.ts";
import { pageLeaves } from "../objects/page-leaves.ts";
import { type OpenPage, openPages } from "../objects/pages.ts";
import pdf from "../plugin.ts";
import { answerFile } from "../response.ts";
import { buildBooklet, buildSheets, impose } from "./impose.ts";
import { cropPage, findContentBoxes, type PaperSize, parseSize, scalePage } from "./page-boxes.ts";
import type { Op, OpByName, OrganizeBody } from "./request.ts";

/** Applies operations to the pages and metadata of a PDF, one after the other. */
export async function organizePdf(body: OrganizeBody, { clock }: { clock: () => number }) {
  // Filling draws all fields, and a file without appearances is drawn otherwise.
  const fills = body.ops.some(({ op }) => op === "fill");
  const source = await openPdf(body, fills ? {} : { drawFields });
  let document = await openSource(source);
  const pdfa_claim_removed = dropClaim(document);
  const lostTags = listOriginals(document);
  for (const [index, op] of body.ops.entries())
    document = await applyOp(op, { document, at: `body.ops.${index}`, clock });
  // The replaced appearances show the old values, and flattened fields still have theirs.
  const removes = body.ops.some(({ op }) => op === "flatten" || op === "remove_annotations");
  if (fills || removes) deleteUnreachable(document);
  for (const tag of listOriginals(document)) lostTags.delete(tag);
  return answerFile(
    {
      bytes: await saveDocument(document),
      lostTags: lostTags.size,
      pages: pageLeaves(document).length,
      engine: pdfLibName,
      input: source,
      suffix: "organized",
      facts: { ops: body.ops.length, pdfa_claim_removed },
    },
    body,
  );
}

interface OpWork {
  document: PDFDocument;
  /** The operation's location in the request. */
  at: string;
  clock: () => number;
}

/** Applies an operation. Returns the same document, or a new one made from it. */
async function applyOp(op: Op, work: OpWork): Promise<PDFDocument> {
  const { document, at, clock } = work;
  const pages = pageLeaves(document).length;
  const order = reorder(op, { pages, at });
  if (order) {
    checkCount(order.length, at);
    return derive(document, order, { keepsAttachments: true });
  }
  switch (op.op) {
    case "blank":
      insertBlanks(op, work);
      return document;
    case "crop":
      await crop(op, work);
      return document;
    case "scale":
      for (const page of choosePages(op.pages, work)) {
        const like = [page.box.width, page.box.height] as const;
        scalePage(page, { size: parseSize(op.to, { at: `${at}.to`, like }), fit: op.fit });
      }
      return document;
    case "nup":
      return impose(document, (pages) => buildSheets(pages, op));
    case "booklet":
      return impose(document, buildBooklet);
    case "metadata":
      writeMetadata(document, op.set, clock());
      return document;
    case "outline":
      writeOutline(document, buildBookmarkTree(op.set, { document, at: `${at}.set` }));
      return document;
    case "fill": {
      const { contents } = await fillFields(document, { fill: op.fill, lock: op.lock, at });
      // Later operations may flatten or delete the fields.
      await checkFilled(await saveDocument(document), contents, { at });
      return document;
    }
    case "flatten":
      await flattenAnnotations(document, op.what);
      return document;
    case "remove_annotations":
      removeAnnotations(document, { pages: choosePages(op.pages, work), kinds: op.kinds });
      return document;
    default:
      throw new TypeError(`Cannot apply an unknown operation: "${op.op}"`);
  }
}

function checkCount(count: number, at: string): void {
  const { pagesMax } = pdf.limits;
  if (count > pagesMax)
    throw pdf.error(
      "pdf_limit_exceeded",
      `${at} must result in at most ${pagesMax} pages: there would be ${count}`,
      { at, members: { limit: "pages" } },
    );
}

function choosePages(range: string, { document, at }: OpWork): OpenPage[] {
  const pages = openPages(document);
  const numbers = pageNumbers(range, { pages: pages.length, at: `${at}.pages` });
  return [...new Set(numbers)].map((number) => pageAt(pages, number));
}

function insertBlanks(
  { at: position, count, size }: OpByName<"blank">,
  { document, at }: OpWork,
): void {
  const pages = openPages(document);
  if (position > pages.length + 1)
    throw pdf.error(
      "page_out_of_range",
      `${at}.at must be at most ${pages.length + 1}: it is ${position}`,
      { at: `${at}.at` },
    );
  checkCount(pages.length + count, at);
  const { box } = pageAt(pages, Math.max(1, position - 1));
  const like = [box.width, box.height] as const;
  const sheet = size === undefined ? like : parseSize(size, { at: `${at}.size`, like });
  const blanks = Array.from({ length: count }, () => createBlankPage(document, sheet));
  hangPages(document, pages.map(({ ref }) => ref).toSpliced(position - 1, 0, ...blanks));
  // Labels are stored by the positions of pages.
  const labels = readPageLabels(document, pages.length);
  const unlabelled = { prefix: "", style: undefined, number: 1 };
  if (labels)
    writeLabels(document, labels.toSpliced(position - 1, 0, ...blanks.map(() => unlabelled)));
}

async function crop(op: OpByName<"crop">, { document, at }: OpWork): Promise<void> {
  const modes = [op.box, op.auto || undefined].filter(Boolean);
  if (
    modes.length > 1 ||
    (modes.length === 0 && op.margin === undefined) ||
    (op.box && op.margin !== undefined)
  )
    throw pdf.error(
      "invalid_input",
      `${at} must have one of box, margin and auto; auto may be combined with margin`,
      { at },
    );
  const pages = openPages(document);
  const range = pageNumbers(op.pages, { pages: pages.length, at: `${at}.pages` });
  const numbers = [...new Set(range)];
  const found = op.auto
    ? await findContentBoxes(await flattenForms({ bytes: await saveDocument(document) }), {
        pages,
        numbers,
      })
    : undefined;
  for (const number of numbers)
    cropPage(pageAt(pages, number), op, { at, content: found?.get(number) });
}

/** Creates an empty page. */
function createBlankPage({ context }: PDFDocument, size: PaperSize): PDFRef {
  return context.register(context.obj({ Type: "Page", MediaBox: [0, 0, ...size], Resources: {} }));
}

/** Builds a tree from a list of bookmarks with levels. */
function buildBookmarkTree(
  list: OpByName<"outline">["set"],
  { document, at }: { document: PDFDocument; at: string },
): Bookmark[] {
  const pages = openPages(document);
  const roots: Bookmark[] = [];
  /** The last bookmark of each level, outermost first. */
  const path: Bookmark[] = [];
  for (const [index, { title, page, level, open }] of list.entries()) {
    const target = pages[page - 1];
    if (!target)
      throw pdf.error(
        "page_out_of_range",
        `${at}.${index}.page names page ${page} of a document of ${pages.length}`,
        { at: `${at}.${index}.page` },
      );
    if (level > path.length + 1)
      throw pdf.error(
        "invalid_input",
        `${at}.${index}.level must be at most ${path.length + 1}, one below the bookmark before it: it is ${level}`,
        { at: `${at}.${index}.level` },
      );
    const bookmark = {
      title,
      to: buildTopDestination(document, target.ref),
      isOpen: open,
      children: [],
    };
    (path[level - 2]?.children ?? roots).push(bookmark);
    path.length = level - 1;
    path.push(bookmark);
  }
  return roots;
}

interface StepContext {
  /** The number of pages. */
  pages: number;
  /** The operation's location in the request. */
  at: string;
}

/**
 * Returns the page numbers in their new order if an operation only reorders pages, otherwise
 * undefined.
 */
function reorder(op: Op, { pages, at }: StepContext): number[] | undefined {
  const all = Array.from({ length: pages }, (_, index) => index + 1);
  const readRange = (range: string) => pageNumbers(range, { pages, at: `${at}.pages` });
  switch (op.op) {
    case "select":
      return requirePages(readRange(op.pages), at);
    case "delete": {
      const deleted = new Set(readRange(op.pages));
      return requirePages(
        all.filter((number) => !deleted.has(number)),
        at,
      );
    }
    case "reverse":
      return all.reverse();
    case "duplicate": {
      const chosen = new Set(readRange(op.pages));
      return all.flatMap((number) => Array(chosen.has(number) ? op.times + 1 : 1).fill(number));
    }
    case "move": {
      const moved = [...new Set(readRange(op.pages))];
      const others = all.filter((number) => !moved.includes(number));
      if (op.to > others.length + 1)
        throw pdf.error(
          "page_out_of_range",
          `${at}.to must be at most ${others.length + 1}, one more than the number of other pages: it is ${op.to}`,
          { at: `${at}.to` },
        );
      return others.toSpliced(op.to - 1, 0, ...moved);
    }
    default:
      return undefined;
  }
}

function requirePages(numbers: number[], at: string): number[] {
  if (numbers.length > 0) return numbers;
  throw pdf.error("invalid_operation", `${at} leaves no page`, { at });
}
