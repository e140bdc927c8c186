import { oneOf, t } from "hub";
import { fileAnswer } from "../answer.ts";
import { pdfFields, protectionNote, rawPdf, sourceNote } from "../input/fields.ts";
import pdf from "../plugin.ts";
import { sampleBase64 } from "../sample.ts";
import { modes } from "../split/modes.ts";

export default pdf.route({
  summary: "Split a PDF into several",
  description: `${sourceNote} ${protectionNote} Answers a ZIP of \`001.pdf\`, \`002.pdf\` … and a \`manifest.json\` that says which pages are in which, or the PDF itself where there is only one. Each keeps the bookmarks, links and form fields of its pages; files attached to the whole document are in none.`,
  body: t.Object({
    ...pdfFields,
    mode: oneOf(modes, {
      default: "ranges",
      description:
        "Splits into given ranges, after every so many pages, by size, at bookmarks, at blank pages (which are left out), or before pages whose text matches a pattern",
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
          "For `size`: how large a part may be; a page that is larger is a part by itself",
      }),
    ),
    level: t.Integer({
      minimum: 1,
      maximum: 5,
      default: 1,
      description: "For `bookmarks`: down to which level of them a part begins",
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
      description: "Answers one PDF of all the pages that would be in the parts",
    }),
    limit_pages: t.Optional(
      t.Integer({
        minimum: 1,
        maximum: pdf.limits.pagesMax,
        description: "Looks only at so many pages from the beginning",
      }),
    ),
  }),
  raw: rawPdf,
  response: fileAnswer(["application/zip", "application/pdf"], {
    pdfa_claim_removed: t.Boolean({
      description: "Whether the file said that it is PDF/A, and says so no more",
    }),

    parts: t.Integer({ description: "How many PDF files there are" }),
    attachments_left_out: t.Integer({
      description: "How many files are attached to the whole document, and so to no part of it",
    }),
    manifest: t.Array(
      t.Object({
        name: t.String({ description: "The name of the file in the ZIP" }),
        pages: t.Integer({ description: "How many pages it has" }),
        page_numbers: t.Array(t.Integer(), { description: "Which pages of the input they are" }),
        bytes: t.Integer({ description: "Its size" }),
        title: t.Union([t.String(), t.Null()], {
          description: "The bookmark it begins with, where it was split by these",
        }),
      }),
      { description: "The parts, as in the ZIP's manifest.json" },
    ),
  }),
  heavy: true,
  example: { body: { file_base64: sampleBase64, mode: "text", pattern: "Invoice No \\d+" } },
  async handler({ body }) {
    const { splitPdf } = await import("../split/split.ts");
    return splitPdf(body);
  },
});
