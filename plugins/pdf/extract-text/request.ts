import { oneOf, type Static, t } from "hub";
import { pagesField, sourceFields } from "../input/request.ts";
import { languagesField, scanFacts } from "../ocr/request.ts";
import pdf from "../plugin.ts";
import { factNames, sumRules, textFormats } from "../text/formats.ts";

const { textCharsMax, ocrPagesMax } = pdf.limits;

/** The request body for extracting text. */
export const extractBody = t.Object({
  ...sourceFields,
  pages: pagesField("The pages to read"),
  format: oneOf(textFormats, {
    default: "text",
    description:
      "`text` in reading order, `layout` with spaces as on the page, `words` with the position of each word, `markdown` with headings, lists and tables, `json` with the same as blocks",
  }),
  include: t.Array(oneOf(factNames), {
    default: [],
    uniqueItems: true,
    maxItems: factNames.length,
    description: "Further facts to return about the document",
  }),
  tables: t.Optional(
    oneOf(["json", "csv", "xlsx"], {
      description:
        "Whether to return the tables of the pages: `json` with their cells and what each spans, `csv` also as CSV, `xlsx` also as a workbook. A table that continues on the next page is one table",
    }),
  ),
  merge_pages: t.Boolean({
    default: false,
    description: "Whether to add the text of all pages as one string",
  }),
  dehyphenate: t.Boolean({
    default: true,
    description: "Whether to join words that are hyphenated at the end of a line",
  }),
  ocr: oneOf(["off", "auto", "force"], {
    default: "off",
    description: `Whether to recognise the text of scanned pages, at most ${ocrPagesMax}: \`auto\` reads the pages without text, and images with little text such as a stamp; \`force\` reads all pages as images`,
  }),
  ...languagesField,
  max_chars: t.Integer({
    minimum: 1,
    maximum: textCharsMax,
    default: textCharsMax,
    description: "The maximum number of characters to return",
  }),
});

export type ExtractBody = Static<typeof extractBody>;

const points = (description: string) => t.Number({ description: `${description}, in points` });
const box = {
  x: points("The distance from the left edge of the page as displayed"),
  y: points("The distance from its upper edge"),
  w: points("The width"),
  h: points("The height"),
};
const text = (description: string) => t.String({ description });
const textOrNull = (description: string) => t.Union([t.String(), t.Null()], { description });
const numberOrNull = (description: string) => t.Union([t.Integer(), t.Null()], { description });
const pageNumber = t.Integer({ description: "The page number, starting at 1" });

const word = t.Object({
  t: text("The word"),
  ...box,
  size: points("The font size"),
  font: text("The font name; empty for a recognised word"),
  confidence: t.Optional(
    t.Number({ description: "With `ocr`: the confidence of a recognised word, from 0 to 100" }),
  ),
});

const block = t.Object({
  kind: oneOf(["heading", "paragraph", "list", "table"], { description: "The kind of block" }),
  text: text("The text of the block"),
  level: t.Optional(t.Integer({ description: "The level of a heading, starting at 1" })),
  rows: t.Optional(
    t.Array(t.Array(t.String()), {
      description: "The cells of a table row by row, or the entries of a list",
    }),
  ),
  box: t.Object(box, { description: "The position of the block" }),
});

const page = t.Object({
  page: pageNumber,
  width: points("The width as displayed"),
  height: points("The height as displayed"),
  rotation: t.Integer({ description: "The clockwise rotation when displayed, in degrees" }),
  text: text("The text of the page, in the requested format"),
  words: t.Optional(
    t.Array(word, { description: "With the format `words`: the words with their positions" }),
  ),
  blocks: t.Optional(
    t.Array(block, { description: "With the format `json`: the blocks of the page" }),
  ),
  repaired_fonts: t.Optional(
    t.Boolean({ description: "True if the page uses fonts whose ToUnicode map is damaged" }),
  ),
  ocr: t.Optional(
    t.Object(scanFacts, { description: "With `ocr`: how the text of the page was recognised" }),
  ),
});

const sums = t.Object({
  rule: oneOf(sumRules, { description: "What is true in most rows" }),
  columns: t.Array(t.Integer(), {
    description: "The columns of the rule, in its order, starting at 0",
  }),
  rows_checked: t.Integer({ description: "Number of rows checked" }),
  wrong: t.Array(
    t.Object({
      row: t.Integer({ description: "The row, starting at 0" }),
      found: text("The amount as printed"),
      expected: text("The amount that the rule gives, such as `1234.50`"),
    }),
    { description: "The rows in which the rule is not true" },
  ),
});

