import { oneOf, t } from "hub";
import { taxCategories } from "../money/categories.ts";

const amount = (description: string) => t.Number({ description });

/** The sums of a document, as JSON. */
export const sumsAnswer = {
  currency: t.String({ description: "Code of ISO 4217" }),
  lines: t.Array(
    t.Object({
      description: t.String({ description: "What is sold" }),
      quantity: amount("How many"),
      unit_price: amount("Price of one, as it was given"),
      gross: amount("Quantity times price, rounded"),
      discount: amount("Taken off this line"),
      net: amount("What the line counts, without tax"),
      tax: amount("Its tax, before any discount of the whole"),
      tax_rate: amount("Per cent"),
      tax_category: oneOf(taxCategories, { description: "VAT category of EN 16931" }),
      optional: t.Boolean({ description: "Whether it is left out of the sum" }),
    }),
    { description: "The lines, in their order" },
  ),
  subtotal: amount("The sum of the lines, in the prices as they were given"),
  discount_total: amount("Taken off the whole; discounts of lines are in the subtotal"),
  shipping: amount("Price of delivery"),
  taxable: amount("What the tax is of: without tax"),
  tax_breakdown: t.Array(
    t.Object({
      rate: amount("Per cent"),
      category: oneOf(taxCategories, { description: "VAT category of EN 16931" }),
      base: amount("What is taxed at this rate"),
      tax: amount("Its tax, rounded once"),
    }),
    { description: "The tax by rate and category" },
  ),
  tax_total: amount("All tax"),
  total: amount("With tax"),
  rounding_amount: amount("What cash rounding adds to it"),
  amount_paid: amount("What was paid already"),
  balance_due: amount("What is to be paid still"),
  pages: t.Integer({ description: "Pages of the PDF; 0 where none was drawn" }),
  warnings: t.Array(t.String(), { description: "What was left out, and why" }),
  pdf_base64: t.Union([t.String(), t.Null()], {
    description: "The PDF in base64; null where none was drawn",
  }),
};
