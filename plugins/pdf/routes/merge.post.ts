import { t } from "hub";
import { fileAnswer } from "../answer.ts";
import { mergeBody } from "../merge/schema.ts";
import pdf from "../plugin.ts";
import { sampleBase64 } from "../sample.ts";

export default pdf.route({
  summary: "Merge PDF files and images into one PDF",
  description:
    "Takes 2 to 50 files as `files` of a form or as `files_base64` of a JSON body: PDF, and PNG, JPEG and WebP, which become pages. Bookmarks are kept and lead to the merged pages, links and form fields work on, and a field that has the name of another file's is renamed. Files that are attached to them are attached to the answer. The first protected file protects the whole; another one that has restrictions takes the owner's password. The lists say something of each file by its place in the request, whatever the `order`.",
  body: mergeBody,
  response: fileAnswer(["application/pdf"], {
    files: t.Integer({ description: "How many files were merged" }),
    attachments: t.Integer({ description: "How many files are attached to the answer" }),
    renamed_fields: t.Integer({
      description: "How many form fields had the name of another file's",
    }),
  }),
  heavy: true,
  example: { body: { files_base64: [sampleBase64, sampleBase64], ranges: ["1-z", "z-1"] } },
  async handler({ body, clock }) {
    const { mergeFiles } = await import("../merge/merge.ts");
    return mergeFiles(body, { clock });
  },
});
