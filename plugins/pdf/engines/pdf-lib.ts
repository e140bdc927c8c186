import {
  PDFArray,
  PDFCatalog,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFRef,
  PDFStream,
} from "pdf-lib";
import { entry, numberEntry, pdfName, toDict } from "../objects/entries.ts";
import pdf from "../plugin.ts";

/** The name of the engine in answers. */
export const pdfLibName = "pdf-lib 2.11.1";

/** Opens a PDF that was looked through and decrypted. `at` is its place in the request. */
export async function openDocument(bytes: Uint8Array, at = "body.file"): Promise<PDFDocument> {
  try {
    const document = await PDFDocument.load(bytes, {
      // It would else give way to other work of the process after every few objects: 3 × the time.
      parseSpeed: Number.POSITIVE_INFINITY,
      updateMetadata: false,
      throwOnInvalidObject: false,
    });
    // Fails where the page tree is none that can be worked with.
    mendTree(document);
    document.getPages();
    return document;
  } catch (cause) {
    throw pdf.error("pdf_corrupt", `${at} cannot be read as a PDF`, { at, cause });
  }
}

/**
 * Opens a PDF in which the look through all of it has found these pages. This engine goes by the
 * file's own table, and may find others in a broken file.
 */
export async function openSource(
  { bytes, pages }: { bytes: Uint8Array; pages: readonly unknown[] },
  at = "body.file",
): Promise<PDFDocument> {
  const document = await openDocument(bytes, at);
  if (document.getPageCount() === pages.length) return document;
  throw pdf.error("pdf_corrupt", `${at} has pages that cannot be reached`, { at });
}

/** A document without pages. */
export function newDocument(): Promise<PDFDocument> {
  return PDFDocument.create({ updateMetadata: false });
}

/** Has a document packed as tightly as one that goes into it: none is to grow by being rewritten. */
export function packLike({ context }: PDFDocument, source: PDFDocument): void {
  context.pdfFileDetails.useObjectStreams ||= source.context.pdfFileDetails.useObjectStreams;
}

/** Writes a document. The same document gives the same bytes. */
export async function saveDocument(document: PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await document.save({
    // Object streams are smaller and take twice the time: those have them that came with them.
    useObjectStreams: document.context.pdfFileDetails.useObjectStreams,
    addDefaultPage: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
    updateFieldAppearances: false,
  });
  return bytes as Uint8Array<ArrayBuffer>;
}

/**
 * Has every page be an object of its own, under a parent that knows it, with entries of the kinds
 * that they must be of. Readers put up with less, and files have less: a page without a type, a
 * parent that stands in its page, a list with gaps. pdf-lib takes it all at its word.
 */
function mendTree(document: PDFDocument): void {
  mendCatalogue(document);
  if (isOdd(document)) rebuild(document);
  for (const { dict } of pageLeaves(document)) tidy(dict);
}

function mendCatalogue(document: PDFDocument): void {
  const { context, catalog } = document;
  const found: PDFObject = catalog;
  if (found instanceof PDFCatalog || !(found instanceof PDFDict)) return;
  const mended = PDFCatalog.fromMapWithContext(new Map(found.entries()), context);
  const { Root } = context.trailerInfo;
  if (Root instanceof PDFRef) context.assign(Root, mended);
  Object.assign(document, { catalog: mended });
}

const pagesKey = pdfName("Pages");
const kidsKey = pdfName("Kids");
const parentKey = pdfName("Parent");

/** Whether the tree is anything but nodes and pages that hang together by references both ways. */
function isOdd({ catalog, context }: PDFDocument): boolean {
  const seen = new Set<PDFRef>();
  return leavesBelow(catalog.get(pagesKey), undefined) === undefined;

  /** How many pages are below a node; undefined where anything there is not as it must be. */
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

/** Hangs the pages that are found under one node, each with all that it has from above as its own. */
function rebuild(document: PDFDocument): void {
  const { catalog, context } = document;
  const leaves = pageLeaves(document);
  const top = catalog.get(pagesKey);
  const root = top instanceof PDFRef ? top : context.nextRef();
  const taken = new Set([root]);
  const refs = leaves.map((leaf) => {
    const ref = leaf.ref && !taken.has(leaf.ref) ? leaf.ref : context.nextRef();
    taken.add(ref);
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

/** Takes away the entries of a page that are of another kind than they must be. */
function tidy(page: PDFDict): void {
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

/** Leaves out what holds not; a list that stays whole stays the one it is. */
function filterItems(page: PDFDict, key: string, holds: (item: PDFObject) => boolean): void {
  const list = entry(page, key, PDFArray)?.asArray();
  const kept = list?.filter(holds);
  if (list && kept && kept.length < list.length) page.set(pdfName(key), page.context.obj(kept));
}

/** A page where it hangs in the page tree. */
export interface Leaf {
  /** None where the page is written into the list of its parent, as it must not be. */
  ref: PDFRef | undefined;
  dict: PDFDict;
  /** What it has from the nodes above, where it says nothing itself. */
  inherited: ReadonlyMap<PDFName, PDFObject>;
}

const depthMax = 64;
const nodesMax = 50_000;
const heritable = ["Resources", "MediaBox", "CropBox", "Rotate"].map((key) => PDFName.of(key));

/** The pages of a document in their order, also where its tree is put together carelessly. */
export function pageLeaves(document: PDFDocument, at = "body.file"): Leaf[] {
  const leaves: Leaf[] = [];
  let nodes = 0;
  const root = document.catalog.get(PDFName.of("Pages"));
  visit(root, { inherited: new Map(), depth: 0 });
  return leaves;

  function visit(
    value: PDFObject | undefined,
    { inherited, depth }: { inherited: Leaf["inherited"]; depth: number },
  ): void {
    const dict = toDict(document.context.lookup(value));
    if (!dict) return;
    if (depth > depthMax || ++nodes > nodesMax || leaves.length > pdf.limits.pagesMax)
      throw pdf.error("pdf_corrupt", `${at} has a page tree that does not end`, { at });
    const kids = entry(dict, "Kids", PDFArray);
    if (!kids) {
      leaves.push({ ref: value instanceof PDFRef ? value : undefined, dict, inherited });
      return;
    }
    const here = new Map(inherited);
    for (const key of heritable) {
      const own = dict.get(key);
      if (own) here.set(key, own);
    }
    for (const kid of kids.asArray()) visit(kid, { inherited: here, depth: depth + 1 });
  }
}
