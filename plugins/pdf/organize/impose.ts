import { PDFArray, type PDFDict, type PDFDocument, PDFRawStream, type PDFRef } from "pdf-lib";
import { newDocument, packLike } from "../engines/pdf-lib.ts";
import { flattenAnnotations } from "../flatten.ts";
import {
  copyEntries,
  copyInformation,
  listBookmarks,
  mergeAttachments,
  mergeLayers,
  writeOutline,
} from "../graft/catalog.ts";
import { type Copier, createCopier, type Graft, hangPages } from "../graft/graft.ts";
import { mergeTags } from "../graft/tags.ts";
import { pageAt } from "../input/request.ts";
import { dropClaim } from "../objects/claim.ts";
import { listItems, pdfName } from "../objects/entries.ts";
import { createPageView, type Matrix, multiply, translation } from "../objects/geometry.ts";
import { short } from "../objects/operands.ts";
import { type OpenPage, openPages } from "../objects/pages.ts";
import { streamBytes } from "../objects/streams.ts";
import type { PaperSize } from "./page-boxes.ts";
import type { OpByName } from "./request.ts";

/** An area of a sheet, in points from the sheet's lower left corner. */
interface SheetCell {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The page number, starting at 1. Undefined if the cell stays empty. */
  number: number | undefined;
}

/** Pages on one side of a sheet of paper. */
export interface Sheet {
  size: PaperSize;
  cells: readonly SheetCell[];
  border: boolean;
}

/** Places pages on sheets, each as large as its cell allows. Bookmarks lead to the sheets. */
export async function impose(
  source: PDFDocument,
  plan: (pages: readonly OpenPage[]) => readonly Sheet[],
): Promise<PDFDocument> {
  await flattenAnnotations(source, ["forms", "annotations"]);
  const pages = openPages(source);
  const target = await newDocument();
  packLike(target, source);
  const { copier, tags } = createCopier(source, target);
  const forms = new Map<PDFRef, PDFRef>();
  const sheets = plan(pages).map((sheet) => ({ sheet, ref: target.context.nextRef() }));
  const refs = sheets.map(({ ref }) => ref);
  for (const { sheet, ref } of sheets)
    for (const { number } of sheet.cells)
      if (number !== undefined) copier.assign(pageAt(pages, number).ref, ref);
  for (const { sheet, ref } of sheets)
    target.context.assign(ref, drawSheet(sheet, { pages, copier, target, forms }));
  hangPages(target, refs);
  const graft: Graft = { source, pages: refs, numbers: [], copiers: [copier], tags, forms };
  writeOutline(target, listBookmarks(graft));
  mergeLayers(target, [graft]);
  mergeAttachments(target, [graft]);
  copyInformation(source, target);
  copyEntries(graft, target, ["Lang", "Metadata", "ViewerPreferences"]);
  mergeTags(target, [graft]);
  // Links and form fields are drawings now.
  for (const claim of ["pdfa", "pdfua"] as const) dropClaim(target, claim);
  return target;
}

interface Drawing {
  pages: readonly OpenPage[];
  copier: Copier;
  target: PDFDocument;
  /** The form XObjects of the pages already drawn. */
  forms: Map<PDFRef, PDFRef>;
}

function drawSheet({ size, cells, border }: Sheet, drawing: Drawing): PDFDict {
  const { pages, target, forms } = drawing;
  const objects = target.context.obj({});
  const steps: string[] = [];
  for (const cell of cells) {
    if (cell.number === undefined) continue;
    const page = pageAt(pages, cell.number);
    const { matrix, frame } = computePlacement(page, cell);
    const form = createForm(page, drawing);
    forms.set(page.ref, form);
    objects.set(pdfName(`P${cell.number}`), form);
    steps.push(`q ${matrix.map(short).join(" ")} cm /P${cell.number} Do Q`);
    if (border) steps.push(`q 0.5 w 0.5 G ${frame.map(short).join(" ")} re S Q`);
  }
  return target.context.obj({
    Type: "Page",
    MediaBox: [0, 0, ...size.map(short)],
    Resources: { XObject: objects },
    Contents: target.context.register(target.context.stream(steps.join("\n"))),
  });
}

/** Computes the position of a page in its cell: as large as fits, centred, as displayed. */
function computePlacement({ box }: OpenPage, cell: SheetCell) {
  const view = createPageView(box);
  const scale = Math.min(cell.width / view.width, cell.height / view.height);
  const [width, height] = [view.width * scale, view.height * scale];
  const [x, y] = [cell.x + (cell.width - width) / 2, cell.y + (cell.height - height) / 2];
  const fromUser = inverse(view.toUser);
  const matrix = multiply(multiply(fromUser, [scale, 0, 0, scale, 0, 0]), translation(x, y));
  return { matrix, frame: [x, y, width, height] };
}

