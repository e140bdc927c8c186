import { PDFArray, type PDFDict, type PDFDocument, type PDFObject } from "pdf-lib";
import { dictEntry, listItems, pdfName, toDict } from "../objects/entries.ts";

/** The first original of each copied structure element. */
const originals = new WeakMap<PDFDict, PDFDict>();

/** Records that a structure element is a copy of another one. */
export function recordCopy(copy: PDFDict, source: PDFDict): void {
  originals.set(copy, originals.get(source) ?? source);
}

/**
 * Returns the originals of a document's structure elements. Elements that weren't copied are their
 * own originals.
 */
export function listOriginals(document: PDFDocument): Set<PDFDict> {
  return new Set([...listTags(document)].map((tag) => originals.get(tag) ?? tag));
}

const tagsMax = 1_000_000;

/** Lists the structure elements of a document. */
export function listTags({ catalog }: PDFDocument): Set<PDFDict> {
  const seen = new Set<PDFDict>();
  const open = listKids(dictEntry(catalog, "StructTreeRoot"));
  for (let next = open.pop(); next && seen.size < tagsMax; next = open.pop()) {
    const tag = toDict(next);
    // A number and a dictionary of marked content are content, not tags.
    if (!tag || seen.has(tag) || !tag.has(pdfName("S"))) continue;
    seen.add(tag);
    for (const kid of listKids(tag)) open.push(kid);
  }
  return seen;
}

function listKids(tag: PDFDict | undefined): PDFObject[] {
  const kids = tag?.lookup(pdfName("K"));
  const all = kids instanceof PDFArray ? listItems(kids) : [kids];
  return all.filter((kid) => kid !== undefined);
}
