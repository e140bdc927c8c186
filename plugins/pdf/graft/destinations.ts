import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef } from "pdf-lib";
import { dictEntry, dictsOf, entry, nameEntry, textOf } from "../objects/entries.ts";
import { treePairs } from "../objects/trees.ts";

const dest = PDFName.of("Dest");
const action = PDFName.of("A");

/** Finds the destination that a value says or names: an array that begins with a page. */
export function destinationFinder(
  document: PDFDocument,
): (value: PDFObject | undefined) => PDFArray | undefined {
  let named: Map<string, PDFObject> | undefined;
  return (value) => {
    const found = value instanceof PDFName || textOf(value) !== undefined ? byName(value!) : value;
    const direct = document.context.lookup(found);
    if (direct instanceof PDFArray) return direct;
    return direct instanceof PDFDict ? entry(direct, "D", PDFArray) : undefined;
  };

  function byName(value: PDFObject): PDFObject | undefined {
    named ??= namedDestinations(document);
    return named.get(value instanceof PDFName ? value.decodeText() : (textOf(value) ?? ""));
  }
}

/** The destination of a link or a bookmark: its own, or that of its action. */
export function destinationOf(
  item: PDFDict,
  find: ReturnType<typeof destinationFinder>,
): PDFArray | undefined {
  const own = item.lookup(dest);
  if (own) return find(own);
  const what = dictEntry(item, "A");
  return nameEntry(what, "S") === "GoTo" ? find(what?.lookup(PDFName.of("D"))) : undefined;
}

/** Writes the destinations of the links on these pages out, as their names stay behind. */
export function explicitDestinations(document: PDFDocument, pages: readonly PDFDict[]): void {
  const find = destinationFinder(document);
  for (const page of pages)
    for (const link of dictsOf(entry(page, "Annots", PDFArray))) {
      const isLink = nameEntry(link, "Subtype") === "Link";
      const found = isLink ? destinationOf(link, find) : undefined;
      if (!found) continue;
      link.delete(action);
      link.set(dest, found);
    }
}

/** The destinations that have names, by PDF 1.1's way and by that of 1.2. */
function namedDestinations(document: PDFDocument): Map<string, PDFObject> {
  const old = dictEntry(document.catalog, "Dests")?.entries() ?? [];
  const tree = treePairs(dictEntry(dictEntry(document.catalog, "Names"), "Dests"), "Names");
  return new Map([
    ...old.map(([key, value]) => [key.decodeText(), value] as const),
    ...tree.map(([key, value]) => [textOf(key) ?? "", value] as const),
  ]);
}

/** The page that a destination leads to. */
export function targetPage(destination: PDFArray): PDFRef | undefined {
  const page = destination.size() > 0 ? destination.get(0) : undefined;
  return page instanceof PDFRef ? page : undefined;
}
