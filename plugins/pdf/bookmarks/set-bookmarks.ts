import { deleteUnreachable, openSource, pdfLibName, saveDocument } from "../engines/pdf-lib.ts";
import { type Bookmark, buildTopDestination, writeOutline } from "../graft/catalog.ts";
import { openPdf } from "../input/open.ts";
import { pageAt } from "../input/request.ts";
import pdf from "../plugin.ts";
import { answerFile } from "../response.ts";
import type { BookmarksBody } from "./request.ts";

/** Replaces the bookmarks of a PDF. */
export async function setBookmarks({ bookmarks, open_levels, ...body }: BookmarksBody) {
  const source = await openPdf(body);
  const document = await openSource(source);
  const pages = document.getPages();
  const roots: Bookmark[] = [];
  const parents: Bookmark[] = [];
  for (const [index, { title, level, page }] of bookmarks.entries()) {
    const at = `body.bookmarks.${index}`;
    if (level > parents.length + 1)
      throw pdf.error(
        "invalid_input",
        `${at}.level must be at most ${parents.length + 1}, one more than that of the bookmark before: it is ${level}`,
        { at: `${at}.level` },
      );
    if (page !== null && page > pages.length)
      throw pdf.error(
        "page_out_of_range",
        `${at}.page must be at most ${pages.length}, the number of pages: it is ${page}`,
        { at: `${at}.page`, members: { pages: pages.length } },
      );
    const to = page === null ? undefined : buildTopDestination(document, pageAt(pages, page).ref);
    const bookmark = { title, to, isOpen: level < open_levels, children: [] };
    (parents[level - 2]?.children ?? roots).push(bookmark);
    parents.splice(level - 1, parents.length, bookmark);
  }
  writeOutline(document, roots);
  deleteUnreachable(document);
  return answerFile(
    {
      bytes: await saveDocument(document),
      pages: pages.length,
      engine: pdfLibName,
      input: source,
      suffix: "bookmarks",
      facts: { bookmarks: bookmarks.length },
    },
    body,
  );
}
