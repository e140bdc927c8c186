import type { PDFDocument } from "pdf-lib";
import { answerFile } from "../answer.ts";
import { openSource, pdfLibName, saveDocument } from "../engines/pdf-lib.ts";
import { flattenForms } from "../forms/drawn.ts";
import { dropClaim } from "../graft/claim.ts";
import { derive } from "../graft/derive.ts";
import { hangPages } from "../graft/graft.ts";
import { writeMetadata } from "../graft/information.ts";
import { pageLeaves } from "../graft/leaves.ts";
import { writeOutline } from "../graft/outline.ts";
import { openPdf, type PdfBody } from "../input/open.ts";
import { pageNumbers } from "../pages/range.ts";
import pdf from "../plugin.ts";
import { blankPage } from "./blank.ts";
import { bookmarkTree } from "./bookmark-tree.ts";
import { contentBoxes } from "./content-boxes.ts";
import { cropPage } from "./crop.ts";
import { type OpenPage, openPages } from "./desk.ts";
import { flattenAnnotations } from "./flatten.ts";
import { impose } from "./impose.ts";
import type { Op, OpOf } from "./op-schemas.ts";
import { reorder } from "./order.ts";
import { sizeOf } from "./page-size.ts";
import { scalePage } from "./scale.ts";
import { bookletOf, sheetsOf } from "./sheets.ts";

export interface OrganizeBody extends PdfBody {
  ops: readonly Op[];
  response: "binary" | "json";
  filename?: string | undefined;
}

/** Changes the pages of a PDF, and what it says of itself, step by step. */
export async function organizePdf(body: OrganizeBody, { clock }: { clock: () => number }) {
  const source = await openPdf(body);
  let document = await openSource(source);
  const pdfa_claim_removed = dropClaim(document);
  for (const [index, op] of body.ops.entries())
    document = await applyOp(op, { document, at: `body.ops.${index}`, clock });
  return answerFile(
    {
      bytes: await saveDocument(document),
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
  /** The step's place in the request. */
  at: string;
  clock: () => number;
}

/** The document once a step is done: the same one, or one that was made of it. */
async function applyOp(op: Op, desk: OpWork): Promise<PDFDocument> {
  const { document, at, clock } = desk;
  const pages = pageLeaves(document).length;
  const order = reorder(op, { pages, at });
  if (order) {
    checkCount(order.length, at);
    return derive(document, order, { keepsAttachments: true });
  }
  switch (op.op) {
    case "blank":
      insertBlanks(op, desk);
      return document;
    case "crop":
      await crop(op, desk);
      return document;
    case "scale":
      for (const page of choosePages(op.pages, desk)) {
        const like = [page.box.width, page.box.height] as const;
        scalePage(page, { size: sizeOf(op.to, { at: `${at}.to`, like }), fit: op.fit });
      }
      return document;
    case "nup":
      return impose(document, (pages) => sheetsOf(pages, op));
    case "booklet":
      return impose(document, bookletOf);
    case "metadata":
      writeMetadata(document, op.set, clock());
      return document;
    case "outline":
      writeOutline(document, bookmarkTree(op.set, { document, at: `${at}.set` }));
      return document;
    case "flatten":
      await flattenAnnotations(document, op.what);
      return document;
    default:
      throw new TypeError(`There is no step ${op.op}`);
  }
}

function checkCount(count: number, at: string): void {
  const { pagesMax } = pdf.limits;
  if (count > pagesMax)
    throw pdf.error(
      "pdf_limit_exceeded",
      `${at} must leave at most ${pagesMax} pages: there would be ${count}`,
      { at, members: { limit: "pages" } },
    );
}

function choosePages(range: string, { document, at }: OpWork): OpenPage[] {
  const pages = openPages(document);
  const numbers = pageNumbers(range, { pages: pages.length, at: `${at}.pages` });
  return [...new Set(numbers)].map((number) => pages[number - 1]!);
}

function insertBlanks({ at: place, count, size }: OpOf<"blank">, { document, at }: OpWork): void {
  const pages = openPages(document);
  if (place > pages.length + 1)
    throw pdf.error(
      "page_out_of_range",
      `${at}.at must be at most ${pages.length + 1}: it is ${place}`,
      { at: `${at}.at` },
    );
  checkCount(pages.length + count, at);
  const { box } = pages[Math.max(0, place - 2)]!;
  const like = [box.width, box.height] as const;
  const sheet = size === undefined ? like : sizeOf(size, { at: `${at}.size`, like });
  const blanks = Array.from({ length: count }, () => blankPage(document, sheet));
  hangPages(document, pages.map(({ ref }) => ref).toSpliced(place - 1, 0, ...blanks));
}

async function crop(op: OpOf<"crop">, { document, at }: OpWork): Promise<void> {
  const given = [op.box, op.auto || undefined].filter(Boolean);
  if (
    given.length > 1 ||
    (given.length === 0 && op.margin === undefined) ||
    (op.box && op.margin !== undefined)
  )
    throw pdf.error(
      "invalid_input",
      `${at} must have one of box, margin and auto; auto may have a margin, too`,
      { at },
    );
  const pages = openPages(document);
  const range = pageNumbers(op.pages, { pages: pages.length, at: `${at}.pages` });
  const numbers = [...new Set(range)];
  const found = op.auto
    ? await contentBoxes(await flattenForms(await saveDocument(document)), { pages, numbers })
    : undefined;
  for (const number of numbers)
    cropPage(pages[number - 1]!, op, { at, content: found?.get(number) });
}
