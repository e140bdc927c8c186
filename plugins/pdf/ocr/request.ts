import { group, oneOf, type Static, t } from "hub";
import { pagesField, pdfFields, rawPdf } from "../input/request.ts";
import pdf from "../plugin.ts";

const { ocrPagesMax, ocrLanguagesMax } = pdf.limits;

/** The field for the languages of a text. */
export const languagesField = {
  ...group("Text recognition", {
    languages: t.Array(
      t.String({
        pattern: "^[a-z]{3}(?:_[a-z]{1,12}){0,2}$",
        maxLength: 30,
        errorMessage: "the code of a language, such as eng or chi_sim",
      }),
      {
        default: ["eng"],
        minItems: 1,
        maxItems: ocrLanguagesMax,
        uniqueItems: true,
        description:
          "The languages of the text for its recognition, the main one first: `eng`, `fra`, or others that the operator has added",
      },
    ),
  }),
};

/** The media types of a body that is the PDF or image itself, mapped to the field it fills. */
export const rawScan = {
  ...rawPdf,
  "image/jpeg": "file",
  "image/png": "file",
  "image/webp": "file",
  "image/tiff": "file",
  "image/heic": "file",
} as const;

/** The request body for making a PDF searchable. */
export const ocrBody = t.Object({
  ...pdfFields,
  ...languagesField,
  pages: pagesField(`The pages to read, of which at most ${ocrPagesMax} are recognised`),
  ocr: oneOf(["auto", "force"], {
    default: "auto",
    description:
      "`auto` reads the pages without text, and images with little text such as a stamp; `force` reads all pages, and replaces those with text by images at 200 dpi",
  }),
  rotate: t.Boolean({
    default: false,
    description: "Whether to rotate the recognised pages so that their text is upright",
  }),
});

export type OcrBody = Static<typeof ocrBody>;

/** The facts about the recognition of a page. */
export const scanFacts = {
  words: t.Integer({ description: "Number of recognised words" }),
  confidence: t.Number({ description: "The mean confidence of its characters, from 0 to 100" }),
  rotation: t.Integer({
    description: "The clockwise rotation in degrees that makes its text upright",
  }),
  dpi: t.Integer({ description: "The resolution at which it was read, in pixels per inch" }),
};

/** The facts about a PDF that was made searchable. */
export const ocrFacts = {
  ocr_pages: t.String({ description: "The pages that were recognised, separated by commas" }),
  ocr_words: t.Integer({ description: "Number of recognised words" }),
  ocr_confidence: t.Number({
    description: "The mean confidence of the recognised characters, from 0 to 100; 0 without any",
  }),
  pdfa_claim_removed: t.Boolean({
    description: "Whether a claim to be PDF/A was removed from the file",
  }),
  recognized: t.Array(
    t.Object({
      page: t.Integer({ description: "The page number, starting at 1" }),
      ...scanFacts,
    }),
    { description: "The recognised pages" },
  ),
};
