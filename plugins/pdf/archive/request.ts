import { oneOf, type Static, t } from "hub";
import { archives } from "../check/rule.ts";
import { pdfFields } from "../input/request.ts";

/** The request body for converting a PDF to PDF/A. */
export const pdfaBody = t.Object({
  ...pdfFields,
  profile: oneOf(archives, {
    default: "pdfa-2b",
    description: "The standard of the output; `pdfa-3b` keeps attached files of any type",
  }),
});

export type PdfaBody = Static<typeof pdfaBody>;

/** The facts that the response states. */
export const pdfaFacts = {
  profile: oneOf(archives, { description: "The standard that the output claims" }),
  converted: t.Boolean({
    description:
      "Whether the file was changed; if it met the standard already, it is returned as it is",
  }),
  changes: t.String({
    description:
      "The changes that the standard required, with their number, such as `actions=2,embedded_fonts=1`; `warnings` has a sentence for each",
  }),
};
