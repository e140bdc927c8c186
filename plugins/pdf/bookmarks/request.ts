import { type Static, t } from "hub";
import { pdfFields } from "../input/request.ts";
import pdf from "../plugin.ts";

const { bookmarksMax, bookmarkLevelsMax } = pdf.limits;

/** The request body for setting bookmarks. */
export const bookmarksBody = t.Object({
  ...pdfFields,
  bookmarks: t.Array(
    t.Object({
      title: t.String({ minLength: 1, maxLength: 1000, description: "The title" }),
      level: t.Integer({
        minimum: 1,
        maximum: bookmarkLevelsMax,
        default: 1,
        description: "The depth, starting at 1: at most one more than that of the bookmark before",
      }),
      page: t.Union([t.Integer({ minimum: 1 }), t.Null()], {
        default: null,
        description: "The page that it leads to; null for a heading without a page",
      }),
    }),
    {
      maxItems: bookmarksMax,
      description:
        "All bookmarks of the document, each after its parent, as `extract-text` returns them as `outline`; an empty list removes them. In a form, as JSON",
    },
  ),
  open_levels: t.Integer({
    minimum: 0,
    maximum: bookmarkLevelsMax,
    default: 1,
    description: "The number of levels whose children are shown when the document is opened",
  }),
});

export type BookmarksBody = Static<typeof bookmarksBody>;
