import type { PDFDocument } from "pdf-lib";
import { type Bookmark, topOf } from "../graft/outline.ts";
import pdf from "../plugin.ts";
import { openPages } from "./desk.ts";
import type { OpOf } from "./op-schemas.ts";

/** Bookmarks that stand in a list with their levels, as the tree that they say. */
export function bookmarkTree(
  list: OpOf<"outline">["set"],
  { document, at }: { document: PDFDocument; at: string },
): Bookmark[] {
  const pages = openPages(document);
  const roots: Bookmark[] = [];
  /** The last bookmark of each level, the outermost first. */
  const way: Bookmark[] = [];
  for (const [index, { title, page, level, open }] of list.entries()) {
    const there = pages[page - 1];
    if (!there)
      throw pdf.error(
        "page_out_of_range",
        `${at}.${index}.page names page ${page} of a document of ${pages.length}`,
        { at: `${at}.${index}.page` },
      );
    if (level > way.length + 1)
      throw pdf.error(
        "invalid_input",
        `${at}.${index}.level must be at most ${way.length + 1}, one below the bookmark before it: it is ${level}`,
        { at: `${at}.${index}.level` },
      );
    const bookmark = { title, to: topOf(document, there.ref), isOpen: open, children: [] };
    (way[level - 2]?.children ?? roots).push(bookmark);
    way.length = level - 1;
    way.push(bookmark);
  }
  return roots;
}
