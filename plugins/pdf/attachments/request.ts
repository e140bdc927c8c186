import { file, oneOf, type Static, t } from "hub";
import { answerFields, pdfFields, sourceFields } from "../input/request.ts";
import pdf from "../plugin.ts";

const { attachmentsMax, filenameMax } = pdf.limits;

function namesField(description: string) {
  return t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: filenameMax }), {
      maxItems: attachmentsMax,
      description,
    }),
  );
}

/** The request body for extracting attached files. */
export const extractBody = t.Object({
  ...sourceFields,
  ...answerFields,
  names: namesField("The names of the files to extract. Default: all"),
});

export type ExtractBody = Static<typeof extractBody>;

/** The request body for attaching and removing files. */
export const attachBody = t.Object({
  ...pdfFields,
  attachments: t.Optional(
    t.Array(file(), {
      maxItems: attachmentsMax,
      description: "The files to attach, as form parts of this name",
    }),
  ),
  attachments_base64: t.Optional(
    t.Array(t.String(), {
      maxItems: attachmentsMax,
      description: "The files to attach, in base64",
    }),
  ),
  names: namesField(
    "The names of the files to attach, in their order. Required with `attachments_base64`",
  ),
  remove: namesField("The names of attached files to remove"),
  relationship: oneOf(["source", "data", "alternative", "supplement", "unspecified"], {
    default: "unspecified",
    description:
      "The relation of the new files to the document: `source` it was made from, `data` it shows, `alternative` form of it, `supplement` to it, or `unspecified`",
  }),
  description: t.Optional(
    t.String({ minLength: 1, maxLength: 1000, description: "A description of the new files" }),
  ),
});

export type AttachBody = Static<typeof attachBody>;
