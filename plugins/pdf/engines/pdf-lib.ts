import {
  PDFArray,
  PDFCatalog,
  PDFDict,
  PDFDocument,
  PDFInvalidObject,
  PDFNull,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFRef,
  PDFStream,
} from "pdf-lib";
import { entry, numberEntry, pdfName } from "../objects/entries.ts";
import { type Leaf, pageLeaves } from "../objects/page-leaves.ts";
import pdf from "../plugin.ts";

/** The engine's name in responses. */
export const pdfLibName = "pdf-lib 2.11.1";

/** Opens a decrypted PDF that passed preflight. `at` is its location in the request. */
export async function openDocument(bytes: Uint8Array, at = "body.file"): Promise<PDFDocument> {
  try {
    const document = await PDFDocument.load(bytes, {
      // The default yields to the event loop after every few objects, which takes 3 × the time.
      parseSpeed: Number.POSITIVE_INFINITY,
      updateMetadata: false,
      throwOnInvalidObject: false,
    });
    // Throws if the page tree can't be used.
    repairTree(document);
    document.getPages();
    return document;
  } catch (cause) {
    throw pdf.error("pdf_corrupt", `${at} cannot be read as a PDF`, { at, cause });
  }
}

/**
 * Opens a PDF in which preflight found these pages. This engine relies on the file's own table and
 * may find other pages in a broken file: then it throws.
 */
export async function openSource(
  { bytes, pages }: { bytes: Uint8Array; pages: readonly unknown[] },
  at = "body.file",
): Promise<PDFDocument> {
  const document = await openDocument(bytes, at);
  if (document.getPageCount() === pages.length) return document;
  throw pdf.error("pdf_corrupt", `${at} has pages that cannot be reached`, { at });
}

/** Creates a document without pages. */
export function newDocument(): Promise<PDFDocument> {
  return PDFDocument.create({ updateMetadata: false });
}

/**
 * Makes a document use object streams if a source uses them, so that rewriting doesn't enlarge it.
 */
export function packLike({ context }: PDFDocument, source: PDFDocument): void {
  context.pdfFileDetails.useObjectStreams ||= source.context.pdfFileDetails.useObjectStreams;
}

/** Writes a document. The same document always gives the same bytes. */
export async function saveDocument(document: PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  await document.flush();
  occupyLastNumber(document);
  const bytes = await document.save({
    // Object streams are smaller but take twice the time: used only if the input had them.
    useObjectStreams: document.context.pdfFileDetails.useObjectStreams,
    addDefaultPage: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
    updateFieldAppearances: false,
  });
  return bytes as Uint8Array<ArrayBuffer>;
}

/**
 * Deletes the objects that nothing refers to. They would remain in the file, such as the drawing of
 * a value that was replaced.
 */
export function deleteUnreachable({ context }: PDFDocument): void {
  const all = context.enumerateIndirectObjects();
  // An object that could not be parsed may refer to any other.
  if (all.some(([, object]) => object instanceof PDFInvalidObject)) return;
  const { Root, Info, Encrypt, ID } = context.trailerInfo;
  const reached = new Set<PDFRef>();
  const open = [Root, Info, Encrypt, ID].filter((object) => object !== undefined);
  for (let next = open.pop(); next; next = open.pop()) {
    if (next instanceof PDFRef) {
      if (reached.has(next)) continue;
      reached.add(next);
      next = context.lookup(next);
    }
    const inner = next instanceof PDFStream ? next.dict : next;
    if (inner instanceof PDFDict) open.push(...inner.values());
    else if (inner instanceof PDFArray) for (const item of inner.asArray()) open.push(item);
  }
  for (const [ref] of all) if (!reached.has(ref)) context.delete(ref);
}

/**
 * Writes null as the object of the highest number if it was deleted: the trailer counts up to it.
 * A lower count would give its number to a new object, to which old references then point.
 */
function occupyLastNumber({ context }: PDFDocument): void {
  const last = PDFRef.of(context.largestObjectNumber);
  if (context.largestObjectNumber > 0 && !context.lookup(last)) context.assign(last, PDFNull);
}

/**
 * Repairs the page tree. Every page becomes an object of its own, under a parent that refers to it,
 * with entries of the required types. Readers accept less, and files contain less: pages without a
 * type, a parent inside its page, arrays with gaps. pdf-lib trusts all of it.
 */
function repairTree(document: PDFDocument): void {
  repairCatalog(document);
  if (isIrregular(document)) rebuild(document);
  for (const { dict } of pageLeaves(document)) deleteInvalidEntries(dict);
}

