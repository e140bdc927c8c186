import {
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from "pdf-lib";
import { pageLeaves } from "../engines/pdf-lib.ts";
import { type Metadata, metadataNames } from "../input/fields.ts";
import {
  dictEntry,
  entry,
  nameEntry,
  numberEntry,
  pdfName,
  readText,
  textEntry,
  treePairs,
  walkNodes,
} from "../objects/entries.ts";
import {
  type Copier,
  destinationFinder,
  findDestination,
  type Graft,
  targetPage,
} from "./graft.ts";

/** A bookmark of the document that is being put together. */
export interface Bookmark {
  title: string;
  /** Where it leads: an array that begins with a page of the new document. */
  to?: PDFArray | undefined;
  /** Colour, style and an action that leads out of the document. */
  looks?: readonly (readonly [PDFName, PDFObject])[];
  isOpen: boolean;
  children: Bookmark[];
}

const bookmarksMax = 100_000;
const outlineDepthMax = 64;

/** The bookmarks of a grafted document that still lead somewhere, or hold some that do. */
export function listBookmarks({ source, copiers }: Graft): Bookmark[] {
  const copier = copiers[0];
  const find = destinationFinder(source);
  const seen = new Set<PDFDict>();
  return siblings(dictEntry(source.catalog, "Outlines"), 0);

  function siblings(above: PDFDict | undefined, depth: number): Bookmark[] {
    const found: Bookmark[] = [];
    let item = entry(above, "First", PDFDict);
    while (item && !seen.has(item) && seen.size < bookmarksMax && depth < outlineDepthMax) {
      seen.add(item);
      const children = siblings(item, depth + 1);
      const kept = bookmark(item, children);
      if (kept) found.push(kept);
      item = entry(item, "Next", PDFDict);
    }
    return found;
  }

  function bookmark(item: PDFDict, children: Bookmark[]): Bookmark | undefined {
    const destination = findDestination(item, find);
    const page = destination && targetPage(destination);
    const isKept = page !== undefined && copier.of(page) instanceof PDFRef;
    const leadsOut = !destination && dictEntry(item, "A")?.get(pdfName("S")) === pdfName("URI");
    if (!isKept && !leadsOut && children.length === 0) return undefined;
    const keys = leadsOut ? ["A", "C", "F"] : ["C", "F"];
    return {
      title: textEntry(item, "Title") ?? "",
      to: destination && isKept ? copier.copy(destination) : undefined,
      looks: keys.flatMap((key) => {
        const value = item.get(pdfName(key));
        return value ? [[pdfName(key), copier.copy(value)] as const] : [];
      }),
      isOpen: (numberEntry(item, "Count") ?? 0) > 0,
      children,
    };
  }
}

/** A destination that shows the top of a page. */
export function buildTopDestination(document: PDFDocument, page: PDFRef): PDFArray {
  return document.context.obj([page, "XYZ", null, null, null]);
}

/** Writes bookmarks as the outline of a document, or takes it away where there are none. */
export function writeOutline(document: PDFDocument, bookmarks: readonly Bookmark[]): void {
  const { catalog, context } = document;
  if (bookmarks.length === 0) {
    catalog.delete(pdfName("Outlines"));
    return;
  }
  const root = context.nextRef();
  const outline = context.obj({ Type: "Outlines" });
  const shown = writeItems(bookmarks, { dict: outline, ref: root });
  outline.set(pdfName("Count"), context.obj(shown));
  context.assign(root, outline);
  catalog.set(pdfName("Outlines"), root);

  /** Writes what stands below an item, and answers how many of it are shown. */
  function writeItems(items: readonly Bookmark[], above: { dict: PDFDict; ref: PDFRef }): number {
    const placed = items.map((item) => ({ ...item, ref: context.nextRef() }));
    const [first, last] = [placed[0], placed.at(-1)];
    if (first) above.dict.set(pdfName("First"), first.ref);
    if (last) above.dict.set(pdfName("Last"), last.ref);
    let shown = items.length;
    for (const [index, { ref, title, to, looks = [], isOpen, children }] of placed.entries()) {
      const dict = context.obj({ Title: PDFHexString.fromText(title), Parent: above.ref });
      if (to) dict.set(pdfName("Dest"), to);
      for (const [key, value] of looks) dict.set(key, value);
      const [before, after] = [placed[index - 1], placed[index + 1]];
      if (before) dict.set(pdfName("Prev"), before.ref);
      if (after) dict.set(pdfName("Next"), after.ref);
      if (children.length > 0) {
        const below = writeItems(children, { dict, ref });
        // A closed item says by a negative number how many it would show.
        dict.set(pdfName("Count"), context.obj(isOpen ? below : -below));
        if (isOpen) shown += below;
      }
      context.assign(ref, dict);
    }
    return shown;
  }
}

/** How a page is called: the parts that /PageLabels has for it. */
export interface Label {
  prefix: string;
  /** D, R, r, A or a; none where a page has no number. */
  style: string | undefined;
  number: number;
}

/** The labels of a document's pages, or undefined where it has none. */
export function readPageLabels(document: PDFDocument, pages: number): Label[] | undefined {
  const tree = dictEntry(document.catalog, "PageLabels");
  if (!tree) return undefined;
  const ranges = new Map<number, PDFDict>();
  for (const [key, value] of treePairs(tree, "Nums"))
    if (key instanceof PDFNumber && value instanceof PDFDict) ranges.set(key.asNumber(), value);
  let range: PDFDict | undefined;
  let first = 0;
  return Array.from({ length: pages }, (_, index) => {
    if (ranges.has(index)) {
      range = ranges.get(index);
      first = index;
    }
    if (!range) return numberLabel(index + 1);
    return {
      prefix: textEntry(range, "P") ?? "",
      style: nameEntry(range, "S"),
      number: (numberEntry(range, "St") ?? 1) + index - first,
    };
  });
}

/** The label of a page that is called by its number alone. */
export function numberLabel(number: number): Label {
  return { prefix: "", style: "D", number };
}

/** Writes labels, in as few ranges as they take. */
export function writeLabels(document: PDFDocument, labels: readonly Label[]): void {
  const { context, catalog } = document;
  const numbers = context.obj([]);
  for (const [index, label] of labels.entries()) {
    const before = labels[index - 1];
    if (before && follows(before, label)) continue;
    numbers.push(context.obj(index));
    const range = context.obj({ St: label.number });
    if (label.style) range.set(PDFName.of("S"), PDFName.of(label.style));
    if (label.prefix) range.set(PDFName.of("P"), PDFHexString.fromText(label.prefix));
    numbers.push(range);
  }
  catalog.set(PDFName.of("PageLabels"), context.register(context.obj({ Nums: numbers })));
}

function follows(before: Label, { prefix, style, number }: Label): boolean {
  if (before.prefix !== prefix || before.style !== style) return false;
  return style === undefined || before.number + 1 === number;
}

const layerLists = ["ON", "OFF", "Order", "Locked", "AS", "RBGroups"];

/** Keeps which layers there are and which are hidden: what is in none of these lists is shown. */
export function mergeLayers(target: PDFDocument, grafts: readonly Graft[]): void {
  const layers: PDFObject[] = [];
  const usual = PDFDict.withContext(target.context);
  for (const { source, copiers } of grafts) {
    const own = dictEntry(source.catalog, "OCProperties");
    if (!own) continue;
    const copier = copiers[0];
    const groups = entry(own, "OCGs", PDFArray);
    if (groups) layers.push(...copier.copy(groups).asArray());
    const state = dictEntry(own, "D");
    for (const list of layerLists) {
      const items = entry(state, list, PDFArray);
      if (!items) continue;
      const all = entry(usual, list, PDFArray) ?? target.context.obj([]);
      for (const item of copier.copy(items).asArray()) all.push(item);
      usual.set(pdfName(list), all);
    }
  }
  if (layers.length === 0) return;
  const properties = target.context.obj({ OCGs: layers, D: usual });
  target.catalog.set(pdfName("OCProperties"), target.context.register(properties));
}

/** The files attached to a document as a whole, by their keys. */
export function listAttachments({ catalog }: PDFDocument): [key: string, file: PDFObject][] {
  const tree = dictEntry(dictEntry(catalog, "Names"), "EmbeddedFiles");
  return treePairs(tree, "Names").map(([key, file]) => [readText(key) ?? "", file]);
}

/** Attaches the files of all documents to the one made of them, and answers how many they are. */
export function mergeAttachments(target: PDFDocument, grafts: readonly Graft[]): number {
  const { context, catalog } = target;
  const files = new Map<string, PDFObject>();
  for (const { source, copiers } of grafts)
    for (const [key, file] of listAttachments(source)) {
      let unique = key;
      for (let index = 2; files.has(unique); index++) unique = `${key}_${index}`;
      files.set(unique, copiers[0].copy(source.context.getRef(file) ?? file));
    }
  if (files.size === 0) return 0;
  const pairs = [...files].map(([key, file]) => [PDFHexString.fromText(key), file] as const);
  // A name tree is in the order of its keys' bytes.
  pairs.sort(([a], [b]) => (a.asString() < b.asString() ? -1 : 1));
  const tree = context.register(context.obj({ Names: pairs.flat() }));
  const names = context.obj({});
  names.set(PDFName.of("EmbeddedFiles"), tree);
  catalog.set(PDFName.of("Names"), names);
  return files.size;
}

/** What a document says of itself: its information dictionary. */
function getInformation({ context }: PDFDocument): PDFDict | undefined {
  const info = context.lookup(context.trailerInfo.Info);
  return info instanceof PDFDict ? info : undefined;
}

/** Copies what a document says of itself. */
export function copyInformation(source: PDFDocument, target: PDFDocument): void {
  const info = getInformation(source);
  if (!info) return;
  const copy = PDFDict.withContext(target.context);
  for (const [key, value] of info.entries()) {
    const direct = info.context.lookup(value);
    if (direct instanceof PDFString || direct instanceof PDFHexString || direct instanceof PDFName)
      copy.set(key, direct);
  }
  target.context.trailerInfo.Info = target.context.register(copy);
}

/** Sets what a document says of itself. An empty text takes the entry away. */
export function writeMetadata(document: PDFDocument, metadata: Metadata, time: number): void {
  const { context, catalog } = document;
  const info = getInformation(document) ?? PDFDict.withContext(context);
  for (const name of metadataNames) {
    const text = metadata[name];
    const key = PDFName.of(name.charAt(0).toUpperCase() + name.slice(1));
    if (text) info.set(key, PDFHexString.fromText(text));
    else if (text === "") info.delete(key);
  }
  info.set(PDFName.of("ModDate"), PDFString.fromDate(new Date(time)));
  context.trailerInfo.Info = context.getRef(info) ?? context.register(info);
  // It says the same in XML, and would now say something else.
  catalog.delete(PDFName.of("Metadata"));
}

/** The title a document gives itself, if it says more than blanks. */
export function getTitle(document: PDFDocument): string | undefined {
  return textEntry(getInformation(document), "Title")?.trim() || undefined;
}

/** When a document says that it was made, in milliseconds since 1970. */
export function creationTime(document: PDFDocument): number | undefined {
  const date = getInformation(document)?.lookup(PDFName.of("CreationDate"));
  if (!(date instanceof PDFString) && !(date instanceof PDFHexString)) return undefined;
  try {
    return date.decodeDate().getTime();
  } catch {
    return undefined;
  }
}

/**
 * Puts the form fields of grafted pages into one form, and answers how many had to be renamed: a
 * field that has another's name would be taken for the same one, and show its value.
 */
export function mergeFields(target: PDFDocument, grafts: readonly Graft[]): number {
  const names = new Set<string>();
  const form = PDFDict.withContext(target.context);
  const fields: PDFRef[] = [];
  const pages = grafts.flatMap((graft) => graft.pages);
  const shown = listAnnotations(target, pages);
  let renamed = 0;
  for (const { source, copiers } of grafts) {
    const own = dictEntry(source.catalog, "AcroForm");
    if (!own) continue;
    for (const copier of copiers) {
      const roots = listRootFields(own, { copier, target, shown });
      if (roots.length === 0) continue;
      for (const root of roots) {
        const dict = target.context.lookup(root, PDFDict);
        if (renameField(dict, names)) renamed++;
      }
      const fonts = mergeResources(form, { own, copier: copiers[0] });
      if (fonts.size > 0)
        renameFonts(
          roots.map((root) => target.context.lookup(root, PDFDict)),
          fonts,
        );
      fields.push(...roots);
    }
    mergeFlags(form, own);
  }
  if (fields.length === 0) return 0;
  form.set(pdfName("Fields"), target.context.obj(fields));
  target.catalog.set(pdfName("AcroForm"), target.context.register(form));
  return renamed;
}

/** Takes out of a document's form the fields that are on no page any more. */
export function dropLostFields(document: PDFDocument): void {
  const form = dictEntry(document.catalog, "AcroForm");
  const pages = pageLeaves(document).flatMap(({ ref }) => ref ?? []);
  const living = {
    target: document,
    shown: listAnnotations(document, pages),
    seen: new Set<PDFRef>(),
  };
  const kept = (entry(form, "Fields", PDFArray)?.asArray() ?? []).filter(
    (field) => field instanceof PDFRef && isAlive(field, living),
  );
  if (kept.length === 0) document.catalog.delete(pdfName("AcroForm"));
  else form?.set(pdfName("Fields"), document.context.obj(kept));
}

/** The topmost fields that have come along with their widgets. */
function listRootFields(
  form: PDFDict,
  { copier, target, shown }: { copier: Copier; target: PDFDocument; shown: ReadonlySet<PDFRef> },
): PDFRef[] {
  const roots = entry(form, "Fields", PDFArray)?.asArray() ?? [];
  const living = { target, shown, seen: new Set<PDFRef>() };
  return roots.flatMap((root) => {
    const copy = root instanceof PDFRef ? copier.of(root) : undefined;
    const isThere = copy instanceof PDFRef && target.context.lookup(copy) instanceof PDFDict;
    return isThere && isAlive(copy, living) ? [copy] : [];
  });
}

interface Living {
  target: PDFDocument;
  /** The annotations of all pages. */
  shown: ReadonlySet<PDFRef>;
  /** A field is once in its form. */
  seen: Set<PDFRef>;
}

const fieldDepthMax = 64;

/** Takes out the widgets that are on no page, and tells whether any is left. */
function isAlive(ref: PDFRef, living: Living, depth = 0): boolean {
  const { target, shown, seen } = living;
  const field = target.context.lookup(ref);
  if (!(field instanceof PDFDict) || seen.has(ref) || depth > fieldDepthMax) return false;
  seen.add(ref);
  const kids = entry(field, "Kids", PDFArray);
  if (!kids) return shown.has(ref);
  const alive = kids
    .asArray()
    .filter((kid) => kid instanceof PDFRef && isAlive(kid, living, depth + 1));
  field.set(pdfName("Kids"), target.context.obj(alive));
  return alive.length > 0;
}

function listAnnotations(target: PDFDocument, pages: readonly PDFRef[]): Set<PDFRef> {
  const refs = pages.flatMap((page) => {
    const list = entry(target.context.lookup(page, PDFDict), "Annots", PDFArray);
    return list?.asArray().filter((item) => item instanceof PDFRef) ?? [];
  });
  return new Set(refs);
}

function renameField(field: PDFDict, names: Set<string>): boolean {
  const own = textEntry(field, "T") ?? "";
  let unique = own;
  for (let index = 2; names.has(unique); index++) unique = `${own}_${index}`;
  names.add(unique);
  if (unique === own) return false;
  field.set(pdfName("T"), PDFHexString.fromText(unique));
  return true;
}

/** Adds the fonts and the like of a form to the common ones; answers which had to be renamed. */
function mergeResources(
  form: PDFDict,
  { own, copier }: { own: PDFDict; copier: Copier },
): Map<string, string> {
  const renamed = new Map<string, string>();
  const resources = dictEntry(own, "DR");
  if (!resources) return renamed;
  const common = dictEntry(form, "DR") ?? PDFDict.withContext(form.context);
  form.set(pdfName("DR"), common);
  for (const [kind, value] of resources.entries()) {
    const list = resources.context.lookup(value);
    if (!(list instanceof PDFDict)) continue;
    const there = entry(common, kind.decodeText(), PDFDict) ?? PDFDict.withContext(form.context);
    common.set(kind, there);
    for (const [key, item] of list.entries()) {
      const copy = copier.copy(item);
      const before = there.get(key);
      if (before === copy) continue;
      const wanted = key.decodeText();
      let unique = wanted;
      for (
        let index = 2;
        there.get(pdfName(unique)) && there.get(pdfName(unique)) !== copy;
        index++
      )
        unique = `${wanted}_${index}`;
      there.set(pdfName(unique), copy);
      if (unique !== wanted && kind === pdfName("Font")) renamed.set(wanted, unique);
    }
  }
  return renamed;
}

/** Follows a renamed font in the default appearances, such as "/Helv 12 Tf 0 g". */
function renameFonts(roots: readonly PDFDict[], fonts: ReadonlyMap<string, string>): void {
  for (const { node } of walkNodes(roots)) {
    const text = textEntry(node, "DA");
    if (text === undefined || text.length > 1000) continue;
    const words = text.split(" ").map((word) => {
      const other = word.startsWith("/") ? fonts.get(word.slice(1)) : undefined;
      return other === undefined ? word : `/${other}`;
    });
    node.set(pdfName("DA"), PDFString.of(words.join(" ")));
  }
}

function mergeFlags(form: PDFDict, own: PDFDict): void {
  if (own.lookup(pdfName("NeedAppearances")) === PDFBool.True)
    form.set(pdfName("NeedAppearances"), PDFBool.True);
  const flags = (numberEntry(form, "SigFlags") ?? 0) | (numberEntry(own, "SigFlags") ?? 0);
  if (flags > 0) form.set(pdfName("SigFlags"), form.context.obj(flags));
  const appearance = own.lookup(pdfName("DA"));
  if (appearance && !form.has(pdfName("DA"))) form.set(pdfName("DA"), appearance);
}
