import { oneOf, type Static, t } from "hub";
import { answerFields, filesFields, metadataFields, signatureField } from "../input/request.ts";
import pdf from "../plugin.ts";

const { mergeFilesMax, passwordMax } = pdf.limits;

function listField(items: { maxLength: number; format?: string }, description: string) {
  return t.Optional(
    t.Array(t.String(items), {
      maxItems: mergeFilesMax,
      description: `${description}. In a form, send JSON if an item contains a comma`,
    }),
  );
}

const namesField = {
  names: t.Optional(
    t.Array(t.String({ maxLength: pdf.limits.filenameMax }), {
      maxItems: mergeFilesMax,
      description: "The names of the files, for `files_base64`",
    }),
  ),
};

const imageField = {
  image_page: oneOf(["fit", "a4", "letter"], {
    default: "fit",
    description:
      "The page size of an image: `fit` for the size of the image, or a paper size on which it is centred and never enlarged",
  }),
};

/** The request body for merging files. */
export const mergeBody = t.Object({
  ...filesFields,
  ...namesField,
  order: oneOf(["provided", "filename", "title", "created"], {
    default: "provided",
    description:
      "The order of the files: as sent, or by name, title or creation date; files without the property come last",
  }),
  ranges: listField(
    { maxLength: 4000 },
    "The pages to take from each file, such as `1-3,7`; all if empty",
  ),
  rotations: t.Optional(
    t.Array(t.Union([t.Literal(0), t.Literal(90), t.Literal(180), t.Literal(270)]), {
      maxItems: mergeFilesMax,
      description: "Clockwise rotation of the pages of each file, in degrees: 0, 90, 180 or 270",
    }),
  ),
  passwords: listField(
    { maxLength: passwordMax, format: "password" },
    "The password of each encrypted file",
  ),
  ...imageField,
  outline: oneOf(["keep", "per_file", "both", "none"], {
    default: "both",
    description:
      "The bookmarks: `keep` those of the files, `per_file` one for each file, `both` nested, or `none`",
  }),
  page_labels: t.Optional(
    t.Boolean({
      description:
        "Whether to keep the page numbering that viewers display for each file; by default if one of the files has page labels",
    }),
  ),
  blank_between: t.Boolean({
    default: false,
    description:
      "Whether to add a blank page after a file with an odd number of pages, for double-sided printing",
  }),
  metadata: t.Optional(
    t.Object(metadataFields, {
      description: "The metadata of the output; omitted fields are taken from the first PDF",
    }),
  ),
  ...signatureField,
  ...answerFields,
});

export type MergeBody = Static<typeof mergeBody>;

/** The request body for converting images. */
export const imagesBody = t.Object({
  ...filesFields,
  ...namesField,
  ...imageField,
  metadata: t.Optional(t.Object(metadataFields, { description: "The metadata of the PDF" })),
  ...answerFields,
});

export type ImagesBody = Static<typeof imagesBody>;
