import { t } from "hub";
import { mergeBody } from "../merge/request.ts";
import pdf from "../plugin.ts";
import { fileAnswer } from "../response.ts";
import { buildSampleFile, sampleFile, samplePdf } from "../sample.ts";

const appendixFile = buildSampleFile("appendix.pdf", samplePdf());

export default pdf.route({
  summary: "Merge PDF files and images into one PDF",
  keywords: "merge pdf, combine pdf, join pdf, images to pdf, jpg to pdf",
  description:
    "Returns one PDF with the pages of 2 to 50 files: PDF files, and PNG, JPEG, WebP, TIFF and HEIC images, which become pages. Send them as `files` of a form, or in base64 as `files_base64` of a JSON body. Bookmarks lead to the merged pages, links and form fields keep working, and a form field whose name is already taken is renamed. Attachments are kept. The output is protected like the first protected file; any further file with restrictions requires its owner's password. `names`, `ranges`, `rotations` and `passwords` have one item for each file, in the order of the request and not in that of `order`.",
  body: mergeBody,
  ...fileAnswer(["application/pdf"], {
    files: t.Integer({ description: "Number of merged files" }),
    attachments: t.Integer({ description: "Number of attachments in the output" }),
    renamed_fields: t.Integer({
      description: "Number of renamed form fields",
    }),
  }),
  heavy: true,
  tool: { title: "Merge PDFs", fields: ["files", "order"], labels: { files: "PDFs and pictures" } },
  example: { body: { files: [sampleFile, appendixFile], ranges: ["1-z", "z-1"] } },
  async handler({ body, clock }) {
    const { mergeFiles } = await import("../merge/merge.ts");
    return mergeFiles(body, { clock });
  },
});
