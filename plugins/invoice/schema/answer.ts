import { group, type Net, oneOf, t } from "hub";
import { taxCategories } from "./fields.ts";

const forms = ["binary", "json"] as const;

/** In which form it is answered. */
export const answerFields = {
  ...group("Answer", {
    response: oneOf(forms, {
      default: "binary",
      description: "The file itself, or JSON with the totals and the file in base64",
    }),
    pdf: t.Boolean({
      default: true,
      description:
        "With `response` json: whether to make the PDF. Without it the endpoint is a calculator",
    }),
  }),
};

/** The same, where it is easier said in the address. */
export const answerQuery = t.Object({
  response: t.Optional(
    oneOf(forms, { description: "As in the body; the query parameter takes precedence" }),
  ),
  pdf: t.Optional(
    t.Boolean({ description: "As in the body; the query parameter takes precedence" }),
  ),
});

/** What a handler was asked besides the document, and what it may use. */
export interface InvoiceAnswerOptions {
  response: (typeof forms)[number];
  pdf: boolean;
  /** In milliseconds since 1970. */
  now: number;
  net: Net;
}

type Form = Pick<InvoiceAnswerOptions, "response" | "pdf">;

/** The form of the answer: the address goes before the body. */
export function resolveForm(
  body: Form,
  query: { [Name in keyof Form]?: Form[Name] | undefined },
): Form {
  return { response: query.response ?? body.response, pdf: query.pdf ?? body.pdf };
}

const amount = (description: string) => t.Number({ description });
const category = oneOf(taxCategories, { description: "VAT category of EN 16931" });

/** What JSON says of the file. */
export const fileAnswer = {
  pages: t.Integer({ description: "Pages of the PDF; 0 if none was made" }),
  warnings: t.Array(t.String(), { description: "What was left out, and why" }),
  pdf_base64: t.Union([t.String(), t.Null()], {
    description: "The PDF in base64; null if none was made",
  }),
};

/** The sums of a document, as JSON. */
export const sumsAnswer = {
  currency: t.String({ description: "Currency code (ISO 4217)" }),
  lines: t.Array(
    t.Object({
      description: t.String({ description: "What is sold" }),
      quantity: amount("How many"),
      unit_price: amount("Price of one, as in the request"),
      gross: amount("Quantity times price, rounded"),
      discount: amount("Discount on this line"),
      net: amount("Amount of the line without tax"),
      tax: amount("Tax of the line, before any discount on the whole"),
      tax_rate: amount("Per cent"),
      tax_category: category,
      optional: t.Boolean({ description: "Whether it is left out of the total" }),
    }),
    { description: "The lines, in their order" },
  ),
  subtotal: amount("Sum of the lines, in the prices as they were given"),
  discount_total: amount("Discount on the whole; the subtotal has the discounts of lines already"),
  shipping: amount("Price of delivery"),
  taxable: amount("Amount that is taxed, without the tax"),
  tax_breakdown: t.Array(
    t.Object({
      rate: amount("Per cent"),
      category,
      base: amount("Amount taxed at this rate"),
      tax: amount("Tax on it, rounded once"),
    }),
    { description: "The tax by rate and category" },
  ),
  tax_total: amount("All tax"),
  total: amount("Total with tax"),
  rounding_amount: amount("What cash rounding adds to the total"),
  amount_paid: amount("What has already been paid"),
  balance_due: amount("What is still due"),
  ...fileAnswer,
};