function repairCatalog(document: PDFDocument): void {
  const { context, catalog } = document;
  const found: PDFObject = catalog;
  if (found instanceof PDFCatalog || !(found instanceof PDFDict)) return;
  const repaired = PDFCatalog.fromMapWithContext(new Map(found.entries()), context);
  repaired.set(pdfName("Type"), pdfName("Catalog"));
  const { Root } = context.trailerInfo;
  if (Root instanceof PDFRef) context.assign(Root, repaired);
  Object.assign(document, { catalog: repaired });
}

const pagesKey = pdfName("Pages");
const kidsKey = pdfName("Kids");
const parentKey = pdfName("Parent");

/** Returns whether the tree has anything but nodes and pages that refer to each other both ways. */
function isIrregular({ catalog, context }: PDFDocument): boolean {
  const seen = new Set<PDFRef>();
  return leavesBelow(catalog.get(pagesKey), undefined) === undefined;

  /** Returns the number of pages below a node, or undefined if any of them is irregular. */
  function leavesBelow(
    value: PDFObject | undefined,
    above: PDFRef | undefined,
  ): number | undefined {
    if (!(value instanceof PDFRef) || seen.has(value)) return undefined;
    seen.add(value);
    const node = context.lookup(value);
    if (!(node instanceof PDFPageTree) && !(node instanceof PDFPageLeaf)) return undefined;
    if (node.get(parentKey) !== above) return undefined;
    if (node instanceof PDFPageLeaf) return node.has(kidsKey) ? undefined : 1;
    let leaves = 0;
    for (const kid of entry(node, "Kids", PDFArray)?.asArray() ?? [undefined]) {
      const below = leavesBelow(kid, value);
      if (below === undefined) return undefined;
      leaves += below;
    }
    return numberEntry(node, "Count") === leaves ? leaves : undefined;
  }
}

/** Puts all pages under one node, each with its inherited entries as its own. */
function rebuild(document: PDFDocument): void {
  const { catalog, context } = document;
  const leaves = pageLeaves(document);
  const top = catalog.get(pagesKey);
  const root = top instanceof PDFRef ? top : context.nextRef();
  const usedRefs = new Set([root]);
  const refs = leaves.map((leaf) => {
    const ref = leaf.ref && !usedRefs.has(leaf.ref) ? leaf.ref : context.nextRef();
    usedRefs.add(ref);
    context.assign(ref, leafPage(leaf, { context, root }));
    return ref;
  });
  const tree = PDFPageTree.withContext(context);
  tree.set(kidsKey, context.obj(refs));
  tree.set(pdfName("Count"), context.obj(refs.length));
  context.assign(root, tree);
  catalog.set(pagesKey, root);
}

function leafPage(
  { dict, inherited }: Leaf,
  { context, root }: { context: PDFDocument["context"]; root: PDFRef },
): PDFPageLeaf {
  const page = PDFPageLeaf.fromMapWithContext(new Map(dict.entries()), context);
  for (const [key, value] of inherited) if (!page.has(key)) page.set(key, value);
  page.set(pdfName("Type"), pdfName("Page"));
  page.set(parentKey, root);
  return page;
}

const kindsOfResources = [
  "Font",
  "XObject",
  "ExtGState",
  "ColorSpace",
  "Pattern",
  "Shading",
  "Properties",
];

/** Deletes a page's entries that have the wrong type. */
function deleteInvalidEntries(page: PDFDict): void {
  const { context } = page;
  const resources = page.get(pdfName("Resources"));
  const found = context.lookup(resources);
  if (resources && !(found instanceof PDFDict)) page.delete(pdfName("Resources"));
  if (found instanceof PDFDict)
    for (const kind of kindsOfResources)
      if (found.has(pdfName(kind)) && !entry(found, kind, PDFDict)) found.delete(pdfName(kind));
  filterItems(page, "Contents", (item) => item instanceof PDFRef && isStream(context.lookup(item)));
  const contents = page.get(pdfName("Contents"));
  if (contents && !(contents instanceof PDFRef && isStream(context.lookup(contents))))
    if (!entry(page, "Contents", PDFArray)) page.delete(pdfName("Contents"));
  filterItems(page, "Annots", (item) => context.lookup(item) instanceof PDFDict);
  if (page.has(pdfName("Annots")) && !entry(page, "Annots", PDFArray))
    page.delete(pdfName("Annots"));
}

function isStream(object: PDFObject | undefined): boolean {
  return object instanceof PDFStream;
}

/** Removes the items that fail the check. A list without such items stays the same object. */
function filterItems(page: PDFDict, key: string, isValid: (item: PDFObject) => boolean): void {
  const list = entry(page, key, PDFArray)?.asArray();
  const remaining = list?.filter(isValid);
  if (list && remaining && remaining.length < list.length)
    page.set(pdfName(key), page.context.obj(remaining));
}
