import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  type PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
} from "pdf-lib";
import { openDocument, saveDocument } from "./engines/pdf-lib.ts";
import { makeAppearances } from "./fields/appearances.ts";
import { readTags } from "./graft/tag-tree.ts";
import type { Source } from "./input/open.ts";
import { dropClaim } from "./objects/claim.ts";
import {
  dictEntry,
  entry,
  listDicts,
  listItems,
  nameEntry,
  numberEntry,
  pdfName,
  toDict,
} from "./objects/entries.ts";
import type { Matrix } from "./objects/geometry.ts";
import { short } from "./objects/operands.ts";
import { type OpenPage, openPages, wrapContent } from "./objects/pages.ts";
import type { BoxEdges } from "./preflight/preflight.ts";

/** Draws form fields, or annotations other than links, permanently on the pages. */
export async function flattenAnnotations(
  document: PDFDocument,
  kinds: readonly ("forms" | "annotations")[],
): Promise<void> {
  const shouldFlatten = (annotation: PDFDict) => {
    const kind = nameEntry(annotation, "Subtype");
    if (kind === "Link") return false;
    return kinds.includes(kind === "Widget" ? "forms" : "annotations");
  };
  const forms = kinds.includes("forms");
  if (forms) await makeAppearances(document);
  const removed = new Set(openPages(document).flatMap((page) => flattenPage(page, shouldFlatten)));
  if (forms) document.catalog.delete(pdfName("AcroForm"));
  if (removed.size > 0) untagAnnotations(document, removed);
}

/**
 * Removes annotations of these kinds from pages, with their pop-up windows and replies. By default
 * all except links and form fields.
 */
export function removeAnnotations(
  document: PDFDocument,
  { pages, kinds }: { pages: readonly OpenPage[]; kinds?: readonly string[] | undefined },
): void {
  const annotations = pages.flatMap(({ dict }) => listDicts(entry(dict, "Annots", PDFArray)));
  const removed = new Set(
    annotations.filter((annotation) => {
      const kind = nameEntry(annotation, "Subtype") ?? "";
      return kinds ? kinds.includes(kind) : kind !== "Link" && kind !== "Widget";
    }),
  );
  const belongsToRemoved = (annotation: PDFDict) =>
    ["Parent", "IRT"].some((key) => {
      const main = dictEntry(annotation, key);
      return main !== undefined && removed.has(main);
    });
  // A reply can follow another reply.
  for (let before = -1; before < removed.size; ) {
    before = removed.size;
    for (const annotation of annotations) if (belongsToRemoved(annotation)) removed.add(annotation);
  }
  if (removed.size === 0) return;
  for (const { dict } of pages) {
    const list = entry(dict, "Annots", PDFArray);
    const remaining = list?.asArray().filter((item) => {
      const annotation = dict.context.lookup(item);
      return !(annotation instanceof PDFDict) || !removed.has(annotation);
    });
    if (remaining) dict.set(pdfName("Annots"), dict.context.obj(remaining));
  }
  untagAnnotations(document, removed);
}

/**
 * Removes annotations from the structure tree, which would keep them in the file. Their drawings have
 * no tags, so the document is no longer PDF/UA.
 */
function untagAnnotations(document: PDFDocument, removed: ReadonlySet<PDFDict>): void {
  const tree = readTags(document);
  if (!tree) return;
  dropClaim(document, "pdfua");
  const isRemoved = (item: PDFObject | undefined) => {
    const object = dictEntry(toDict(document.context.lookup(item)), "Obj");
    return object !== undefined && removed.has(object);
  };
  for (const { dict } of tree.tags) {
    const kids = dict.lookup(kidsKey);
    if (kids instanceof PDFArray) {
      const remaining = kids.asArray().filter((item) => !isRemoved(item));
      if (remaining.length < kids.size()) dict.set(kidsKey, document.context.obj(remaining));
    } else if (isRemoved(kids)) dict.delete(kidsKey);
  }
}

const kidsKey = pdfName("K");

/** Flattens the annotations of a page. Returns those that it removed. */
function flattenPage(page: OpenPage, shouldFlatten: (annotation: PDFDict) => boolean): PDFDict[] {
  const { dict } = page;
  const list = entry(dict, "Annots", PDFArray);
  if (!list) return [];
  const removed: PDFDict[] = [];
  const drawings: string[] = [];
  const remaining = list.asArray().filter((item) => {
    const annotation = dict.context.lookup(item);
    if (!(annotation instanceof PDFDict) || !shouldFlatten(annotation)) return true;
    const drawing = drawAppearance(annotation, dict);
    if (drawing) drawings.push(drawing);
    removed.push(annotation);
    return false;
  });
  if (removed.length === 0) return [];
  dict.set(pdfName("Annots"), dict.context.obj(remaining));
  if (drawings.length > 0)
    wrapContent(page, { before: "q\n", behind: `\nQ\n${drawings.join("\n")}\n` });
  return removed;
}

