import { group, oneOf, t } from "hub";
import { taxCategories } from "./fields.ts";

const forms = ["binary", "json"] as const;

/** Fields that choose the form of the response. */
export const answerFields = {
  ...group("Response", {
    response: oneOf(forms, {
      default: "binary",
      description: "The file itself, or JSON with the totals and the file in base64",
    }),
    pdf: t.Boolean({
      default: true,
      description:
        "With `response` json: whether to create the PDF; if not, the response only has the totals",
    }),
  }),
};

/** The same fields as optional query parameters. */
export const answerQuery = t.Object({
  response: t.Optional(
    oneOf(forms, { description: "As in the body; the query parameter takes precedence" }),
  ),
  pdf: t.Optional(
    t.Boolean({ description: "As in the body; the query parameter takes precedence" }),
  ),
});

const amount = (description: string) => t.Number({ description });
const category = oneOf(taxCategories, { description: "VAT category of EN 16931" });

/** JSON fields of the file. */
export const fileAnswer = {
  pages: t.Integer({ description: "Number of pages of the PDF; 0 if none was created" }),
  warnings: t.Array(t.String(), { description: "Content that was left out, with reasons" }),
  pdf_base64: t.Union([t.String(), t.Null()], {
    description: "The PDF in base64; null if none was created",
  }),
};

/** JSON fields of a document's totals. */
export const sumsAnswer = {
  currency: t.String({ description: "Currency code (ISO 4217)" }),
  lines: t.Array(
    t.Object({
      description: t.String({ description: "Description of the item" }),
      quantity: amount("Quantity"),
      unit_price: amount("Unit price, as in the request"),
      gross: amount("Quantity times price, rounded"),
      discount: amount("Discount on this line"),
      adjustments: amount("Charges minus further allowances on this line"),
      net: amount("Line amount without tax"),
      tax: amount("Tax of the line, before document-level discounts"),
      tax_rate: amount("Tax rate in percent"),
      tax_category: category,
      optional: t.Boolean({ description: "Whether the line is excluded from the total" }),
    }),
    { description: "The lines, in order" },
  ),
  subtotal: amount("Sum of the lines, at the given prices"),
  discount_total: amount(
    "Document-level discount; line discounts are already part of the subtotal",
  ),
  shipping: amount("Shipping cost"),
  taxable: amount("Taxable amount without tax"),
  tax_breakdown: t.Array(
    t.Object({
      rate: amount("Tax rate in percent"),
      category,
      base: amount("Amount taxed at this rate"),
      tax: amount("Tax on it, rounded once"),
    }),
    { description: "The tax by rate and category" },
  ),
  taxes: t.Array(
    t.Object({
      name: t.String({ description: "Name of the tax" }),
      rate: amount("Tax rate in percent"),
      base: amount("Taxable amount of the lines with this tax"),
      tax: amount("Tax on it, rounded once for each combination of taxes"),
    }),
    { description: "Each of several taxes; empty if no line has `taxes`" },
  ),
  tax_total: amount("Total tax"),
  total: amount("Total with tax"),
  withheld: t.Array(
    t.Object({
      name: t.String({ description: "Name of the tax" }),
      rate: amount("Rate in percent"),
      base: amount("Amount it is calculated on"),
      amount: amount("Amount that the buyer withholds"),
    }),
    { description: "The withholding taxes" },
  ),
  rounding_amount: amount("Difference due to cash rounding"),
  amount_paid: amount("Amount already paid"),
  balance_due: amount("Amount due"),
  ...fileAnswer,
};
