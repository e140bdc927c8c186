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
import { type Metadata, metadataNames } from "../input/request.ts";
import {
  dictEntry,
  entry,
  listAttachments,
  nameEntry,
  numberEntry,
  pdfName,
  textEntry,
  treePairs,
  walkNodes,
} from "../objects/entries.ts";
import { pageLeaves } from "../objects/page-leaves.ts";
import {
  type Copier,
  destinationFinder,
  findDestination,
  type Graft,
  readNamedDestinations,
  targetPage,
} from "./graft.ts";

/** A bookmark of the output document. */
export interface Bookmark {
  title: string;
  /** Its destination: an array that starts with a page of the output document. */
  to?: PDFArray | undefined;
  /** Colour, style, and an action that leads out of the document. */
  style?: readonly (readonly [PDFName, PDFObject])[];
  isOpen: boolean;
  children: Bookmark[];
}

const bookmarksMax = 100_000;
const outlineDepthMax = 64;

/**
 * Returns the bookmarks of a grafted document that still have a target, or have children that do.
 */
export function listBookmarks({ source, copiers }: Graft): Bookmark[] {
  const copier = copiers[0];
  const find = destinationFinder(source);
  const seen = new Set<PDFDict>();
  return readSiblings(dictEntry(source.catalog, "Outlines"), 0);

  function readSiblings(above: PDFDict | undefined, depth: number): Bookmark[] {
    const found: Bookmark[] = [];
    let item = entry(above, "First", PDFDict);
    while (item && !seen.has(item) && seen.size < bookmarksMax && depth < outlineDepthMax) {
      seen.add(item);
      const children = readSiblings(item, depth + 1);
      const bookmark = readBookmark(item, children);
      if (bookmark) found.push(bookmark);
      item = entry(item, "Next", PDFDict);
    }
    return found;
  }

  function readBookmark(item: PDFDict, children: Bookmark[]): Bookmark | undefined {
    const destination = findDestination(item, find);
    const page = destination && targetPage(destination);
    const isKept = page !== undefined && copier.of(page) instanceof PDFRef;
    const leadsOut = !destination && dictEntry(item, "A")?.get(pdfName("S")) === pdfName("URI");
    if (!isKept && !leadsOut && children.length === 0) return undefined;
    const keys = leadsOut ? ["A", "C", "F"] : ["C", "F"];
    return {
      title: textEntry(item, "Title") ?? "",
      to: destination && isKept ? copier.copy(destination) : undefined,
      style: keys.flatMap((key) => {
        const value = item.get(pdfName(key));
        return value ? [[pdfName(key), copier.copy(value)] as const] : [];
      }),
      isOpen: (numberEntry(item, "Count") ?? 0) > 0,
      children,
    };
  }
}

/** Returns a destination that shows the top of a page. */
export function buildTopDestination(document: PDFDocument, page: PDFRef): PDFArray {
  return document.context.obj([page, "XYZ", null, null, null]);
}

/** Writes bookmarks as the outline of a document, or removes the outline if there are none. */
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

  /** Writes the items below a bookmark. Returns the number of visible ones. */
  function writeItems(items: readonly Bookmark[], above: { dict: PDFDict; ref: PDFRef }): number {
    const entries = items.map((item) => ({ ...item, ref: context.nextRef() }));
    const [first, last] = [entries[0], entries.at(-1)];
    if (first) above.dict.set(pdfName("First"), first.ref);
    if (last) above.dict.set(pdfName("Last"), last.ref);
    let shown = items.length;
    for (const [index, { ref, title, to, style = [], isOpen, children }] of entries.entries()) {
      const dict = context.obj({ Title: PDFHexString.fromText(title), Parent: above.ref });
      if (to) dict.set(pdfName("Dest"), to);
      for (const [key, value] of style) dict.set(key, value);
      const [before, after] = [entries[index - 1], entries[index + 1]];
      if (before) dict.set(pdfName("Prev"), before.ref);
      if (after) dict.set(pdfName("Next"), after.ref);
      if (children.length > 0) {
        const below = writeItems(children, { dict, ref });
        // A closed item has a negative count.
        dict.set(pdfName("Count"), context.obj(isOpen ? below : -below));
        if (isOpen) shown += below;
      }
      context.assign(ref, dict);
    }
    return shown;
  }
}

/** The label of a page, as defined by /PageLabels. */
export interface Label {
  prefix: string;
  /** D, R, r, A or a. Undefined if the label has no number. */
  style: string | undefined;
  number: number;
}

