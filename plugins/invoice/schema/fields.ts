import { group, oneOf, type Static, t } from "hub";
import { en, type LabelName } from "../locales/en.ts";
import { locales } from "../locales/labels.ts";
import invoice from "../plugin.ts";

const { amountMax, customFieldsMax, descriptionMax, itemsMax, logoBytesMax, notesMax } =
  invoice.limits;

/** The VAT categories of EN 16931 (UNTDID 5305), by their usual meaning. */
export const taxCategories = ["S", "Z", "E", "AE", "K", "G", "O"] as const;

export type TaxCategory = (typeof taxCategories)[number];

/** A day. */
export function dayField(description: string) {
  return t.Optional(
    t.String({
      pattern: "^\\d{4}-\\d{2}-\\d{2}$",
      description: `${description}, such as 2026-01-31`,
    }),
  );
}

/** The number of a document. */
export function numberField(description: string) {
  return t.String({ minLength: 1, maxLength: 64, pattern: "\\S", description });
}

/** An optional text of at most so many characters. */
export function textField(maxLength: number, description: string) {
  return t.Optional(t.String({ minLength: 1, maxLength, description }));
}

function rateField(description: string) {
  return t.Optional(t.Number({ minimum: 0, maximum: 100, description }));
}

function partyField(description: string) {
  return t.Object(
    {
      name: t.String({
        minLength: 1,
        maxLength: 200,
        description: "Name of the company or person",
      }),
      address: t.String({
        maxLength: 500,
        description: "Street and the rest of the postal address, one line each",
      }),
      postal_code: textField(20, "Postal code"),
      city: textField(100, "Town or city"),
      region: textField(100, "State or province"),
      country: t.Optional(
        t.String({
          pattern: "^[A-Za-z]{2}$",
          description:
            "Two-letter country code (ISO 3166-1); printed as the country's name in the document's language",
        }),
      ),
      email: textField(254, "E-mail address; also the electronic address of an electronic invoice"),
      phone: textField(50, "Telephone number"),
      website: textField(200, "Address of the website, printed as it is"),
      contact_name: textField(100, "Contact person"),
      tax_id: textField(50, "VAT number or other tax number"),
      registration_id: textField(50, "Company registration number"),
    },
    { description },
  );
}

const fromField = partyField("Who issues the document");

export type Party = Static<typeof fromField>;

/** Who, what about and when. */
export const headFields = {
  from: fromField,
  to: partyField("Who receives the document"),
  ...group("Dates and references", {
    date: dayField("Date of issue, today by default"),
    due_date: dayField("Date by which payment is due, not before the date of issue"),
    delivery_date: dayField("Date of delivery"),
    payment_terms: textField(500, "When and how to pay, in words"),
    purchase_order: textField(50, "The buyer's order number"),
  }),
  notes: textField(notesMax, "Free text printed below the totals"),
  ...group("Dates and references", {
    custom_fields: t.Optional(
      t.Array(
        t.Object({
          label: t.String({ minLength: 1, maxLength: 60, description: "Label of the field" }),
          value: t.String({ minLength: 1, maxLength: 300, description: "Value of the field" }),
        }),
        { maxItems: customFieldsMax, description: "Further fields, printed next to the date" },
      ),
    ),
  }),
};

/** `amount` and `flat` are other names of `fixed`. */
const discountTypes = ["percentage", "fixed", "amount", "flat"] as const;

const discountMeaning =
  "Whether `discount` is a percentage, the default, or an amount; `amount` and `flat` mean the same as `fixed`";

const itemFields = {
  description: t.String({
    minLength: 1,
    maxLength: descriptionMax,
    description: "What is sold; lines after the first are printed smaller",
  }),
  quantity: t.Number({
    minimum: -1e9,
    maximum: 1e9,
    description: "How many; negative for returns, never 0",
  }),
  unit_price: t.Number({
    minimum: -amountMax,
    maximum: amountMax,
    description: "Price of one; it may have more decimals than the currency",
  }),
  unit: textField(
    20,
    "Unit of the quantity, printed after it: `h`, `kg`, `day`. An electronic invoice carries its UN/ECE Recommendation 20 code: the usual words in every language of `locale` are known, and so are the codes themselves, such as `HUR`; any other word breaks rule BR-CL-23 there",
  ),
  sku: textField(50, "The seller's article number"),
  tax_rate: rateField("Tax of this line in per cent, if it differs from the document's"),
  tax_category: t.Optional(
    oneOf(taxCategories, {
      description:
        "VAT category of EN 16931: S standard, Z zero rate, E exempt, AE reverse charge, K within the EU, G export, O not subject to VAT. By default S with a rate above 0 and Z without",
    }),
  ),
  discount: t.Optional(
    t.Number({ minimum: 0, maximum: amountMax, description: "Discount on this line" }),
  ),
  discount_type: t.Optional(oneOf(discountTypes, { description: discountMeaning })),
};

