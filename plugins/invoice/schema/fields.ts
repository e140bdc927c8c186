import { group, oneOf, type Static, t } from "hub";
import { en, type LabelName, locales } from "../locales/labels.ts";
import invoice from "../plugin.ts";

const { amountMax, customFieldsMax, descriptionMax, itemsMax, logoBytesMax, notesMax } =
  invoice.limits;

/** VAT categories of EN 16931 (UNTDID 5305) with their usual meaning. */
export const taxCategories = ["S", "Z", "E", "AE", "K", "G", "O", "L", "M"] as const;

export type TaxCategory = (typeof taxCategories)[number];

/** Creates a date field. */
export function dayField(description: string) {
  return patternField(
    { pattern: "^\\d{4}-\\d{2}-\\d{2}$", errorMessage: "a date such as 2026-01-31" },
    `${description}, such as 2026-01-31`,
  );
}

/** Creates a field for a document number. */
export function numberField(description: string) {
  return t.String({
    minLength: 1,
    maxLength: 64,
    pattern: "\\S",
    errorMessage: "a text that is not blank, of at most 64 characters",
    description,
  });
}

/** The field for the next number of a sequence. */
export const numberSequenceField = t.Optional(
  t.Object(
    {
      name: t.String({
        pattern: "^[a-z0-9-]{1,40}$",
        errorMessage: "1 to 40 lower-case letters, digits and hyphens",
        default: "default",
        description: "Name of the sequence in your account",
      }),
      // One expression, because the API description shows it to clients.
      pattern: t.String({
        pattern:
          "^[!-z|~ ]{0,30}([{](year|month)[}][!-z|~ ]{0,10}){0,2}[{]number(:[1-9])?[}][!-z|~ ]{0,10}$",
        errorMessage: "a text with {number}, such as RE-{year}-{number:4}",
        default: "{number}",
        description:
          "Text with `{number}` or, with leading zeros, `{number:4}`, and optionally `{year}` and `{month}` before it, such as `RE-{year}-{number:4}`. The numbers start again in each new year or month",
      }),
      start: t.Integer({
        minimum: 0,
        maximum: 999_999_999,
        default: 1,
        description: "First number of a new sequence",
      }),
    },
    {
      description:
        "Issues the next number of a sequence instead of a given one. Numbers have no gaps and no duplicates: a request that fails uses none, and a retry with the same `Idempotency-Key` gets the same one. Requests for totals alone only preview the number",
    },
  ),
);

export type NumberSequence = NonNullable<Static<typeof numberSequenceField>>;

/** Creates a field for a text of at least one character. */
export function requiredText(maxLength: number, description: string) {
  return t.String({ minLength: 1, maxLength, description });
}

/** Creates an optional text field with a maximum length. */
export function textField(maxLength: number, description: string) {
  return t.Optional(requiredText(maxLength, description));
}

/** Creates an optional text field with a pattern, and the words for it in messages. */
export function patternField(
  allowed: { pattern: string; errorMessage: string },
  description: string,
) {
  return t.Optional(t.String({ ...allowed, description }));
}

/** Creates a field for an amount that isn't negative. */
export function amountField(description: string, options: { default?: number } = {}) {
  return t.Number({ minimum: 0, maximum: amountMax, ...options, description });
}

function rateField(description: string) {
  return t.Optional(t.Number({ minimum: 0, maximum: 100, description }));
}

/** Fields of a postal address. */
export const addressFields = {
  address: t.String({
    maxLength: 500,
    description: "Street and the rest of the postal address, one line each",
  }),
  postal_code: textField(20, "Postal code"),
  city: textField(100, "Town or city"),
  region: textField(100, "State or province"),
  country: patternField(
    { pattern: "^[A-Za-z]{2}$", errorMessage: "a country code of two letters, such as DE" },
    "Two-letter country code (ISO 3166-1); printed as the country's name in the document's language",
  ),
};

/** Creates a field for the scheme of an identifier. */
export function schemeField(description: string) {
  return patternField(
    {
      pattern: "^([0-9]{4}|[A-Z]{2})$",
      errorMessage: "a code of four digits or two capital letters, such as 0088 or EM",
    },
    description,
  );
}

