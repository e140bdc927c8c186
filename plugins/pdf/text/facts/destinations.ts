import type { PDFDict, PDFDocument } from "pdf-lib";
import { destinationFinder, destinationOf, targetPage } from "../../graft/destinations.ts";

/** Tells which page, from 1, a link or a bookmark leads to. */
export function destinationReader(document: PDFDocument): (dict: PDFDict) => number | undefined {
  const numbers = new Map(document.getPages().map((page, index) => [page.ref, index + 1]));
  const find = destinationFinder(document);
  return (dict) => {
    const destination = destinationOf(dict, find);
    const page = destination && targetPage(destination);
    return page && numbers.get(page);
  };
}
