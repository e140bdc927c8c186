import { oneOf, t } from "hub";
import { en, type LabelName } from "../locales/en.ts";
import { locales } from "../locales/names.ts";
import invoice from "../plugin.ts";
import { discountType, rateField } from "./item.ts";
import { fromField, toField } from "./party.ts";

const { amountMax, customFieldsMax, logoBytesMax, notesMax } = invoice.limits;

/** A day. */
export function dayField(description: string) {
  return t.Optional(
    t.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$", description: `${description}, as 2026-01-31` }),
  );
}

const line = (maxLength: number, description: string) =>
  t.Optional(t.String({ minLength: 1, maxLength, description }));

const labelFields = Object.fromEntries(
  Object.entries(en).map(([name, word]) => [name, line(120, `In place of "${word}"`)]),
) as Record<LabelName, ReturnType<typeof line>>;

/** Who, what about and when. */
export const headFields = {
  from: fromField,
  to: toField,
  date: dayField("Day of issue, today by default"),
  due_date: dayField("Day by which it is to be paid, not before that of issue"),
  delivery_date: dayField("Day on which it was delivered"),
  payment_terms: line(500, "When and how to pay, in words"),
  purchase_order: line(50, "Number of the buyer's order"),
  notes: line(notesMax, "Free text printed below the sums"),
  custom_fields: t.Optional(
    t.Array(
      t.Object({
        label: t.String({ minLength: 1, maxLength: 60, description: "What it is" }),
        value: t.String({ minLength: 1, maxLength: 300, description: "What it says" }),
      }),
      { maxItems: customFieldsMax, description: "Further facts, printed beside the date" },
    ),
  ),
};

/** How it is added up. */
export const sumFields = {
  currency: t.String({
    pattern: "^[A-Za-z]{3}$",
    default: "USD",
    description: "Code of ISO 4217; amounts have its decimals: none for JPY, three for KWD",
  }),
  tax_rate: rateField("Tax in per cent of every line that has no rate of its own"),
  tax_label: line(30, "What the tax is called; `Tax` in the document's language by default"),
  tax_exemption_reason: line(200, "Why there is no tax, for the categories E, AE, K, G and O"),
  prices_include_tax: t.Boolean({
    default: false,
    description: "Whether prices, discounts and shipping have the tax in them",
  }),
  discount: t.Number({
    minimum: 0,
    maximum: amountMax,
    default: 0,
    description: "Taken off the sum of the lines before tax, in proportion from each tax rate",
  }),
  discount_type: discountType,
  shipping: t.Number({
    minimum: 0,
    maximum: amountMax,
    default: 0,
    description: "Price of delivery, before tax like the lines",
  }),
  shipping_tax_rate: rateField(
    "Tax on delivery in per cent; by default that of the goods: `tax_rate` where a line has it, else those of all lines, in proportion to their amounts",
  ),
  rounding: oneOf(["half_up", "half_even"], {
    default: "half_up",
    description: "Whether half a cent is rounded away from zero or to the even cent",
  }),
  cash_rounding: t.Number({
    minimum: 0,
    maximum: 1000,
    default: 0,
    description: "What the sum to pay is rounded to a multiple of, such as 0.05; 0 for nothing",
  }),
};

/** How it looks. */
export const lookFields = {
  locale: oneOf(locales, {
    default: "en",
    description: "Language of the words, numbers and dates; ar and he run from right to left",
  }),
  labels: t.Optional(
    t.Object(labelFields, { description: "Words of the document in place of the language's own" }),
  ),
  template: oneOf(["classic", "modern", "minimal", "compact"], {
    default: "classic",
    description: "The design",
  }),
  accent_color: t.Optional(
    t.String({
      pattern: "^#?[0-9A-Fa-f]{6}$",
      description: "Colour of lines and headings: 6 hexadecimal digits",
    }),
  ),
  paper: oneOf(["a4", "letter"], { default: "a4", description: "Size of the pages" }),
  logo_url: t.Optional(
    t.String({
      minLength: 1,
      maxLength: Math.ceil(logoBytesMax / 3) * 4 + 64,
      description:
        "Address of a PNG, JPEG, WebP or SVG image on the public internet, or a data URI",
    }),
  ),
  logo_base64: t.Optional(
    t.String({
      minLength: 1,
      maxLength: Math.ceil(logoBytesMax / 3) * 4 + 64,
      description: "The logo itself, in base64 or as a data URI, in place of `logo_url`",
    }),
  ),
  logo_optional: t.Boolean({
    default: false,
    description: "Whether to go on without a logo that cannot be fetched; `X-Warning` then says so",
  }),
  attach_json: t.Boolean({
    default: false,
    description: "Whether the PDF carries this request and its sums as `invoice.json`",
  }),
};

/** In which form it is answered. */
export const answerFields = {
  response: oneOf(["binary", "json"], {
    default: "binary",
    description: "The file itself, or the sums as JSON with the file in base64",
  }),
  pdf: t.Boolean({
    default: true,
    description: "With `response` json: whether to draw. Without, the endpoint is a calculator",
  }),
};

/** The same, where it is easier said in the address; it goes before the body. */
export const answerQuery = t.Object({
  response: t.Optional(
    oneOf(["binary", "json"], { description: "The same as in the body, and before it" }),
  ),
  pdf: t.Optional(t.Boolean({ description: "The same as in the body, and before it" })),
});

export const amountPaidField = t.Number({
  minimum: 0,
  maximum: amountMax,
  default: 0,
  description: "What was paid already",
});

export const statusStampField = oneOf(["none", "draft", "paid", "overdue", "void"], {
  default: "none",
  description: "A stamp beside the sums",
});

/** The number of a document. */
export function numberField(description: string) {
  return t.String({ minLength: 1, maxLength: 64, pattern: "\\S", description });
}
