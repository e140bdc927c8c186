import { oneOf, type Static, t } from "hub";
import { metadataFields, pagesField, pdfFields } from "../input/fields.ts";
import pdf from "../plugin.ts";

const sizeMax = 32;
const coordinate = { minimum: -14_400, maximum: 14_400 };
const trim = { minimum: 0, maximum: 7200 };

function points(description: string) {
  return t.Number({ ...coordinate, description: `${description}, in points` });
}

const box = t.Object(
  {
    x: points("From the left of the page"),
    y: points("From its top"),
    width: t.Number({ exclusiveMinimum: 0, maximum: 14_400, description: "How wide, in points" }),
    height: t.Number({ exclusiveMinimum: 0, maximum: 14_400, description: "How high, in points" }),
  },
  { description: "What to keep, on the page as it is seen" },
);

const margins = t.Union(
  [
    t.Number({ ...trim, description: "The same at all sides" }),
    t.Object(
      {
        top: t.Number({ ...trim, default: 0, description: "At the top" }),
        right: t.Number({ ...trim, default: 0, description: "At the right" }),
        bottom: t.Number({ ...trim, default: 0, description: "At the bottom" }),
        left: t.Number({ ...trim, default: 0, description: "At the left" }),
      },
      { description: "At each side" },
    ),
  ],
  { description: "How much to cut off, in points; with `auto`, how much to leave around" },
);

function op<const Name extends string>(name: Name) {
  return t.Literal(name, { description: "What to do" });
}

const structural = [
  t.Object({ op: op("select"), pages: pagesField("Which pages to keep, in their new order") }),
  t.Object({ op: op("delete"), pages: pagesField("Which pages to take out") }),
  t.Object({
    op: op("move"),
    pages: pagesField("Which pages to move"),
    to: t.Integer({ minimum: 1, description: "The number that the first of them gets" }),
  }),
  t.Object({
    op: op("duplicate"),
    pages: pagesField("Which pages to repeat, each right behind itself"),
    times: t.Integer({ minimum: 1, maximum: 50, default: 1, description: "How many copies" }),
  }),
  t.Object({ op: op("reverse") }),
] as const;

const pageSize = (description: string) =>
  t.String({ minLength: 2, maxLength: sizeMax, description });

const changing = [
  t.Object({
    op: op("blank"),
    at: t.Integer({ minimum: 1, description: "The number that the first blank page gets" }),
    count: t.Integer({ minimum: 1, maximum: 100, default: 1, description: "How many" }),
    size: t.Optional(
      pageSize("`a4`, `letter`, or points as `300x400`; that of the page before it by default"),
    ),
  }),
  t.Object({
    op: op("crop"),
    pages: pagesField("Which pages to crop"),
    box: t.Optional(box),
    margin: t.Optional(margins),
    auto: t.Boolean({ default: false, description: "Cuts off what is white at the sides" }),
  }),
  t.Object({
    op: op("scale"),
    pages: pagesField("Which pages to scale"),
    to: pageSize("`a4`, `letter`, or points as `300x400`; paper lies where the page does"),
    fit: oneOf(["contain", "cover", "stretch"], {
      default: "contain",
      description: "Shows all of the page, fills all of the paper, or gives up the proportions",
    }),
  }),
  t.Object({
    op: op("nup"),
    per_sheet: t.Union(
      [t.Literal(2), t.Literal(4), t.Literal(6), t.Literal(8), t.Literal(9), t.Literal(16)],
      { description: "How many pages go on a sheet: 2, 4, 6, 8, 9 or 16" },
    ),
    order: oneOf(["horizontal", "vertical", "horizontal_reverse", "vertical_reverse"], {
      default: "horizontal",
      description: "By rows or by columns, from the left or, reversed, from the right",
    }),
    border: t.Boolean({ default: false, description: "Draws a line around each page" }),
  }),
  t.Object({ op: op("booklet") }),
] as const;

const describing = [
  t.Object({
    op: op("metadata"),
    set: t.Object(metadataFields, { description: "What to have the document say of itself" }),
  }),
  t.Object({
    op: op("outline"),
    set: t.Array(
      t.Object({
        title: t.String({ minLength: 1, maxLength: 500, description: "What it says" }),
        page: t.Integer({ minimum: 1, description: "The page it leads to" }),
        level: t.Integer({ minimum: 1, maximum: 6, default: 1, description: "How deep it stands" }),
        open: t.Boolean({ default: true, description: "Shows what is below it" }),
      }),
      {
        maxItems: 2000,
        description: "The bookmarks, each behind the one it is below; empty for none",
      },
    ),
  }),
  t.Object({
    op: op("flatten"),
    what: t.Array(oneOf(["forms", "annotations"]), {
      minItems: 1,
      maxItems: 2,
      uniqueItems: true,
      default: ["forms", "annotations"],
      description: "What to draw on the pages for good: form fields, and notes and marks",
    }),
  }),
] as const;

/** One step of an endpoint that takes several. */
const opSchema = t.Union([...structural, ...changing, ...describing]);

export type Op = Static<typeof opSchema>;

/** The step of this name. */
export type OpOf<Name extends Op["op"]> = Extract<Op, { op: Name }>;

/** What changing the pages of a PDF takes. */
export const organizeBody = t.Object({
  ...pdfFields,
  ops: t.Array(opSchema, {
    minItems: 1,
    maxItems: pdf.limits.opsMax,
    description: "What to do, step by step; in a form, as JSON",
  }),
});

export type OrganizeBody = Static<typeof organizeBody>;
