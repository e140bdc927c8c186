import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef } from "pdf-lib";
import { dictEntry, entry, textOf } from "../../objects/entries.ts";
import { leavesOf } from "../../objects/trees.ts";

/** Tells which page, from 1, a destination or a go-to action leads to. */
export function destinationReader(document: PDFDocument): (dict: PDFDict) => number | undefined {
  const { catalog } = document;
  const numbers = new Map(document.getPages().map((page, index) => [page.ref, index + 1]));
  const named = new Map<string, PDFObject>();
  for (const [key, value] of leavesOf(dictEntry(dictEntry(catalog, "Names"), "Dests"), "Names"))
    named.set(textOf(key) ?? "", value);
  for (const [name, value] of dictEntry(catalog, "Dests")?.entries() ?? [])
    named.set(name.decodeText(), document.context.lookup(value)!);

  function pageOf(target: PDFObject | undefined, isNamed = false): number | undefined {
    if (target instanceof PDFDict) return pageOf(target.lookup(PDFName.of("D")), isNamed);
    if (target instanceof PDFArray && target.size() > 0) {
      const page = target.get(0);
      return page instanceof PDFRef ? numbers.get(page) : undefined;
    }
    const name = target instanceof PDFName ? target.decodeText() : textOf(target);
    return name === undefined || isNamed ? undefined : pageOf(named.get(name), true);
  }
  return (dict) => {
    const action = entry(dict, "A", PDFDict);
    return pageOf(dict.lookup(PDFName.of("Dest"))) ?? pageOf(action?.lookup(PDFName.of("D")));
  };
}