/** What is sold. */
export const itemsField = buildItemsSchema(t.Object(itemFields));

/** What is offered. */
export const quoteItemsField = buildItemsSchema(
  t.Object({
    ...itemFields,
    optional: t.Optional(
      t.Boolean({ description: "Whether it is shown with its price but left out of the total" }),
    ),
  }),
);

function buildItemsSchema<Fields extends ReturnType<typeof t.Object>>(item: Fields) {
  return t.Array(item, { minItems: 1, maxItems: itemsMax, description: "The lines" });
}

/** How it is added up. */
export const sumFields = {
  currency: t.String({
    pattern: "^[A-Za-z]{3}$",
    default: "USD",
    description:
      "Currency code (ISO 4217); amounts have the currency's decimals: none for JPY, three for KWD",
  }),
  ...group("Tax", {
    tax_rate: rateField("Tax in per cent of every line that has no rate of its own"),
    tax_label: textField(30, "Name of the tax; `Tax` in the document's language by default"),
    tax_exemption_reason: textField(
      200,
      "Why there is no tax, for the categories E, AE, K, G and O",
    ),
    prices_include_tax: t.Boolean({
      default: false,
      description: "Whether prices, discounts and shipping include tax",
    }),
  }),
  ...group("Discount and delivery", {
    discount: t.Number({
      minimum: 0,
      maximum: amountMax,
      default: 0,
      description:
        "Discount on the sum of the lines before tax, shared among the tax rates in proportion",
    }),
    discount_type: oneOf(discountTypes, { default: "percentage", description: discountMeaning }),
    shipping: t.Number({
      minimum: 0,
      maximum: amountMax,
      default: 0,
      description: "Price of delivery, before tax like the lines",
    }),
    shipping_tax_rate: rateField(
      "Tax on delivery in per cent. By default delivery is taxed as the goods are: at `tax_rate` if any line has that rate, otherwise at the rates of all lines, in proportion to their amounts",
    ),
  }),
  ...group("Rounding", {
    rounding: oneOf(["half_up", "half_even"], {
      default: "half_up",
      description: "Whether half a cent is rounded away from zero or to the even cent",
    }),
    cash_rounding: t.Number({
      minimum: 0,
      maximum: 1000,
      default: 0,
      description: "Round the total to a multiple of this, such as 0.05; 0 for no rounding",
    }),
  }),
};

export const amountPaidField = t.Number({
  minimum: 0,
  maximum: amountMax,
  default: 0,
  description: "What has already been paid",
});

/** How to pay. */
export const paymentField = t.Optional(
  t.Object(
    {
      iban: textField(42, "IBAN of the account; its check digits are verified"),
      bic: textField(11, "BIC of the bank: 8 or 11 characters"),
      beneficiary: textField(70, "Holder of the account; `from.name` by default"),
      reference: textField(140, "Payment reference; the document's number by default"),
      instructions: textField(1000, "How to pay, in words"),
      qr: oneOf(["none", "epc"], {
        default: "none",
        description:
          "`epc` prints a QR code for a SEPA transfer of the amount due (EPC069-12, GiroCode); it needs euros and an IBAN",
      }),
    },
    { description: "How to pay" },
  ),
);

export type PaymentFields = NonNullable<Static<typeof paymentField>>;

export const statusStampField = oneOf(["none", "draft", "paid", "overdue", "void"], {
  default: "none",
  description: "A stamp next to the totals",
});

const labelFields = Object.fromEntries(
  Object.entries(en).map(([name, word]) => [name, textField(120, `Printed instead of "${word}"`)]),
) as Record<LabelName, ReturnType<typeof textField>>;

/** A data URI has its media type before the base64. */
const logoTextMax = Math.ceil(logoBytesMax / 3) * 4 + 64;

/** How it looks. */
export const lookFields = {
  ...group("Look", {
    locale: oneOf(locales, {
      default: "en",
      description: "Language of words, numbers and dates. Arabic and Hebrew run from right to left",
    }),
    labels: t.Optional(
      t.Object(labelFields, { description: "Your own words instead of the language's" }),
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
    logo_url: textField(
      logoTextMax,
      "Address of a PNG, JPEG, WebP or SVG image on the public internet, or a data URI",
    ),
    logo_base64: textField(
      logoTextMax,
      "The logo itself, as base64 or a data URI, instead of `logo_url`",
    ),
    logo_optional: t.Boolean({
      default: false,
      description:
        "Whether to go on without a logo that cannot be fetched; `X-Warning` says so in that case",
    }),
    attach_json: t.Boolean({
      default: false,
      description: "Whether the PDF carries this request and its totals as `invoice.json`",
    }),
  }),
};
