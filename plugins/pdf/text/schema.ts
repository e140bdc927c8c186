import { oneOf, type Static, t } from "hub";
import { pagesField, sourceFields } from "../input/fields.ts";
import pdf from "../plugin.ts";

const { textCharsMax } = pdf.limits;

/** The forms that the text of a PDF may be written in. */
export const textFormats = ["text", "layout", "words", "markdown", "json"] as const;

export type TextFormat = (typeof textFormats)[number];

/** What may be told of a PDF besides its text. */
export const factNames = [
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
      "`text` in the order of the content, `layout` with spaces as on the page, `words` with the place of each, `markdown` with headings, lists and tables, `json` with these as blocks",
  }),
  include: t.Array(oneOf(factNames), {
    default: [],
    uniqueItems: true,
    maxItems: factNames.length,
    description: "What else to tell of the document",
  }),
  merge_pages: t.Boolean({ default: false, description: "Adds one text of all pages" }),
  dehyphenate: t.Boolean({
    default: true,
    description: "Joins words that are broken at the end of a line",
  }),
  max_chars: t.Integer({
    minimum: 1,
    maximum: textCharsMax,
    default: textCharsMax,
    description: "How many characters to answer at most",
  }),
});

export type ExtractBody = Static<typeof extractBody>;

const points = (description: string) => t.Number({ description: `${description}, in points` });
const box = {
  x: points("From the seen page's left edge"),
  y: points("Down from its upper edge"),
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
  kind: oneOf(["heading", "paragraph", "list", "table"], { description: "What it is" }),
  text: text("What it says"),
  level: t.Optional(t.Integer({ description: "Of a heading, from 1" })),
  rows: t.Optional(
    t.Array(t.Array(t.String()), {
      description: "The cells of a table row by row, or the entries of a list",
    }),
  ),
  box: t.Object(box, { description: "Where it stands" }),
});

const page = t.Object({
  page: pageNumber,
  width: points("As it is shown"),
  height: points("As it is shown"),
  rotation: t.Integer({ description: "How far it is turned clockwise when it is shown" }),
  text: text("Its text, in the format asked for"),
  words: t.Optional(t.Array(word, { description: "In the format `words`: each with its place" })),
  blocks: t.Optional(
    t.Array(block, { description: "In the format `json`: the pieces of the page" }),
  ),
});

const facts = {
  metadata: t.Object({
    info: t.Record(t.String(), t.String(), { description: "The entries of the Info dictionary" }),
    created: textOrNull("Its /CreationDate in ISO 8601"),
    modified: textOrNull("Its /ModDate in ISO 8601"),
    xmp: textOrNull("The XMP packet as it is"),
    version: text("The version in the file's first line"),
    language: textOrNull("The language of the document"),
    tagged: t.Boolean({ description: "Whether it says that it is tagged" }),
  }),
  outline: t.Array(
    t.Object({
      title: text("The bookmark"),
      level: t.Integer({ description: "How deep it is, from 1" }),
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
      description: textOrNull("What is said of it"),
      mime: textOrNull("Its media type"),
      bytes: numberOrNull("The size it is said to have"),
      page: numberOrNull("The page it is pinned to; null for the whole document"),
    }),
  ),
  forms: t.Array(
    t.Object({
      name: text("The field's full name"),
      kind: oneOf(["text", "checkbox", "radio", "button", "choice", "signature", "unknown"], {
        description: "What kind of field it is",
      }),
      value: t.Union([t.String(), t.Array(t.String()), t.Null()], { description: "What it holds" }),
      required: t.Boolean({ description: "Whether it must be filled in" }),
      read_only: t.Boolean({ description: "Whether it may be changed" }),
    }),
  ),
  images: t.Array(
    t.Object({
      page: pageNumber,
      name: text("Its name among the page's resources"),
      width: t.Integer({ description: "In pixels" }),
      height: t.Integer({ description: "In pixels" }),
      bits_per_component: numberOrNull("Bits of each colour"),
      color_space: textOrNull("The kind of its colours"),
      filter: textOrNull("How it is compressed"),
      bytes: numberOrNull("Its size in the file"),
    }),
  ),
  fonts: t.Array(
    t.Object({
      name: text("The font's name"),
      kind: text("Type1, TrueType, Type0, Type3 or another"),
      embedded: t.Boolean({ description: "Whether its glyphs are in the file" }),
      pages: t.Array(t.Integer(), { description: "The pages that have it" }),
    }),
  ),
  security: t.Object({
    encrypted: t.Boolean({ description: "Whether the file is encrypted" }),
    signed: t.Boolean({ description: "Whether it has a digital signature" }),
    active_content: t.Record(t.String(), t.Integer(), {
      description:
        "How often there is what may act by itself or reach outside: javascript, launch, open_action, additional_actions, embedded_files, rich_media, xfa, remote_goto, submit_form, uri",
    }),
  }),
  page_labels: t.Union([t.Array(t.String()), t.Null()], {
    description: "What a viewer shows as each page's number; null where the file does not say",
  }),
};

/** The schema of what `extractText` answers. */
export const textAnswer = t.Object({
  pages: t.Array(page, { description: "The pages asked for, in that order" }),
  text: t.Optional(text("With `merge_pages`: the text of all pages")),
  stats: t.Object(
    {
      pages: t.Integer({ description: "Pages of the document" }),
      chars: t.Integer({ description: "Characters of the text answered" }),
      words: t.Integer({ description: "Words of the text answered" }),
      has_text_layer: t.Boolean({ description: "Whether any page asked for has text" }),
    },
    { description: "Figures" },
  ),
  warnings: t.Array(oneOf(["no_text_layer", "truncated"]), {
    description:
      "`no_text_layer` where the pages are pictures of text; `truncated` where `max_chars` was reached",
  }),
  ...Object.fromEntries(
    Object.entries(facts).map(([name, schema]) => [
      name,
      t.Optional({ description: `With \`${name}\` in \`include\``, ...schema }),
    ]),
  ),
});
