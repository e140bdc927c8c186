import {
  type PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRef,
} from "pdf-lib";
import { dictEntry, entry, numberEntry, textEntry, pdfName } from "../objects/entries.ts";
import { destinationFinder, destinationOf, targetPage } from "./destinations.ts";
import type { Graft } from "./graft.ts";

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
export function bookmarksOf({ source, copiers }: Graft): Bookmark[] {
  const copier = copiers[0]!;
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
    const destination = destinationOf(item, find);
    const page = destination && targetPage(destination);
    const isKept = page !== undefined && copier.of(page) instanceof PDFRef;
    const leadsOut = !destination && dictEntry(item, "A")?.get(pdfName("S")) === pdfName("URI");
    if (!isKept && !leadsOut && children.length === 0) return undefined;
    const keys = leadsOut ? ["A", "C", "F"] : ["C", "F"];
    return {
      title: textEntry(item, "Title") ?? "",
      to: isKept ? copier.copy(destination!) : undefined,
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
export function topOf(document: PDFDocument, page: PDFRef): PDFArray {
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
  const { first, last, shown } = writeItems(bookmarks, root);
  context.assign(root, context.obj({ Type: "Outlines", First: first, Last: last, Count: shown }));
  catalog.set(pdfName("Outlines"), root);

  function writeItems(items: readonly Bookmark[], above: PDFRef) {
    const refs = items.map(() => context.nextRef());
    let shown = items.length;
    for (const [index, { title, to, looks = [], isOpen, children }] of items.entries()) {
      const dict = context.obj({ Title: PDFHexString.fromText(title), Parent: above });
      if (to) dict.set(pdfName("Dest"), to);
      for (const [key, value] of looks) dict.set(key, value);
      if (refs[index - 1]) dict.set(pdfName("Prev"), refs[index - 1]!);
      if (refs[index + 1]) dict.set(pdfName("Next"), refs[index + 1]!);
      if (children.length > 0) {
        const below = writeItems(children, refs[index]!);
        dict.set(pdfName("First"), below.first);
        dict.set(pdfName("Last"), below.last);
        // A closed item says by a negative number how many it would show.
        dict.set(pdfName("Count"), context.obj(isOpen ? below.shown : -below.shown));
        if (isOpen) shown += below.shown;
      }
      context.assign(refs[index]!, dict);
    }
    return { first: refs[0]!, last: refs.at(-1)!, shown };
  }
}
