import { oneOf, t } from "hub";
import { fileAnswer } from "../answer.ts";
import { answerFields, filesFields, metadataFields, signatureField } from "../input/fields.ts";
import { orders } from "../merge/order.ts";
import pdf from "../plugin.ts";
import { sampleBase64 } from "../sample.ts";

const { mergeFilesMax, passwordMax } = pdf.limits;

function listField(items: { maxLength: number; format?: string }, description: string) {
  return t.Optional(
    t.Array(t.String(items), {
      maxItems: mergeFilesMax,
      description: `${description}. In a form, as JSON where an item has a comma`,
    }),
  );
}

export default pdf.route({
  summary: "Merge PDF files and images into one PDF",
  description:
    "Takes 2 to 50 files as `files` of a form or as `files_base64` of a JSON body: PDF, and PNG, JPEG and WebP, which become pages. Bookmarks are kept and lead to the merged pages, links and form fields work on, and a field that has the name of another file's is renamed. Files that are attached to them are attached to the answer. The first protected file protects the whole; another one that has restrictions takes the owner's password. The lists say something of each file by its place in the request, whatever the `order`.",
  body: t.Object({
    ...filesFields,
    names: t.Optional(
      t.Array(t.String({ maxLength: pdf.limits.filenameMax }), {
        maxItems: mergeFilesMax,
        description: "What the files are called, where `files_base64` cannot say it",
      }),
    ),
    order: oneOf(orders, {
      default: "provided",
      description:
        "As they were sent, or by name, by title or by when they were made; files that say nothing of it come last",
    }),
    ranges: listField(
      { maxLength: 4000 },
      "Which pages of each file to take, such as `1-3,7`; all of them where it is empty",
    ),
    rotations: t.Optional(
      t.Array(t.Union([t.Literal(0), t.Literal(90), t.Literal(180), t.Literal(270)]), {
        maxItems: mergeFilesMax,
        description: "How far to turn the pages of each file clockwise: 0, 90, 180 or 270",
      }),
    ),
    passwords: listField(
      { maxLength: passwordMax, format: "password" },
      "What opens each file that is encrypted",
    ),
    image_page: oneOf(["fit", "a4", "letter"], {
      default: "fit",
      description:
        "The page of an image: of its own size, or paper that it is fitted on and never enlarged",
    }),
    outline: oneOf(["keep", "per_file", "both", "none"], {
      default: "both",
      description:
        "The bookmarks: those of the files, one for each file, these with those nested in them, or none",
    }),
    page_labels: t.Boolean({
      default: false,
      description: "Has viewers count the pages of each file as that file does",
    }),
    blank_between: t.Boolean({
      default: false,
      description:
        "Puts a blank page behind a file that ends on the front of a sheet, for printing on both sides",
    }),
    metadata: t.Optional(
      t.Object(metadataFields, {
        description: "What to say of the document; what is left out is that of the first PDF",
      }),
    ),
    ...signatureField,
    ...answerFields,
  }),
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
