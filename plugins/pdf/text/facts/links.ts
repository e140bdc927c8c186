import { PDFArray, PDFDict, type PDFDocument, PDFNumber } from "pdf-lib";
import { dictsOf, entry, itemsOf, nameEntry, textEntry } from "../../objects/entries.ts";
import type { PageBox } from "../../preflight/page-tree.ts";
import { type PageView, viewOf } from "../../stamp/seen.ts";
import { viewBoxes, shortBox } from "../words.ts";
import { destinationReader } from "./destinations.ts";

export interface Link {
  page: number;
  url: string | null;
  /** The page of this document it leads to. */
  target_page: number | null;
  x: number;
  y: number;
  w: number;
  h: number;
}

const linksMax = 20_000;

/** The links on some pages, with their boxes from the seen upper left corner. */
export function linksOf(
  document: PDFDocument,
  { numbers, boxes }: { numbers: readonly number[]; boxes: readonly PageBox[] },
): Link[] {
  const targetOf = destinationReader(document);
  const pages = document.getPages();
  return numbers
    .flatMap((number) => {
      const seen = viewOf(boxes[number - 1]!);
      return dictsOf(pages[number - 1]!.node.Annots())
        .filter((annotation) => nameEntry(annotation, "Subtype") === "Link")
        .map((link) => ({
          page: number,
          url: textEntry(entry(link, "A", PDFDict), "URI") ?? null,
          target_page: targetOf(link) ?? null,
          ...rectOf(link, seen),
        }));
    })
    .slice(0, linksMax);
}

/** Where an annotation stands. */
export function rectOf(annotation: PDFDict, page: PageView) {
  const [left = 0, bottom = 0, right = 0, top = 0] = itemsOf(
    entry(annotation, "Rect", PDFArray),
  ).map((item) => (item instanceof PDFNumber ? item.asNumber() : 0));
  return shortBox(viewBoxes(page)([{ left, bottom, right, top }]));
}