/** Returns the labels of a document's pages, or undefined if it has none. */
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

/** Returns the label of a page that has only a number. */
export function numberLabel(number: number): Label {
  return { prefix: "", style: "D", number };
}

/** Writes labels in as few ranges as possible. */
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

/** Copies the layers and their hidden state. A layer in none of these lists is visible. */
export function mergeLayers(target: PDFDocument, grafts: readonly Graft[]): void {
  const layers: PDFObject[] = [];
  const defaults = PDFDict.withContext(target.context);
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
      const all = entry(defaults, list, PDFArray) ?? target.context.obj([]);
      for (const item of copier.copy(items).asArray()) all.push(item);
      defaults.set(pdfName(list), all);
    }
    if (nameEntry(state, "BaseState") === "OFF") {
      const shown = new Set(entry(state, "ON", PDFArray)?.asArray());
      const hidden = groups?.asArray().filter((group) => !shown.has(group)) ?? [];
      const all = entry(defaults, "OFF", PDFArray) ?? target.context.obj([]);
      for (const group of hidden) all.push(copier.copy(group));
      defaults.set(pdfName("OFF"), all);
    }
  }
  if (layers.length === 0) return;
  const properties = target.context.obj({ OCGs: layers, D: defaults });
  target.catalog.set(pdfName("OCProperties"), target.context.register(properties));
}

/** Returns a name, with a number if it is taken. */
export function makeUnique(name: string, taken: Pick<ReadonlySet<string>, "has">): string {
  let unique = name;
  for (let index = 2; taken.has(unique); index++) unique = `${name}_${index}`;
  return unique;
}

/** Attaches the files of all documents to the merged one. Returns their number. */
export function mergeAttachments(target: PDFDocument, grafts: readonly Graft[]): number {
  const files = new Map<string, PDFObject>();
  for (const { source, copiers } of grafts)
    for (const [key, file] of listAttachments(source)) {
      files.set(makeUnique(key, files), copiers[0].copy(source.context.getRef(file) ?? file));
    }
  if (files.size === 0) return 0;
  writeNames(target, { kind: "EmbeddedFiles", values: files });
  return files.size;
}

/** Writes a name tree. */
export function writeNames(
  { context, catalog }: PDFDocument,
  { kind, values }: { kind: string; values: ReadonlyMap<string, PDFObject> },
): void {
  const pairs = [...values].map(([key, value]) => [PDFHexString.fromText(key), value] as const);
  // A name tree is sorted by the bytes of its keys.
  pairs.sort(([a], [b]) => (a.asString() < b.asString() ? -1 : 1));
  const names = dictEntry(catalog, "Names") ?? context.obj({});
  names.set(pdfName(kind), context.register(context.obj({ Names: pairs.flat() })));
  catalog.set(pdfName("Names"), names);
}

/**
 * Copies the named destinations whose pages were copied: the addresses of other documents lead to
 * them. If files have the same name, the first one counts, because their own links don't use names.
 */
export function mergeDestinations(target: PDFDocument, grafts: readonly Graft[]): void {
  const values = new Map<string, PDFObject>();
  for (const { source, copiers } of grafts) {
    const [copier] = copiers;
    const find = destinationFinder(source);
    for (const [name, value] of readNamedDestinations(source)) {
      const destination = find(value);
      const page = destination && targetPage(destination);
      if (!page || values.has(name) || !(copier.of(page) instanceof PDFRef)) continue;
      values.set(name, copier.copy(destination));
    }
  }
  if (values.size > 0) writeNames(target, { kind: "Dests", values });
}

/** Copies these entries of a document's catalogue. */
export function copyEntries(
  { source, copiers }: Graft,
  target: PDFDocument,
  names: readonly string[],
): void {
  for (const name of names) {
    const value = source.catalog.get(pdfName(name));
    if (value) target.catalog.set(pdfName(name), copiers[0].copy(value));
  }
  // The page numbers of the source document.
  dictEntry(target.catalog, "ViewerPreferences")?.delete(pdfName("PrintPageRange"));
}

/** Returns a document's information dictionary. */
function getInformation({ context }: PDFDocument): PDFDict | undefined {
  const info = context.lookup(context.trailerInfo.Info);
  return info instanceof PDFDict ? info : undefined;
}

/** Copies a document's information dictionary. */
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

/** Sets a document's metadata. An empty text removes the entry. */
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
  // The XMP metadata would now contradict the information dictionary.
  catalog.delete(PDFName.of("Metadata"));
}

