import { PDFDict, type PDFDocument } from "pdf-lib";
import { dictEntry, entry, textEntry } from "../../objects/entries.ts";
import { destinationReader } from "./destinations.ts";

export interface OutlineEntry {
  title: string;
  /** From 1. */
  level: number;
  /** The page it leads to, or null. */
  page: number | null;
}

const entriesMax = 20_000;

/** The bookmarks of a document, each after its parent. */
export function outlineOf(document: PDFDocument): OutlineEntry[] {
  const pageOf = destinationReader(document);
  const seen = new Set<PDFDict>();
  const found: OutlineEntry[] = [];
  const open = [
    { item: entry(dictEntry(document.catalog, "Outlines"), "First", PDFDict), level: 1 },
  ];
  while (open.length > 0) {
    const { item, level } = open.pop()!;
    if (!item || seen.has(item) || found.length >= entriesMax) continue;
    seen.add(item);
    found.push({ title: textEntry(item, "Title") ?? "", level, page: pageOf(item) ?? null });
    open.push({ item: entry(item, "Next", PDFDict), level });
    open.push({ item: entry(item, "First", PDFDict), level: level + 1 });
  }
  return found;
}