const facts = {
  metadata: t.Object({
    info: t.Record(t.String(), t.String(), { description: "The entries of the Info dictionary" }),
    created: textOrNull("The creation date (/CreationDate), in ISO 8601"),
    modified: textOrNull("The modification date (/ModDate), in ISO 8601"),
    xmp: textOrNull("The XMP packet, unchanged"),
    version: text("The PDF version in the file's first line"),
    language: textOrNull("The language of the document"),
    tagged: t.Boolean({ description: "Whether it declares that it is tagged" }),
  }),
  outline: t.Array(
    t.Object({
      title: text("The title of the bookmark"),
      level: t.Integer({ description: "The depth of the bookmark, starting at 1" }),
      page: numberOrNull("The target page"),
    }),
  ),
  links: t.Array(
    t.Object({
      page: pageNumber,
      url: textOrNull("The target URL"),
      target_page: numberOrNull("The target page in this document"),
      ...box,
    }),
  ),
  annotations: t.Array(
    t.Object({
      page: pageNumber,
      kind: text("The subtype: FreeText, Text (a note), Highlight, Stamp or another"),
      text: textOrNull("The text of the comment"),
      author: textOrNull("The author"),
      subject: textOrNull("The subject"),
      modified: textOrNull("The date of the last change, in ISO 8601"),
      marked_text: textOrNull("The text of the page that it highlights, underlines or strikes out"),
      ...box,
    }),
  ),
  attachments: t.Array(
    t.Object({
      name: text("The file's name"),
      description: textOrNull("The description of the file"),
      mime: textOrNull("The media type of the file"),
      bytes: numberOrNull("The declared size of the file, in bytes"),
      page: numberOrNull("The page it is attached to; null for the whole document"),
    }),
  ),
  forms: t.Array(
    t.Object({
      name: text("The field's full name"),
      kind: oneOf(["text", "checkbox", "radio", "button", "choice", "signature", "unknown"], {
        description: "The kind of field",
      }),
      value: t.Union([t.String(), t.Array(t.String()), t.Null()], {
        description: "The value of the field",
      }),
      required: t.Boolean({ description: "Whether the field is required" }),
      read_only: t.Boolean({ description: "Whether the field is read-only" }),
    }),
  ),
  images: t.Array(
    t.Object({
      page: pageNumber,
      name: text("The name of the image in the resources of the page"),
      width: t.Integer({ description: "The width, in pixels" }),
      height: t.Integer({ description: "The height, in pixels" }),
      bits_per_component: numberOrNull("Bits per colour component"),
      color_space: textOrNull("The colour space"),
      filter: textOrNull("The compression filter"),
      bytes: numberOrNull("The size in the file, in bytes"),
    }),
  ),
  fonts: t.Array(
    t.Object({
      name: text("The font's name"),
      kind: text("The font type: Type1, TrueType, Type0, Type3 or another"),
      embedded: t.Boolean({ description: "Whether the file contains its glyphs" }),
      pages: t.Array(t.Integer(), { description: "The pages that use it" }),
    }),
  ),
  security: t.Object({
    encrypted: t.Boolean({ description: "Whether the file is encrypted" }),
    signed: t.Boolean({ description: "Whether it has a digital signature" }),
    active_content: t.Record(t.String(), t.Integer(), {
      description:
        "Number of occurrences of content that can act by itself or access external resources: javascript, launch, open_action, additional_actions, embedded_files, rich_media, xfa, remote_goto, submit_form, uri",
    }),
  }),
  page_labels: t.Union([t.Array(t.String()), t.Null()], {
    description: "The page numbers that a viewer displays; null if the file defines none",
  }),
};

/** The response schema of `extractText`. */
export const textAnswer = t.Object({
  pages: t.Array(page, { description: "The requested pages, in the requested order" }),
  text: t.Optional(text("With `merge_pages`: the text of all pages")),
  tables: t.Optional(
    t.Array(
      t.Object({
        page: pageNumber,
        last_page: t.Integer({ description: "The page that it ends on" }),
        rows: t.Integer({ description: "Number of rows" }),
        columns: t.Integer({ description: "Number of columns" }),
        cells: t.Array(
          t.Object({
            row: t.Integer({ description: "The row, starting at 0" }),
            column: t.Integer({ description: "The column, starting at 0" }),
            column_span: t.Integer({ description: "The number of columns that it spans" }),
            row_span: t.Integer({
              description: "The number of rows that it spans, if lines show it",
            }),
            text: text("The text of the cell, with the line breaks of the page"),
          }),
          { description: "The cells that have text, row by row" },
        ),
        sums: t.Union([sums, t.Null()], {
          description: "The result of checking sums; null if no columns add up in most rows",
        }),
        csv: t.Optional(text("With `csv`: the table as CSV")),
        box: t.Object(box, { description: "The position of the table" }),
      }),
      { description: "With `tables`: the tables of the pages, from top to bottom" },
    ),
  ),
  xlsx: t.Optional(text("With `xlsx`: a workbook with one sheet for each table, in base64")),
  stats: t.Object(
    {
      pages: t.Integer({ description: "Number of pages in the document" }),
      chars: t.Integer({ description: "Number of characters in the returned text" }),
      words: t.Integer({ description: "Number of words in the returned text" }),
      has_text_layer: t.Boolean({ description: "Whether any requested page has text" }),
    },
    { description: "Statistics" },
  ),
  warnings: t.Array(oneOf(["no_text_layer", "repaired_fonts", "truncated", "wrong_sums"]), {
    description:
      "`no_text_layer` if the pages are images without text; `repaired_fonts` if pages use fonts whose ToUnicode map is damaged: the text is read from what is left of it; `truncated` if `max_chars` was reached; `wrong_sums` if sums in tables do not add up",
  }),
  ...Object.fromEntries(
    Object.entries(facts).map(([name, schema]) => [
      name,
      t.Optional({ description: `With \`${name}\` in \`include\``, ...schema }),
    ]),
  ),
});
