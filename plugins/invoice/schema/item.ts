import { oneOf, type Static, t } from "hub";
import { taxCategories } from "../money/categories.ts";
import invoice from "../plugin.ts";

const { amountMax, descriptionMax, itemsMax } = invoice.limits;

/** Kinds of discount; the last two are other names of `fixed`. */
const discountTypes = ["percentage", "fixed", "amount", "flat"] as const;

const discountMeaning =
  "Whether `discount` is per cent, as by default, or an amount; `amount` and `flat` are other names of `fixed`";

/** What `discount` means. */
export const discountType = oneOf(discountTypes, {
  default: "percentage",
  description: discountMeaning,
});

export type DiscountType = (typeof discountTypes)[number];

/** A tax rate in per cent. */
export function rateField(description: string) {
  return t.Optional(t.Number({ minimum: 0, maximum: 100, description }));
}

const itemFields = {
  description: t.String({
    minLength: 1,
    maxLength: descriptionMax,
    description: "What is sold; lines after the first are printed smaller",
  }),
  quantity: t.Number({
    minimum: -1e9,
    maximum: 1e9,
    description: "How many; below 0 for what is taken back, and never 0",
  }),
  unit_price: t.Number({
    minimum: -amountMax,
    maximum: amountMax,
    description: "Price of one; it may have more decimals than the currency",
  }),
  unit: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 20,
      description:
        "What it is counted in, printed after the quantity: `h`, `kg`, `day`. An electronic invoice has its code of UN/ECE Recommendation 20: known are the usual words in the languages of `locale`, and the codes themselves, such as `HUR`; another word breaks BR-CL-23 there",
    }),
  ),
  sku: t.Optional(
    t.String({ minLength: 1, maxLength: 50, description: "The seller's number of it" }),
  ),
  tax_rate: rateField("Its tax in per cent, where that is not the document's"),
  tax_category: t.Optional(
    oneOf(taxCategories, {
      description:
        "VAT category of EN 16931: S standard, Z zero rate, E exempt, AE reverse charge, K within the EU, G export, O not subject to VAT. By default S with a rate above 0 and Z without",
    }),
  ),
  discount: t.Optional(
    t.Number({ minimum: 0, maximum: amountMax, description: "Taken off this line" }),
  ),
  discount_type: t.Optional(oneOf(discountTypes, { description: discountMeaning })),
};

/** What is sold. */
export const itemsField = itemsOf(t.Object(itemFields));

/** What is offered. */
export const quoteItemsField = itemsOf(
  t.Object({
    ...itemFields,
    optional: t.Optional(
      t.Boolean({ description: "Whether it is shown with its price, but not part of the sum" }),
    ),
  }),
);

export type Item = Omit<Static<(typeof quoteItemsField)["items"]>, "optional"> & {
  optional?: boolean;
};

function itemsOf<Fields extends ReturnType<typeof t.Object>>(item: Fields) {
  return t.Array(item, { minItems: 1, maxItems: itemsMax, description: "The lines" });
}
