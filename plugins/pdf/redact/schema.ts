import { oneOf, type Static, t } from "hub";
import { colorField, pdfFields } from "../input/fields.ts";
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

const { redactTermsMax, redactTermMax, redactRegexMax, redactBoxesMax, pagesMax, pageSideMax } =
  pdf.limits;

const createCoordinate = (description: string, minimum = 0) =>
  t.Number({ minimum, maximum: pageSideMax, description: `${description}, in points` });

/** What redacting a PDF takes. */
export const redactBody = t.Object({
  ...pdfFields,
  terms: t.Array(t.String({ minLength: 1, maxLength: redactTermMax }), {
    default: [],
    maxItems: redactTermsMax,
    description:
      "Texts to remove, however they are broken into lines, spaced or encoded; terms of fewer than five letters are not searched for in the data of images and fonts",
  }),
  regex: t.Array(t.String({ minLength: 1, maxLength: redactTermMax }), {
    default: [],
    maxItems: redactRegexMax,
    description:
      "RE2 regular expressions, applied to the text of a page with line breaks as spaces",
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
      page: t.Integer({ minimum: 1, maximum: pagesMax, description: "The page, from 1" }),
      x: createCoordinate("From the left edge of the page as displayed"),
      y: createCoordinate("From its upper edge downwards"),
      w: createCoordinate("The width", 0.1),
      h: createCoordinate("The height", 0.1),
    }),
    {
      default: [],
      maxItems: redactBoxesMax,
      description: "Areas to clear with everything in them",
    },
  ),
  case_sensitive: t.Boolean({
    default: false,
    description: "Makes `terms` and `regex` case-sensitive",
  }),
  whole_word: t.Boolean({
    default: false,
    description: "Matches `terms` and `regex` only as whole words",
  }),
  color: colorField("The colour of the boxes over what was removed", { default: "000000" }),
  label: t.Optional(
    t.String({ minLength: 1, maxLength: 40, description: "A text to write into these boxes" }),
  ),
  sanitize: t.Boolean({
    default: true,
    description:
      "Removes metadata, scripts, attachments, links, thumbnails and private data as well",
  }),
  mode: oneOf(["remove", "rasterize"], {
    default: "remove",
    description:
      "`rasterize` makes a picture of every page on which something was found, at 200 dpi",
  }),
  verify: t.Boolean({
    default: true,
    description: "Searches the result, and sends it only if nothing is left",
  }),
});

export type RedactBody = Static<typeof redactBody>;

export type PresetName = (typeof presetNames)[number];

/** What is said of a redacted PDF. */
export const redactFacts = {
  match_count: t.Integer({ description: "How often something was found on pages" }),
  string_count: t.Integer({
    description: "In how many strings outside of pages, such as bookmarks, it was found",
  }),
  rasterized_pages: t.String({ description: "The pages that became pictures, with commas" }),
  verified: t.Boolean({
    description:
      "True only where the result was searched, nothing was found in it, and nothing is on its pages that could not be read",
  }),
  unverified_reasons: t.String({
    description: "Why it is not verified, with commas: see `unverified`",
  }),
  unverified: t.Array(
    t.Object({
      reason: oneOf(["drawings", "glyphs", "attachments", "not_asked"], {
        description:
          "`drawings`: pictures, outlines or glyphs that are drawings may hold letters, which no engine reads; `glyphs`: glyphs of a font do not look like the letters that they are said to be; `attachments`: files within the file, kept without `sanitize`, are no plain text; `not_asked`: `verify` is false",
      }),
      page: t.Union([t.Integer(), t.Null()], {
        description: "The page, from 1; null for the file",
      }),
    }),
    { description: "What could not be verified: check these pages" },
  ),
  matches: t.Array(
    t.Object({
      page: t.Integer({ description: "The page, from 1" }),
      term: t.String({ description: "The term, the expression or the preset" }),
      rects: t.Array(
        t.Object({
          x: t.Number({
            description:
              "From the left edge of the page as displayed, in points; negative outside of it",
          }),
          y: t.Number({
            description: "From its upper edge downwards, in points; negative above it",
          }),
          w: createCoordinate("The width"),
          h: createCoordinate("The height"),
        }),
        { description: "Its position, one rectangle for each line" },
      ),
    }),
    { description: "The matches, never with their text" },
  ),
};
