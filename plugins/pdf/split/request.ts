import { oneOf, type Static, t } from "hub";
import { pdfFields } from "../input/request.ts";
import pdf from "../plugin.ts";

/** The split criteria. */
const modes = ["ranges", "every", "size", "bookmarks", "blank", "text"] as const;

/** The request body for splitting a PDF. */
export const splitBody = t.Object({
  ...pdfFields,
  mode: oneOf(modes, {
    default: "ranges",
    description:
      "The split criterion: by `ranges`, after `every` n pages, by `size`, at `bookmarks`, at `blank` pages (which are left out), or before pages whose `text` matches a pattern",
  }),
  ranges: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 8000,
      description: "For `ranges`: the pages of each part, with `;` between the parts: `1-3;4-z`",
    }),
  ),
  every: t.Integer({
    minimum: 1,
    maximum: 1000,
    default: 1,
    description: "For `every`: the number of pages in each part",
  }),
  max_bytes: t.Optional(
    t.Integer({
      minimum: 10_000,
      maximum: 52_428_800,
      description:
        "For `size`: the maximum size of a part, in bytes; a page that is larger becomes a part of its own",
    }),
  ),
  level: t.Integer({
    minimum: 1,
    maximum: 5,
    default: 1,
    description: "For `bookmarks`: the deepest level of bookmarks that starts a part",
  }),
  pattern: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 200,
      description:
        "For `text`: a regular expression in RE2 syntax, such as `Invoice No \\d+`; each page with a match starts a part",
    }),
  ),
  unify: t.Boolean({
    default: false,
    description: "Whether to return one PDF with the pages of all parts",
  }),
  limit_pages: t.Optional(
    t.Integer({
      minimum: 1,
      maximum: pdf.limits.pagesMax,
      description: "The number of pages to read from the start",
    }),
  ),
});

export type SplitBody = Static<typeof splitBody>;

export type Mode = (typeof modes)[number];
