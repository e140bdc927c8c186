import { oneOf, type Static, t } from "hub";
import { colorField, pdfFields } from "../input/request.ts";
import { languagesField } from "../ocr/request.ts";
import pdf from "../plugin.ts";

/** The kinds of personal data that can be redacted by name. */
const presetNames = [
  "email",
  "phone",
  "iban",
  "credit_card",
  "ssn_us",
  "ip",
  "url",
  "date",
] as const;

const {
  redactTermsMax,
  redactTermMax,
  redactRegexMax,
  redactBoxesMax,
  pagesMax,
  pageSideMax,
  ocrPagesMax,
} = pdf.limits;

const createCoordinate = (description: string, minimum = 0) =>
  t.Number({ minimum, maximum: pageSideMax, description: `${description}, in points` });

/** The request body for redacting a PDF. */
export const redactBody = t.Object({
  ...pdfFields,
  terms: t.Array(t.String({ minLength: 1, maxLength: redactTermMax }), {
    default: [],
    maxItems: redactTermsMax,
    description:
      "Texts to remove, regardless of breaks over lines, columns and pages, spacing and encoding. An account, card, telephone or other number, an amount, a date, an email address and a URL are found in other forms too, and a name with middle names, initials, and as `Name, First`. Terms of fewer than five letters are not searched for in the data of images and fonts",
  }),
  regex: t.Array(t.String({ minLength: 1, maxLength: redactTermMax }), {
    default: [],
    maxItems: redactRegexMax,
    description:
      "RE2 regular expressions, applied to the lines of each page: `.` ends with a line, `^` and `$` match its ends, and a space also matches a line break",
  }),
  presets: t.Array(oneOf(presetNames), {
    default: [],
    uniqueItems: true,
    maxItems: presetNames.length,
    description:
      "Kinds of personal data to remove; IBANs and card numbers only with valid check digits",
  }),
  boxes: t.Array(
    t.Object({
      page: t.Integer({
        minimum: 1,
        maximum: pagesMax,
        description: "The page number, starting at 1",
      }),
      x: createCoordinate("The distance from the left edge of the page as displayed"),
      y: createCoordinate("The distance from its upper edge"),
      w: createCoordinate("The width", 0.1),
      h: createCoordinate("The height", 0.1),
    }),
    {
      default: [],
      maxItems: redactBoxesMax,
      description: "Areas to clear, with all of their content",
    },
  ),
  case_sensitive: t.Boolean({
    default: false,
    description: "Whether `terms` and `regex` are case-sensitive",
  }),
  whole_word: t.Boolean({
    default: false,
    description: "Whether `terms` and `regex` match only whole words",
  }),
  color: colorField("The colour of the boxes over removed content", { default: "000000" }),
  label: t.Optional(
    t.String({ minLength: 1, maxLength: 40, description: "The label in these boxes" }),
  ),
  sanitize: t.Boolean({
    default: true,
    description:
      "Whether to remove metadata, scripts, attachments, links, thumbnails and private data as well",
  }),
  mode: oneOf(["remove", "rasterize"], {
    default: "remove",
    description: "`rasterize` replaces every page with a match by an image at 200 dpi",
  }),
  verify: t.Union([t.Boolean(), t.Literal("render")], {
    default: true,
    description: `Whether to search the output, and return it only if no match is left; \`render\` also recognises the text of the rendered pages (OCR), at most ${ocrPagesMax}, which takes several seconds a page`,
  }),
  ...languagesField,
});

export type RedactBody = Static<typeof redactBody>;

export type PresetName = (typeof presetNames)[number];

/** The facts about a redacted PDF. */
export const redactFacts = {
  match_count: t.Integer({ description: "Number of matches on pages" }),
  string_count: t.Integer({
    description: "Number of strings outside of pages with a match, such as bookmarks",
  }),
  rasterized_pages: t.String({ description: "The pages that became images, separated by commas" }),
  verified: t.Boolean({
    description:
      "Whether the output was searched, no match was found, and everything on its pages could be read",
  }),
  unverified_reasons: t.String({
    description: "The reasons why it is not verified, separated by commas: see `unverified`",
  }),
  unverified: t.Array(
    t.Object({
      reason: oneOf(["drawings", "glyphs", "attachments", "split", "rendered", "not_asked"], {
        description:
          "`drawings`: images, outlines or Type 3 glyphs may contain letters, which no engine reads; `glyphs`: glyphs of a font do not look like their declared letters, or have none; `attachments`: attached files, kept without `sanitize`, are not plain text; `split`: parts of a term are near each other, but in no order that joins them, or with other words in between; `rendered`: a match, or letters that look like one, can be read on the rendered page; `not_asked`: `verify` is false",
      }),
      page: t.Union([t.Integer(), t.Null()], {
        description: "The page number, starting at 1; null for the file",
      }),
    }),
    { description: "The content that could not be verified: check these pages" },
  ),
  matches: t.Array(
    t.Object({
      page: t.Integer({ description: "The page number, starting at 1" }),
      term: t.String({ description: "The term, the expression or the name of the preset" }),
      rects: t.Array(
        t.Object({
          x: t.Number({
            description:
              "The distance from the left edge of the page as displayed, in points; negative outside of it",
          }),
          y: t.Number({
            description: "The distance from its upper edge, in points; negative above it",
          }),
          w: createCoordinate("The width"),
          h: createCoordinate("The height"),
        }),
        { description: "The position of the match: one rectangle for each line" },
      ),
    }),
    { description: "The matches, without their text" },
  ),
};