/** Returns a document's title, unless it is blank. */
export function getTitle(document: PDFDocument): string | undefined {
  return textEntry(getInformation(document), "Title")?.trim() || undefined;
}

/** Returns a document's creation time, in milliseconds since 1970. */
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
 * Merges the form fields of grafted pages into one form. Returns the number of renamed fields: two
 * fields with the same name would count as one and show the same value.
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

/** Removes form fields that are no longer on any page. */
export function dropLostFields(document: PDFDocument): void {
  const form = dictEntry(document.catalog, "AcroForm");
  const pages = pageLeaves(document).flatMap(({ ref }) => ref ?? []);
  const search = {
    target: document,
    shown: listAnnotations(document, pages),
    seen: new Set<PDFRef>(),
  };
  const remaining = (entry(form, "Fields", PDFArray)?.asArray() ?? []).filter(
    (field) => field instanceof PDFRef && pruneWidgets(field, search),
  );
  if (remaining.length === 0) document.catalog.delete(pdfName("AcroForm"));
  else form?.set(pdfName("Fields"), document.context.obj(remaining));
}

/** Returns the root fields that were copied together with their widgets. */
function listRootFields(
  form: PDFDict,
  { copier, target, shown }: { copier: Copier; target: PDFDocument; shown: ReadonlySet<PDFRef> },
): PDFRef[] {
  const roots = entry(form, "Fields", PDFArray)?.asArray() ?? [];
  const search = { target, shown, seen: new Set<PDFRef>() };
  return roots.flatMap((root) => {
    const copy = root instanceof PDFRef ? copier.of(root) : undefined;
    const isCopied = copy instanceof PDFRef && target.context.lookup(copy) instanceof PDFDict;
    return isCopied && pruneWidgets(copy, search) ? [copy] : [];
  });
}

interface WidgetSearch {
  target: PDFDocument;
  /** The annotations of all pages. */
  shown: ReadonlySet<PDFRef>;
  /** The fields already visited: each belongs to its form once. */
  seen: Set<PDFRef>;
}

const fieldDepthMax = 64;

/** Removes the widgets that are on no page. Returns whether any remains. */
function pruneWidgets(ref: PDFRef, search: WidgetSearch, depth = 0): boolean {
  const { target, shown, seen } = search;
  const field = target.context.lookup(ref);
  if (!(field instanceof PDFDict) || seen.has(ref) || depth > fieldDepthMax) return false;
  seen.add(ref);
  const kids = entry(field, "Kids", PDFArray);
  if (!kids) return shown.has(ref);
  const remaining = kids
    .asArray()
    .filter((kid) => kid instanceof PDFRef && pruneWidgets(kid, search, depth + 1));
  field.set(pdfName("Kids"), target.context.obj(remaining));
  return remaining.length > 0;
}

/** Returns the annotations of pages that are objects of their own. */
export function listAnnotations(target: PDFDocument, pages: readonly PDFRef[]): Set<PDFRef> {
  const refs = pages.flatMap((page) => {
    const list = entry(target.context.lookup(page, PDFDict), "Annots", PDFArray);
    return list?.asArray().filter((item) => item instanceof PDFRef) ?? [];
  });
  return new Set(refs);
}

function renameField(field: PDFDict, names: Set<string>): boolean {
  const own = textEntry(field, "T") ?? "";
  const unique = makeUnique(own, names);
  names.add(unique);
  if (unique === own) return false;
  field.set(pdfName("T"), PDFHexString.fromText(unique));
  return true;
}

/** Merges a form's resources, such as fonts, into the common ones. Returns the renamed fonts. */
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
    const merged = entry(common, kind.decodeText(), PDFDict) ?? PDFDict.withContext(form.context);
    common.set(kind, merged);
    for (const [key, item] of list.entries()) {
      const copy = copier.copy(item);
      const before = merged.get(key);
      if (before === copy) continue;
      const name = key.decodeText();
      let unique = name;
      for (
        let index = 2;
        merged.get(pdfName(unique)) && merged.get(pdfName(unique)) !== copy;
        index++
      )
        unique = `${name}_${index}`;
      merged.set(pdfName(unique), copy);
      if (unique !== name && kind === pdfName("Font")) renamed.set(name, unique);
    }
  }
  return renamed;
}

/** Updates renamed fonts in default appearances, such as "/Helv 12 Tf 0 g". */
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