function partyField(description: string) {
  return t.Object(
    {
      name: requiredText(200, "Name of the company or person"),
      ...addressFields,
      email: textField(
        254,
        "Email address; also the electronic address of an electronic invoice without `endpoint_id`",
      ),
      phone: textField(50, "Telephone number"),
      website: textField(200, "Website URL, printed unchanged"),
      contact_name: textField(100, "Contact person"),
      tax_id: textField(50, "VAT number or other tax number"),
      registration_id: textField(50, "Company registration number"),
      registration_scheme: schemeField("Scheme of `registration_id`, such as 0184 for Denmark"),
      endpoint_id: textField(
        100,
        "Electronic address of an electronic invoice, such as a Peppol participant; `email` by default",
      ),
      endpoint_scheme: schemeField(
        "Scheme of `endpoint_id` (EAS), such as 0204 for a Leitweg-ID or 9930 for a German VAT number",
      ),
    },
    { description },
  );
}

const fromField = partyField("The issuer of the document");

export type Party = Static<typeof fromField>;

/** Fields of the document head: parties, dates and references. */
export const headFields = {
  from: fromField,
  to: partyField("The recipient of the document"),
  ...group("Dates and references", {
    date: dayField("Date of issue, today by default"),
    due_date: dayField("Date by which payment is due, not before the date of issue"),
    delivery_date: dayField("Date of delivery"),
    payment_terms: textField(500, "Payment terms as text"),
    purchase_order: textField(50, "The buyer's order number"),
  }),
  notes: textField(notesMax, "Free text printed below the totals"),
  ...group("Dates and references", {
    custom_fields: t.Optional(
      t.Array(
        t.Object({
          label: requiredText(60, "Label of the field"),
          value: requiredText(300, "Value of the field"),
        }),
        { maxItems: customFieldsMax, description: "Further fields, printed next to the date" },
      ),
    ),
  }),
};

/** `amount` and `flat` are aliases of `fixed`. */
const discountTypes = ["percentage", "fixed", "amount", "flat"] as const;

const discountMeaning =
  "Type of `discount`: a percentage, the default, or an amount; `amount` and `flat` are aliases of `fixed`";

/** Creates a field for several taxes on the same amount. */
function taxesField(description: string) {
  return t.Optional(
    t.Array(
      t.Object({
        name: requiredText(40, "Name of the tax: `GST`"),
        rate: t.Number({ minimum: 0, maximum: 100, description: "Rate in percent" }),
        compound: t.Boolean({
          default: false,
          description: "Whether the tax is also charged on the taxes before it in the list",
        }),
      }),
      { minItems: 1, maxItems: 5, description },
    ),
  );
}

const lineTaxesField = taxesField(
  "Several taxes on this line, such as GST and QST, instead of `tax_rate`; not in electronic invoices",
);

export type LineTaxes = NonNullable<Static<typeof lineTaxesField>>;

/** Creates a field for amounts that are added to or subtracted from a line. */
function adjustmentsField(description: string) {
  return t.Optional(
    t.Array(
      t.Object({
        amount: amountField("Amount"),
        reason: requiredText(100, "Reason, as printed"),
        reason_code: patternField(
          {
            pattern: "^[A-Z0-9]{1,3}$",
            errorMessage: "a code of 1 to 3 capital letters or digits, such as 95 or FC",
          },
          "Code of the reason in electronic invoices: UNTDID 5189 for allowances, 7161 for charges",
        ),
      }),
      { minItems: 1, maxItems: 10, description },
    ),
  );
}