/** Inverts a matrix. */
function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  const area = a * d - b * c;
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}

/** Converts a page to a form XObject. */
function createForm(
  { dict, box }: OpenPage,
  { copier, target }: Pick<Drawing, "copier" | "target">,
): PDFRef {
  const { context } = target;
  const { form, contents } = copyContent(dict, { copier, target });
  const resources = dict.get(pdfName("Resources"));
  const group = dict.get(pdfName("Group"));
  form.set(pdfName("Type"), pdfName("XObject"));
  form.set(pdfName("Subtype"), pdfName("Form"));
  form.set(pdfName("BBox"), context.obj(box.crop.map(short)));
  form.set(pdfName("Resources"), resources ? copier.copy(resources) : context.obj({}));
  if (group) form.set(pdfName("Group"), copier.copy(group));
  return context.register(PDFRawStream.of(form, contents));
}

/** Copies a page's content: a single stream unchanged, or several streams joined. */
function copyContent(page: PDFDict, { copier, target }: Pick<Drawing, "copier" | "target">) {
  const value = page.lookup(pdfName("Contents"));
  const streams = value instanceof PDFArray ? listItems(value) : [value];
  if (streams.length === 1 && streams[0] instanceof PDFRawStream) {
    const { dict, contents } = copier.copy(streams[0]);
    return { form: dict, contents };
  }
  const parts = streams.flatMap((stream) => [
    streamBytes(stream) ?? new Uint8Array(),
    Buffer.from("\n"),
  ]);
  const joined = target.context.flateStream(Buffer.concat(parts));
  return { form: joined.dict, contents: joined.getContents() };
}

const gap = 12;

/**
 * Builds sheets with several pages each, on paper of the first page's size, in the orientation that
 * fits best.
 */
export function buildSheets(
  pages: readonly OpenPage[],
  { per_sheet, order, border }: OpByName<"nup">,
): Sheet[] {
  const { size, columns, rows } = chooseGrid(pageAt(pages, 1), per_sheet);
  const width = (size[0] - gap * (columns + 1)) / columns;
  const height = (size[1] - gap * (rows + 1)) / rows;
  const count = Math.ceil(pages.length / per_sheet);
  return Array.from({ length: count }, (_, sheet) => {
    const cells = Array.from({ length: per_sheet }, (_, index): SheetCell => {
      const isByRow = order.startsWith("horizontal");
      const row = isByRow ? Math.floor(index / columns) : index % rows;
      const position = isByRow ? index % columns : Math.floor(index / rows);
      const column = order.endsWith("reverse") ? columns - 1 - position : position;
      const number = sheet * per_sheet + index + 1;
      return {
        x: gap + column * (width + gap),
        y: size[1] - (row + 1) * (height + gap),
        width,
        height,
        number: number <= pages.length ? number : undefined,
      };
    });
    return { size, cells, border };
  });
}

/**
 * Builds booklet sheets with two pages per side: printed on both sides, stacked and folded, they
 * form a book.
 */
export function buildBooklet(pages: readonly OpenPage[]): Sheet[] {
  const { width, height } = pageAt(pages, 1).box;
  const size: PaperSize = [Math.max(width, height), Math.min(width, height)];
  const total = Math.ceil(pages.length / 4) * 4;
  return Array.from({ length: total / 2 }, (_, side) => {
    const [outer, inner] = [total - side, side + 1];
    // The later page is on the left on the front, and on the right on the back.
    const pair = side % 2 === 0 ? [outer, inner] : [inner, outer];
    const cells = pair.map((number, index) => ({
      x: (index * size[0]) / 2,
      y: 0,
      width: size[0] / 2,
      height: size[1],
      number: number <= pages.length ? number : undefined,
    }));
    return { size, cells, border: false };
  });
}

type CellCount = OpByName<"nup">["per_sheet"];

/** Columns and rows for each number of cells, on portrait paper. */
const grids: Readonly<Record<CellCount, readonly [columns: number, rows: number]>> = {
  2: [1, 2],
  4: [2, 2],
  6: [2, 3],
  8: [2, 4],
  9: [3, 3],
  16: [4, 4],
};

function chooseGrid({ box }: OpenPage, cells: CellCount) {
  const [across, down] = grids[cells];
  const [short, long] = [Math.min(box.width, box.height), Math.max(box.width, box.height)];
  const choices = [
    { size: [short, long], columns: across, rows: down },
    { size: [short, long], columns: down, rows: across },
    { size: [long, short], columns: down, rows: across },
    { size: [long, short], columns: across, rows: down },
  ] as const;
  const scale = ({ size, columns, rows }: (typeof choices)[number]) =>
    Math.min(size[0] / columns / box.width, size[1] / rows / box.height);
  return choices.reduce((best, next) => (scale(next) > scale(best) + 1e-9 ? next : best));
}
