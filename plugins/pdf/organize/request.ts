import { oneOf, type Static, t } from "hub";
import { openWords } from "hub/data-file";
import { fillFields } from "../forms/request.ts";
import { metadataFields, pagesField, pdfFields } from "../input/request.ts";
import pdf from "../plugin.ts";

const sizeMax = 32;
const coordinate = { minimum: -14_400, maximum: 14_400 };
const trim = { minimum: 0, maximum: 7200 };

function points(description: string) {
  return t.Number({ ...coordinate, description: `${description}, in points` });
}

const box = t.Object(
  {
    x: points("The distance from the left edge of the page"),
    y: points("The distance from its upper edge"),
    width: t.Number({ exclusiveMinimum: 0, maximum: 14_400, description: "The width, in points" }),
    height: t.Number({
      exclusiveMinimum: 0,
      maximum: 14_400,
      description: "The height, in points",
    }),
  },
  { description: "The area to keep, on the page as displayed" },
);

const margins = t.Union(
  [
    t.Number({ ...trim, description: "The same margin on all sides" }),
    t.Object(
      {
        top: t.Number({ ...trim, default: 0, description: "The top margin" }),
        right: t.Number({ ...trim, default: 0, description: "The right margin" }),
        bottom: t.Number({ ...trim, default: 0, description: "The bottom margin" }),
        left: t.Number({ ...trim, default: 0, description: "The left margin" }),
      },
      { description: "The margin of each side" },
    ),
  ],
  {
    description:
      "The margin to cut off, in points; with `auto`, the margin to leave around the content",
  },
);

/** The kinds of annotations that can be removed, as PDF names them. */
const annotationKinds = [
  ...openWords(new URL("./request.txt", import.meta.url), ["annotations"])().annotations,
];

function op<const Name extends string>(name: Name) {
  return t.Literal(name, { description: "The operation" });
}

const structural = [
  t.Object({ op: op("select"), pages: pagesField("The pages to keep, in their new order") }),
  t.Object({ op: op("delete"), pages: pagesField("The pages to delete") }),
  t.Object({
    op: op("move"),
    pages: pagesField("The pages to move"),
    to: t.Integer({ minimum: 1, description: "The new page number of the first of them" }),
  }),
  t.Object({
    op: op("duplicate"),
    pages: pagesField("The pages to duplicate, each directly after itself"),
    times: t.Integer({ minimum: 1, maximum: 50, default: 1, description: "The number of copies" }),
  }),
  t.Object({ op: op("reverse") }),
] as const;

const pageSize = (description: string) =>
  t.String({ minLength: 2, maxLength: sizeMax, description });

const changing = [
  t.Object({
    op: op("blank"),
    at: t.Integer({ minimum: 1, description: "The page number of the first blank page" }),
    count: t.Integer({
      minimum: 1,
      maximum: 100,
      default: 1,
      description: "The number of pages to insert",
    }),
    size: t.Optional(
      pageSize(
        "`a4`, `letter`, or points such as `300x400`; by default the size of the page before it",
      ),
    ),
  }),
  t.Object({
    op: op("crop"),
    pages: pagesField("The pages to crop"),
    box: t.Optional(box),
    margin: t.Optional(margins),
    auto: t.Boolean({ default: false, description: "Whether to crop to the content of the page" }),
  }),
  t.Object({
    op: op("scale"),
    pages: pagesField("The pages to scale"),
    to: pageSize("`a4`, `letter`, or points such as `300x400`; paper is landscape if the page is"),
    fit: oneOf(["contain", "cover", "stretch"], {
      default: "contain",
      description:
        "`contain` shows the whole page, `cover` fills the paper, `stretch` ignores the proportions",
    }),
  }),
  t.Object({
    op: op("nup"),
    per_sheet: t.Union(
      [t.Literal(2), t.Literal(4), t.Literal(6), t.Literal(8), t.Literal(9), t.Literal(16)],
      { description: "Number of pages per sheet: 2, 4, 6, 8, 9 or 16" },
    ),
    order: oneOf(["horizontal", "vertical", "horizontal_reverse", "vertical_reverse"], {
      default: "horizontal",
      description: "By rows or by columns, from the left or, if reversed, from the right",
    }),
    border: t.Boolean({ default: false, description: "Whether to draw a line around each page" }),
  }),
  t.Object({ op: op("booklet") }),
] as const;

const describing = [
  t.Object({
    op: op("metadata"),
    set: t.Object(metadataFields, { description: "The metadata to set" }),
  }),
  t.Object({
    op: op("outline"),
    set: t.Array(
      t.Object({
        title: t.String({ minLength: 1, maxLength: 500, description: "The text of the bookmark" }),
        page: t.Integer({ minimum: 1, description: "The target page" }),
        level: t.Integer({
          minimum: 1,
          maximum: 6,
          default: 1,
          description: "The level of the bookmark, starting at 1",
        }),
        open: t.Boolean({ default: true, description: "Whether the bookmark is expanded" }),
      }),
      {
        maxItems: 2000,
        description: "The bookmarks, each after its parent; an empty list removes all",
      },
    ),
  }),
  t.Object({ op: op("fill"), ...fillFields }),
  t.Object({
    op: op("flatten"),
    what: t.Array(oneOf(["forms", "annotations"]), {
      minItems: 1,
      maxItems: 2,
      uniqueItems: true,
      default: ["forms", "annotations"],
      description:
        "The content to make a permanent part of the pages: form fields, annotations or both",
    }),
  }),
  t.Object({
    op: op("remove_annotations"),
    pages: pagesField("The pages to remove annotations from"),
    kinds: t.Optional(
      t.Array(oneOf(annotationKinds), {
        minItems: 1,
        maxItems: annotationKinds.length,
        uniqueItems: true,
        description:
          "The kinds of annotations to remove, as `extract-text` names them; by default all except links",
      }),
    ),
  }),
] as const;

/** One operation on the pages. */
const opSchema = t.Union([...structural, ...changing, ...describing]);

export type Op = Static<typeof opSchema>;

/** The operation with this name. */
export type OpByName<Name extends Op["op"]> = Extract<Op, { op: Name }>;

/** The request body for organizing a PDF. */
export const organizeBody = t.Object({
  ...pdfFields,
  ops: t.Array(opSchema, {
    minItems: 1,
    maxItems: pdf.limits.opsMax,
    description: "The operations to apply, in order; in a form, as JSON",
  }),
});

export type OrganizeBody = Static<typeof organizeBody>;
