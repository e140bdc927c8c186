import { oneOf, type Static, t } from "hub";
import { pdfFields } from "../input/fields.ts";
import pdf from "../plugin.ts";

/** What a document may be split by. */
const modes = ["ranges", "every", "size", "bookmarks", "blank", "text"] as const;

/** What splitting a PDF takes. */
export const splitBody = t.Object({
  ...pdfFields,
  mode: oneOf(modes, {
    default: "ranges",
    description:
      "Splits into `ranges`, after `every` so many pages, by `size`, at `bookmarks`, at `blank` pages (which are left out), or before pages whose `text` matches a pattern",
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
    description: "For `every`: how many pages each part has",
  }),
  max_bytes: t.Optional(
    t.Integer({
      minimum: 10_000,
      maximum: 52_428_800,
      description:
        "For `size`: the maximum size of a part, in bytes; a larger page is a part by itself",
    }),
  ),
  level: t.Integer({
    minimum: 1,
    maximum: 5,
    default: 1,
    description: "For `bookmarks`: the deepest level of bookmarks that begins a part",
  }),
  pattern: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 200,
      description:
        "For `text`: a regular expression in RE2's notation, such as `Invoice No \\d+`; each page with a match begins a part",
    }),
  ),
  unify: t.Boolean({
    default: false,
    description: "Returns one PDF with the pages of all parts",
  }),
  limit_pages: t.Optional(
    t.Integer({
      minimum: 1,
      maximum: pdf.limits.pagesMax,
      description: "Reads only this many pages from the start",
    }),
  ),
});

export type SplitBody = Static<typeof splitBody>;

export type Mode = (typeof modes)[number];
