import { t } from "hub";
import { fileAnswer } from "../answer.ts";
import { protectionNote, rawPdf, sourceNote } from "../input/fields.ts";
import pdf from "../plugin.ts";
import { sampleBase64 } from "../sample.ts";
import { splitBody } from "../split/schema.ts";

export default pdf.route({
  summary: "Split a PDF into several",
  description: `${sourceNote} ${protectionNote} Answers a ZIP of \`001.pdf\`, \`002.pdf\` … and a \`manifest.json\` that says which pages are in which, or the PDF itself where there is only one. Each keeps the bookmarks, links and form fields of its pages; files attached to the whole document are in none.`,
  body: splitBody,
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