/** Fields of a line. */
export const itemFields = {
  description: requiredText(
    descriptionMax,
    "Description of the item; lines after the first are printed smaller",
  ),
  quantity: t.Number({
    minimum: -1e9,
    maximum: 1e9,
    description: "Quantity; negative for returns, never 0",
  }),
  unit_price: t.Number({
    minimum: -amountMax,
    maximum: amountMax,
    description: "Unit price; it may have more decimals than the currency",
  }),
  price_quantity: t.Optional(
    t.Number({
      minimum: 0.000001,
      maximum: 1e6,
      description: "Quantity that `unit_price` is for, such as 100; 1 by default",
    }),
  ),
  unit: textField(
    20,
    "Unit of the quantity, printed after it: `h`, `kg`, `day`. Electronic invoices use UN/ECE Recommendation 20 codes: common words in all languages of `locale` and the codes themselves, such as `HUR`, are recognized; other words violate rule BR-CL-23",
  ),
  sku: textField(50, "The seller's article number"),
  tax_rate: rateField("Tax rate of this line in percent, if it differs from the document's"),
  taxes: lineTaxesField,
  tax_category: t.Optional(
    oneOf(taxCategories, {
      description:
        "VAT category of EN 16931: S standard, Z zero rate, E exempt, AE reverse charge, K within the EU, G export, O not subject to VAT, L Canary Islands (IGIC), M Ceuta and Melilla (IPSI). Default: S with a rate above 0, otherwise Z",
    }),
  ),
  discount: t.Optional(amountField("Discount on this line")),
  discount_type: t.Optional(oneOf(discountTypes, { description: discountMeaning })),
  allowances: adjustmentsField("Further amounts subtracted from this line"),
  charges: adjustmentsField("Amounts added to this line, such as packaging or a deposit"),
};

/** The items of an invoice or receipt. */
export const itemsField = buildItemsSchema(t.Object(itemFields));

/** The items of a quote. */
export const quoteItemsField = buildItemsSchema(
  t.Object({
    ...itemFields,
    optional: t.Optional(
      t.Boolean({
        description: "Whether the item is shown with its price but excluded from the total",
      }),
    ),
  }),
);

/** Creates a field for the lines. */
export function buildItemsSchema<Fields extends ReturnType<typeof t.Object>>(item: Fields) {
  return t.Array(item, { minItems: 1, maxItems: itemsMax, description: "The lines" });
}

/** Fields that determine the totals. */
export const sumFields = {
  currency: t.String({
    pattern: "^[A-Za-z]{3}$",
    errorMessage: "a currency code of three letters, such as EUR",
    default: "USD",
    description:
      "Currency code (ISO 4217); amounts have the currency's decimals: none for JPY, three for KWD",
  }),
  ...group("Tax", {
    tax_rate: rateField("Tax rate in percent of lines without their own rate"),
    taxes: taxesField(
      "Several taxes on lines without their own `taxes`, `tax_rate` or `tax_category`, instead of `tax_rate`; not in electronic invoices",
    ),
    withholding: t.Optional(
      t.Array(
        t.Object({
          name: requiredText(40, "Name of the tax: `IRPF`"),
          rate: t.Number({ minimum: 0, maximum: 100, description: "Rate in percent" }),
          on: oneOf(["net", "tax"], {
            default: "net",
            description: "Amount it is calculated on: the taxable amount, or the total tax",
          }),
          share: t.Number({
            minimum: 0,
            maximum: 100,
            default: 100,
            description: "Share of that amount in percent, such as 50 for Italian agents",
          }),
        }),
        {
          minItems: 1,
          maxItems: 5,
          description:
            "Taxes that the buyer withholds and pays to the authorities: they reduce the amount due; not in electronic invoices",
        },
      ),
    ),
    tax_label: textField(30, "Name of the tax; `Tax` in the document's language by default"),
    tax_exemption_reason: textField(
      200,
      "Reason for the tax exemption, for the categories E, AE, K, G and O",
    ),
    prices_include_tax: t.Boolean({
      default: false,
      description: "Whether prices, discounts and shipping include tax",
    }),
  }),
  ...group("Discount and delivery", {
    discount: amountField(
      "Discount on the sum of the lines before tax, split over the tax rates in proportion",
      { default: 0 },
    ),
    discount_type: oneOf(discountTypes, { default: "percentage", description: discountMeaning }),
    shipping: amountField("Shipping cost, before tax like the lines", { default: 0 }),
    shipping_tax_rate: rateField(
      "Tax rate on shipping in percent. By default shipping is taxed like the goods: at `tax_rate` if any line has that rate, otherwise at the rates of all lines, in proportion to their amounts",
    ),
  }),
  ...group("Rounding", {
    rounding: oneOf(["half_up", "half_even"], {
      default: "half_up",
      description: "Rounding of half cents: away from zero, or to the even cent",
    }),
    cash_rounding: t.Number({
      minimum: 0,
      maximum: 1000,
      default: 0,
      description: "Increment to which the total is rounded, such as 0.05; 0 for no rounding",
    }),
  }),
};

