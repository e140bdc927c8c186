import { t } from "hub";
import { protectionNote, rawPdf, sourceNote } from "../input/request.ts";
import pdf from "../plugin.ts";
import { fileAnswer } from "../response.ts";
import { sampleFile } from "../sample.ts";
import { splitBody } from "../split/request.ts";

export default pdf.route({
  summary: "Split a PDF into several",
  tool: { fields: ["file", "mode", "pattern", "ranges"] },
  keywords: "split pdf, extract pages, separate pdf, pages from pdf",
  description: `Returns a ZIP of \`001.pdf\`, \`002.pdf\` … and a \`manifest.json\` that lists the pages of each, or the PDF itself if there is only one. ${protectionNote} Each part keeps the bookmarks, links and form fields of its pages; attachments of the whole document are in none of them. ${sourceNote}`,
  body: splitBody,
  raw: rawPdf,
  ...fileAnswer(["application/zip", "application/pdf"], {
    pdfa_claim_removed: t.Boolean({
      description: "Whether a claim to be PDF/A was removed from the file",
    }),

    parts: t.Integer({ description: "Number of PDF files" }),
    attachments_left_out: t.Integer({
      description: "Number of attachments of the whole document that are in no part",
    }),
    manifest: t.Array(
      t.Object({
        name: t.String({ description: "The name of the file in the ZIP" }),
        pages: t.Integer({ description: "Number of pages" }),
        page_numbers: t.Array(t.Integer(), { description: "The page numbers in the input" }),
        bytes: t.Integer({ description: "The size of the file, in bytes" }),
        title: t.Union([t.String(), t.Null()], {
          description: "The bookmark at its start, if split at bookmarks",
        }),
      }),
      { description: "The parts, as in the ZIP's manifest.json" },
    ),
  }),
  heavy: true,
  example: { body: { file: sampleFile, mode: "text", pattern: "Invoice No \\d+" } },
  async handler({ body }) {
    const { splitPdf } = await import("../split/split.ts");
    return splitPdf(body);
  },
});