/** The flags Hidden and NoView (ISO 32000-2, table 167). */
const invisible = 2 | 32;

/**
 * Returns the operators that draw an annotation's appearance at its position (ISO 32000-2, 12.5.5,
 * algorithm 8).
 */
function drawAppearance(annotation: PDFDict, page: PDFDict): string | undefined {
  if ((numberEntry(annotation, "F") ?? 0) & invisible) return undefined;
  const appearance = findAppearance(annotation);
  const rect = readBox(annotation, "Rect");
  if (!appearance || !rect) return undefined;
  const stream = page.context.lookup(appearance);
  if (!(stream instanceof PDFStream)) return undefined;
  const box = readBox(stream.dict, "BBox");
  const matrix = readMatrix(stream.dict);
  if (!box || !matrix) return undefined;
  const [a, b, c, d, e, f] = matrix;
  const [x0, y0, x1, y1] = box;
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1],
  ] as const;
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  const [left, bottom, wide, high] = [
    Math.min(...xs),
    Math.min(...ys),
    Math.max(...xs) - Math.min(...xs),
    Math.max(...ys) - Math.min(...ys),
  ];
  if (!(wide > 0 && high > 0)) return undefined;
  const x = Math.abs(rect[2] - rect[0]) / wide;
  const y = Math.abs(rect[3] - rect[1]) / high;
  const shift = [Math.min(rect[0], rect[2]) - left * x, Math.min(rect[1], rect[3]) - bottom * y];
  stream.dict.set(pdfName("Type"), pdfName("XObject"));
  stream.dict.set(pdfName("Subtype"), pdfName("Form"));
  const numbers = [x, 0, 0, y, ...shift].map(short);
  return `q ${numbers.join(" ")} cm ${addObject(page, appearance)} Do Q`;
}

/** Returns an annotation's normal appearance, in its current state. */
function findAppearance(annotation: PDFDict): PDFRef | undefined {
  const all = dictEntry(annotation, "AP");
  const normal = all?.get(pdfName("N"));
  const object = annotation.context.lookup(normal);
  const found =
    object instanceof PDFDict ? object.get(pdfName(nameEntry(annotation, "AS") ?? "Off")) : normal;
  return found instanceof PDFRef ? found : undefined;
}

/** Adds a drawing to a page's resources. Returns its name there. */
function addObject(page: PDFDict, drawing: PDFRef): PDFName {
  // Both may be shared with other pages.
  const resources = dictEntry(page, "Resources")?.clone() ?? page.context.obj({});
  const objects = dictEntry(resources, "XObject")?.clone() ?? page.context.obj({});
  page.set(pdfName("Resources"), resources);
  resources.set(pdfName("XObject"), objects);
  let index = 1;
  while (objects.has(pdfName(`Flat${index}`))) index++;
  objects.set(pdfName(`Flat${index}`), drawing);
  return pdfName(`Flat${index}`);
}

/** Reads a rectangle from two opposite corners, in any order. */
function readBox(dict: PDFDict, key: string): BoxEdges | undefined {
  const [x0, y0, x1, y1] = readNumbers(dict, key) as [number, number, number, number?];
  return y1 === undefined ? undefined : [x0, y0, x1, y1];
}

/** Reads the matrix of an appearance. Returns undefined if it isn't valid. */
function readMatrix(dict: PDFDict): Matrix | undefined {
  if (!dict.has(pdfName("Matrix"))) return [1, 0, 0, 1, 0, 0];
  const numbers = readNumbers(dict, "Matrix");
  const [a, b, c, d, e, f] = numbers as [number, number, number, number, number, number?];
  return f === undefined ? undefined : [a, b, c, d, e, f];
}

function readNumbers(dict: PDFDict, key: string): number[] {
  return listItems(entry(dict, key, PDFArray)).flatMap((item) =>
    item instanceof PDFNumber ? item.asNumber() : [],
  );
}

/**
 * Returns a file in which form fields are part of the pages, because pdfium neither draws nor reads
 * fields. Returns a file without fields unchanged.
 */
export async function flattenForms({
  bytes,
  mayHaveFields = mayHoldFields(bytes),
}: Pick<Source, "bytes"> & Partial<Pick<Source, "mayHaveFields">>): Promise<
  Uint8Array<ArrayBuffer>
> {
  if (!mayHaveFields) return bytes;
  const document = await openDocument(bytes);
  await flattenAnnotations(document, ["forms"]);
  return saveDocument(document);
}

/** Returns whether a file that wasn't preflighted may have fields. Packed objects may hide them. */
function mayHoldFields({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): boolean {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return bytes.includes("/Widget") || bytes.includes("/ObjStm");
}