export const amountPaidField = amountField("Amount already paid", { default: 0 });

/** Payment details. */
export const paymentField = t.Optional(
  t.Object(
    {
      iban: textField(42, "IBAN of the account; its check digits are verified"),
      bic: textField(11, "BIC of the bank: 8 or 11 characters"),
      account_number: patternField(
        {
          pattern: "^[A-Za-z0-9 -]{1,34}$",
          errorMessage: "1 to 34 letters, digits, spaces and hyphens",
        },
        "Account number in countries without IBAN",
      ),
      bank_name: textField(70, "Name of the bank"),
      sort_code: patternField(
        {
          pattern: "^[0-9]{2}[- ]?[0-9]{2}[- ]?[0-9]{2}$",
          errorMessage: "six digits, such as 12-34-56",
        },
        "Sort code (United Kingdom)",
      ),
      routing_number: patternField(
        { pattern: "^[0-9]{9}$", errorMessage: "nine digits" },
        "ABA routing number (United States); its check digit is verified",
      ),
      bsb: patternField(
        { pattern: "^[0-9]{3}[- ]?[0-9]{3}$", errorMessage: "six digits, such as 123-456" },
        "BSB number (Australia)",
      ),
      ifsc: patternField(
        {
          pattern: "^[A-Z]{4}0[A-Z0-9]{6}$",
          errorMessage: "four capital letters, a 0, and six capital letters or digits",
        },
        "IFSC code (India)",
      ),
      transit_number: patternField(
        { pattern: "^[0-9]{5}-[0-9]{3}$", errorMessage: "digits such as 12345-678" },
        "Transit and institution number (Canada)",
      ),
      link: textField(500, "URL of a page to pay online, printed unchanged"),
      beneficiary: textField(70, "Holder of the account; `from.name` by default"),
      reference: textField(140, "Payment reference; the document's number by default"),
      instructions: textField(1000, "Payment instructions as text"),
      qr: oneOf(["none", "epc", "link", "swiss"], {
        default: "none",
        description:
          "`epc` prints a QR code for a SEPA transfer of the amount due (EPC069-12, GiroCode); it requires EUR and an IBAN. `link` prints one for `link`. `swiss` prints the receipt and payment part of a Swiss QR-bill; it requires CHF or EUR, a Swiss IBAN, A4, and `postal_code`, `city` and `country` of `from`",
      }),
    },
    { description: "Payment details" },
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

/** A data URI has a media type before the base64. */
const logoTextMax = Math.ceil(logoBytesMax / 3) * 4 + 64;

/** Fields that determine the appearance. */
export const lookFields = {
  ...group("Look", {
    locale: oneOf(locales, {
      default: "en",
      description:
        "Language of words, numbers and dates. Arabic and Hebrew documents are laid out from right to left",
    }),
    labels: t.Optional(
      t.Object(labelFields, { description: "Custom labels that replace those of the language" }),
    ),
    template: oneOf(["classic", "modern", "minimal", "compact"], {
      default: "classic",
      description: "Layout template",
    }),
    accent_color: patternField(
      {
        pattern: "^#?[0-9A-Fa-f]{6}$",
        errorMessage: "a colour of 6 hexadecimal digits, such as 0a7c5a",
      },
      "Colour of lines and headings: 6 hexadecimal digits",
    ),
    paper: oneOf(["a4", "letter"], { default: "a4", description: "Page size" }),
    logo_url: textField(
      logoTextMax,
      "URL of a PNG, JPEG, WebP or SVG image on the public internet, or a data URI",
    ),
    logo_base64: textField(logoTextMax, "The logo as base64 or a data URI, instead of `logo_url`"),
    logo_optional: t.Boolean({
      default: false,
      description:
        "Whether to continue without a logo that cannot be loaded; `X-Warning` then has the reason",
    }),
    attach_json: t.Boolean({
      default: false,
      description: "Whether to attach this request and its totals to the PDF as `invoice.json`",
    }),
  }),
};
