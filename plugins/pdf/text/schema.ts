import { oneOf, type Static, t } from "hub";
import { pagesField, sourceFields } from "../input/fields.ts";
import pdf from "../plugin.ts";

const { textCharsMax } = pdf.limits;

/** The forms that the text of a PDF may be written in. */
const textFormats = ["text", "layout", "words", "markdown", "json"] as const;

export type TextFormat = (typeof textFormats)[number];

/** What may be told of a PDF besides its text. */
const factNames = [
  "metadata",
  "outline",
  "links",
  "attachments",
  "forms",
  "images",
  "fonts",
  "security",
  "page_labels",
] as const;

export type FactName = (typeof factNames)[number];

/** What reading the text of a PDF takes. */
export const extractBody = t.Object({
  ...sourceFields,
  pages: pagesField("Which pages to read"),
  format: oneOf(textFormats, {
    default: "text",
    description:
      "`text` in the order of the content, `layout` with spaces as on the page, `words` with the position of each word, `markdown` with headings, lists and tables, `json` with the same as blocks",
  }),
  include: t.Array(oneOf(factNames), {
    default: [],
    uniqueItems: true,
    maxItems: factNames.length,
    description: "What else to report about the document",
  }),
  merge_pages: t.Boolean({ default: false, description: "Adds the text of all pages as one" }),
  dehyphenate: t.Boolean({
    default: true,
    description: "Joins words that are hyphenated at the end of a line",
  }),
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
  x: points("From the left edge of the page as displayed"),
  y: points("From its upper edge downwards"),
  w: points("Its width"),
  h: points("Its height"),
};
const text = (description: string) => t.String({ description });
const textOrNull = (description: string) => t.Union([t.String(), t.Null()], { description });
const numberOrNull = (description: string) => t.Union([t.Integer(), t.Null()], { description });
const pageNumber = t.Integer({ description: "The page, from 1" });

const word = t.Object({
  t: text("The word"),
  ...box,
  size: points("The size of its font"),
  font: text("The name of its font"),
});

const block = t.Object({
  kind: oneOf(["heading", "paragraph", "list", "table"], { description: "The kind of block" }),
  text: text("Its text"),
  level: t.Optional(t.Integer({ description: "The level of a heading, from 1" })),
  rows: t.Optional(
    t.Array(t.Array(t.String()), {
      description: "The cells of a table row by row, or the entries of a list",
    }),
  ),
  box: t.Object(box, { description: "Its position" }),
});

const page = t.Object({
  page: pageNumber,
  width: points("As displayed"),
  height: points("As displayed"),
  rotation: t.Integer({ description: "Clockwise rotation at which it is displayed, in degrees" }),
  text: text("Its text, in the format asked for"),
  words: t.Optional(
    t.Array(word, { description: "With the format `words`: each word with its position" }),
  ),
  blocks: t.Optional(
    t.Array(block, { description: "With the format `json`: the blocks of the page" }),
  ),
});

const facts = {
  metadata: t.Object({
    info: t.Record(t.String(), t.String(), { description: "The entries of the Info dictionary" }),
    created: textOrNull("Its /CreationDate in ISO 8601"),
    modified: textOrNull("Its /ModDate in ISO 8601"),
    xmp: textOrNull("The XMP packet, unchanged"),
    version: text("The version in the file's first line"),
    language: textOrNull("The language of the document"),
    tagged: t.Boolean({ description: "Whether it declares that it is tagged" }),
  }),
  outline: t.Array(
    t.Object({
      title: text("The bookmark"),
      level: t.Integer({ description: "Its depth, from 1" }),
      page: numberOrNull("The page it leads to"),
    }),
  ),
  links: t.Array(
    t.Object({
      page: pageNumber,
      url: textOrNull("The address it leads to"),
      target_page: numberOrNull("The page of this document it leads to"),
      ...box,
    }),
  ),
  attachments: t.Array(
    t.Object({
      name: text("The file's name"),
      description: textOrNull("Its description"),
      mime: textOrNull("Its media type"),
      bytes: numberOrNull("Its size as declared, in bytes"),
      page: numberOrNull("The page it is attached to; null for the whole document"),
    }),
  ),
  forms: t.Array(
    t.Object({
      name: text("The field's full name"),
      kind: oneOf(["text", "checkbox", "radio", "button", "choice", "signature", "unknown"], {
        description: "The kind of field",
      }),
      value: t.Union([t.String(), t.Array(t.String()), t.Null()], { description: "Its value" }),
      required: t.Boolean({ description: "Whether it is required" }),
      read_only: t.Boolean({ description: "Whether it is read-only" }),
    }),
  ),
  images: t.Array(
    t.Object({
      page: pageNumber,
      name: text("Its name in the resources of the page"),
      width: t.Integer({ description: "In pixels" }),
      height: t.Integer({ description: "In pixels" }),
      bits_per_component: numberOrNull("Bits per colour component"),
      color_space: textOrNull("Its colour space"),
      filter: textOrNull("How it is compressed"),
      bytes: numberOrNull("Its size in the file, in bytes"),
    }),
  ),
  fonts: t.Array(
    t.Object({
      name: text("The font's name"),
      kind: text("Type1, TrueType, Type0, Type3 or another"),
      embedded: t.Boolean({ description: "Whether its glyphs are in the file" }),
      pages: t.Array(t.Integer(), { description: "The pages that use it" }),
    }),
  ),
  security: t.Object({
    encrypted: t.Boolean({ description: "Whether the file is encrypted" }),
    signed: t.Boolean({ description: "Whether it has a digital signature" }),
    active_content: t.Record(t.String(), t.Integer(), {
      description:
        "How often the file has content that may act by itself or reach outside: javascript, launch, open_action, additional_actions, embedded_files, rich_media, xfa, remote_goto, submit_form, uri",
    }),
  }),
  page_labels: t.Union([t.Array(t.String()), t.Null()], {
    description: "The page numbers that a viewer displays; null if the file defines none",
  }),
};

/** The schema of what `extractText` answers. */
export const textAnswer = t.Object({
  pages: t.Array(page, { description: "The requested pages, in the requested order" }),
  text: t.Optional(text("With `merge_pages`: the text of all pages")),
  stats: t.Object(
    {
      pages: t.Integer({ description: "Pages of the document" }),
      chars: t.Integer({ description: "Characters in the returned text" }),
      words: t.Integer({ description: "Words in the returned text" }),
      has_text_layer: t.Boolean({ description: "Whether any requested page has text" }),
    },
    { description: "Figures" },
  ),
  warnings: t.Array(oneOf(["no_text_layer", "truncated"]), {
    description:
      "`no_text_layer` if the pages are images without text; `truncated` if `max_chars` was reached",
  }),
  ...Object.fromEntries(
    Object.entries(facts).map(([name, schema]) => [
      name,
      t.Optional({ description: `With \`${name}\` in \`include\``, ...schema }),
    ]),
  ),
});
