import { binary, file, oneOf, type Static, t } from "hub";
import { fieldTypes } from "../fields/field-types.ts";
import { pdfFields, sourceFields } from "../input/request.ts";
import pdf from "../plugin.ts";

/** The technologies of forms. */
export const formKinds = ["none", "acroform", "xfa", "hybrid"] as const;

const { fieldTextMax } = pdf.limits;

const single = [t.String({ maxLength: fieldTextMax }), t.Number()] as const;

const fillValue = t.Union([...single, t.Boolean(), t.Null(), t.Array(t.Union([...single]))]);

export type FillValue = Static<typeof fillValue>;

/** The formats of a list of fields, with their media types. */
export const dataTypes = {
  fdf: "application/vnd.fdf",
  xfdf: "application/vnd.adobe.xfdf",
} as const;

/** The request body for listing the fields of a form. */
export const fieldsBody = t.Object({
  ...sourceFields,
  format: oneOf(["json", "fdf", "xfdf"], {
    default: "json",
    description:
      "The format of the response: `json` for all facts; `fdf` or `xfdf` for names and values, as a file that other programs import",
  }),
});

export type FieldsBody = Static<typeof fieldsBody>;

/** The values to fill in, and whether to lock the fields. */
export const fillFields = {
  fill: t.Unsafe<Record<string, FillValue>>(
    t.Object(
      {},
      {
        additionalProperties: fillValue,
        description:
          "The values by full field name: a text, number (`1234.5`) or date (ISO 8601, or in the format of the field) for texts; `true`, `false` or an export value for check boxes; an export value for radio buttons; the value or label of an option for dropdowns, and a list of them for lists; `null` to clear a field; in a form, as JSON",
      },
    ),
  ),
  lock: t.Boolean({
    default: false,
    description: "Whether to make the filled fields read-only",
  }),
};

/** The request body for filling a form. */
export const fillBody = t.Object({
  ...pdfFields,
  fill: t.Optional(fillFields.fill),
  data: t.Optional(
    file({
      description:
        "The values as FDF or XFDF, as a form part; values in `fill` have precedence over those of the same name",
    }),
  ),
  data_base64: t.Optional(t.String({ description: "The values as FDF or XFDF, in base64" })),
  lock: fillFields.lock,
  flatten: t.Boolean({
    default: false,
    description: "Whether to make all fields a permanent part of the pages",
  }),
});

export type FillBody = Static<typeof fillBody>;

const text = (description: string) => t.String({ description });
const textOrNull = (description: string) => t.Union([t.String(), t.Null()], { description });
const numberOrNull = (description: string) => t.Union([t.Integer(), t.Null()], { description });
const pageNumber = "The page number, starting at 1";
const is = (description: string) => t.Boolean({ description: `Whether ${description}` });

const box = {
  x: t.Number({
    description: "The distance from the left edge of the page as displayed, in points",
  }),
  y: t.Number({ description: "The distance from its upper edge, in points" }),
  w: t.Number({ description: "The width, in points" }),
  h: t.Number({ description: "The height, in points" }),
};

/** The response schema of `listFields`. */
export const fieldsAnswer = t.Union([
  binary(dataTypes.fdf, dataTypes.xfdf),
  t.Object({
    form: oneOf(formKinds, {
      description:
        "The technology of the form: `acroform`; `xfa` if its fields are in XFA only, which cannot be listed or filled; `hybrid` for both; `none` if the document has no form",
    }),
    signed: is("the document has a digital signature, which may forbid to fill it"),
    fields: t.Array(
      t.Object({
        name: text("The full name: the names of its groups and its own, joined by dots"),
        type: oneOf(fieldTypes, { description: "The type of field" }),
        label: textOrNull("The name that viewers display"),
        value: t.Union([t.String(), t.Array(t.String()), t.Null()], {
          description: "The value; `Off` for check boxes and radio buttons that are not set",
        }),
        options: t.Array(
          t.Object({
            value: text("The value to fill in"),
            label: text("The displayed text"),
          }),
          {
            description:
              "The options of dropdowns and lists, and the export values of check boxes and radio buttons",
          },
        ),
        page: numberOrNull(`${pageNumber}; null if no page has the field`),
        box: t.Union([t.Object(box), t.Null()], { description: "Its position on that page" }),
        widgets: t.Array(
          t.Object({
            page: t.Integer({ description: pageNumber }),
            ...box,
            value: t.Optional(text("For check boxes and radio buttons: the export value")),
          }),
          { description: "All positions of the field on pages" },
        ),
        required: is("the field is required"),
        read_only: is("the field is read-only"),
        multiline: is("the text may have several lines"),
        password: is("the text is displayed as asterisks"),
        comb: is("each character has a cell of its own"),
        max_length: numberOrNull("The maximum number of characters of the text"),
        date_format: textOrNull("The date format that its script requires, such as `dd/mm/yyyy`"),
        numeric: is("the text must be a number, which is displayed in the format of its script"),
        multiple: is("several options can be selected"),
        editable: is("the dropdown accepts a text that is not an option"),
        calculated: is("a script computes the value; scripts are not run"),
      }),
      { description: "The fields" },
    ),
  }),
]);
