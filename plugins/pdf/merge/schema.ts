import { oneOf, type Static, t } from "hub";
import { answerFields, filesFields, metadataFields, signatureField } from "../input/fields.ts";
import pdf from "../plugin.ts";

const { mergeFilesMax, passwordMax } = pdf.limits;

function listField(items: { maxLength: number; format?: string }, description: string) {
  return t.Optional(
    t.Array(t.String(items), {
      maxItems: mergeFilesMax,
      description: `${description}. In a form, as JSON where an item has a comma`,
    }),
  );
}

/** What merging files takes. */
export const mergeBody = t.Object({
  ...filesFields,
  names: t.Optional(
    t.Array(t.String({ maxLength: pdf.limits.filenameMax }), {
      maxItems: mergeFilesMax,
      description: "What the files are called, where `files_base64` cannot say it",
    }),
  ),
  order: oneOf(["provided", "filename", "title", "created"], {
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
});

export type MergeBody = Static<typeof mergeBody>;
