import { oneOf, t } from "hub";
import { fileAnswer } from "../answer.ts";
import { colorField } from "../color/field.ts";
import { pdfFields, rawPdf, sourceNote } from "../input/fields.ts";
import pdf from "../plugin.ts";
import { presetNames } from "../redact/presets/names.ts";
import { sampleBase64 } from "../sample.ts";

const { redactTermsMax, redactTermMax, redactRegexMax, redactBoxesMax, pagesMax, pageSideMax } =
  pdf.limits;

const place = (description: string, minimum = 0) =>
  t.Number({ minimum, maximum: pageSideMax, description: `${description}, in points` });

export default pdf.route({
  summary: "Remove texts, personal data and areas from a PDF",
  description: `${sourceNote} What is found is taken out of the file and not only covered: the file is written anew, read by a second engine and searched, and where anything is left, it is not sent. Notes and form fields become part of the pages. A page on which it lies over a picture becomes a picture as a whole.`,
  body: t.Object({
    ...pdfFields,
    terms: t.Array(t.String({ minLength: 1, maxLength: redactTermMax }), {
      default: [],
      maxItems: redactTermsMax,
      description: "Texts to remove, wherever their lines and words are broken",
    }),
    regex: t.Array(t.String({ minLength: 1, maxLength: redactTermMax }), {
      default: [],
      maxItems: redactRegexMax,
      description: "Regular expressions of RE2, on the text of a page with line breaks as spaces",
    }),
    presets: t.Array(oneOf(presetNames), {
      default: [],
      uniqueItems: true,
      maxItems: presetNames.length,
      description: "Kinds of personal data; IBANs and cards only with the right check digits",
    }),
    boxes: t.Array(
      t.Object({
        page: t.Integer({ minimum: 1, maximum: pagesMax, description: "The page, from 1" }),
        x: place("From the seen page's left edge"),
        y: place("Down from its upper edge"),
        w: place("The width", 0.1),
        h: place("The height", 0.1),
      }),
      {
        default: [],
        maxItems: redactBoxesMax,
        description: "Areas to empty, whatever is in them",
      },
    ),
    case_sensitive: t.Boolean({
      default: false,
      description: "Tells small letters from capitals in `terms` and `regex`",
    }),
    whole_word: t.Boolean({
      default: false,
      description: "Finds `terms` and `regex` only where no letter or digit goes on",
    }),
    color: colorField("The colour of the fields over what was removed", { default: "000000" }),
    label: t.Optional(
      t.String({ minLength: 1, maxLength: 40, description: "What to write into these fields" }),
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
      description: "Reads the result by a second engine, and sends it only if nothing is left",
    }),
  }),
  raw: rawPdf,
  response: fileAnswer(["application/pdf"], {
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
      description: "Why it is not verified, with commas: `drawings`, `glyphs`, `not_asked`",
    }),
    unverified: t.Array(
      t.Object({
        reason: oneOf(["drawings", "glyphs", "not_asked"], {
          description:
            "`drawings`: pictures, outlines or glyphs that are drawings may hold letters, which nobody reads; `glyphs`: a font's letters cannot be told by how they look; `not_asked`: `verify` is false",
        }),
        page: t.Union([t.Integer(), t.Null()], {
          description: "The page, from 1; null for the file",
        }),
      }),
      { description: "What nobody knows of the result: look at these pages" },
    ),
    matches: t.Array(
      t.Object({
        page: t.Integer({ description: "The page, from 1" }),
        term: t.String({ description: "The term, the expression or the preset" }),
        rects: t.Array(
          t.Object({
            x: t.Number({
              description: "From the seen page's left edge, in points; negative beside it",
            }),
            y: t.Number({ description: "Down from its upper edge, in points; negative above it" }),
            w: place("The width"),
            h: place("The height"),
          }),
          { description: "Where it was, one for each line" },
        ),
      }),
      { description: "What was found, never its text" },
    ),
  }),
  heavy: true,
  cache: "never",
  timeoutMs: 60_000,
  example: { body: { file_base64: sampleBase64, terms: ["Invoice"], label: "removed" } },
  async handler({ body }) {
    const { redactPdf } = await import("../redact/redact-pdf.ts");
    return redactPdf(body);
  },
});
