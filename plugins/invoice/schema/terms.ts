import { oneOf, type Static, t } from "hub";
import {
  addressFields,
  buildItemsSchema,
  dayField,
  itemFields,
  patternField,
  requiredText,
  textField,
} from "./fields.ts";

/** Creates a field for an identifier with its scheme. */
function identifierField(description: string, scheme: string) {
  return t.Object(
    {
      id: requiredText(100, "Identifier"),
      scheme: textField(20, scheme),
    },
    { description },
  );
}

const countryField = patternField(
  { pattern: "^[A-Z]{2}$", errorMessage: "a country code of two capital letters, such as DE" },
  "Country code (ISO 3166-1)",
);

/** Terms of EN 16931 that a line may have in addition to what is printed. */
const lineTermsField = t.Optional(
  t.Object(
    {
      note: textField(1000, "Note on the line (BT-127)"),
      object: t.Optional(identifierField("Invoiced object (BT-128)", "Its scheme (UNTDID 1153)")),
      order_line: textField(50, "Line of the purchase order (BT-132)"),
      accounting_reference: textField(100, "The buyer's accounting reference (BT-133)"),
      period: t.Optional(
        t.Object(
          { start: dayField("First day (BT-134)"), end: dayField("Last day (BT-135)") },
          { description: "Period of the line (BG-26)" },
        ),
      ),
      buyer_sku: textField(50, "The buyer's article number (BT-156)"),
      standard_id: t.Optional(
        identifierField(
          "Standard identifier of the item (BT-157)",
          "Its scheme, such as 0160 for a GTIN",
        ),
      ),
      classifications: t.Optional(
        t.Array(
          identifierField("A class (BT-158)", "Its scheme (UNTDID 7143), such as STI for CPV"),
          {
            maxItems: 10,
            description: "Classifications of the item",
          },
        ),
      ),
      origin_country: countryField,
      attributes: t.Optional(
        t.Array(
          t.Object({
            name: requiredText(50, "Name (BT-160)"),
            value: requiredText(100, "Value (BT-161)"),
          }),
          { maxItems: 20, description: "Attributes of the item (BG-32)" },
        ),
      ),
    },
    { description: "Further terms of EN 16931; in the XML only, except for `attributes`" },
  ),
);

/** The items of an electronic invoice. */
export const einvoiceItemsField = buildItemsSchema(
  t.Object({ ...itemFields, terms: lineTermsField }),
);

export type LineTerms = NonNullable<Static<typeof lineTermsField>>;

const partyTerms = {
  trading_name: textField(200, "Trading name (BT-28, BT-45)"),
  identifiers: t.Optional(
    t.Array(identifierField("An identifier (BT-29, BT-46)", "Its scheme, such as 0088 for a GLN"), {
      minItems: 1,
      maxItems: 5,
      description: "Identifiers; a buyer has at most one",
    }),
  ),
};

/** Terms of EN 16931 that an electronic invoice may have in addition to its invoice. */
export const documentTerms = {
  references: t.Optional(
    t.Object(
      {
        project: textField(100, "Project (BT-11)"),
        contract: textField(100, "Contract (BT-12)"),
        sales_order: textField(100, "Sales order (BT-14)"),
        receiving_advice: textField(100, "Receiving advice (BT-15)"),
        despatch_advice: textField(100, "Despatch advice (BT-16)"),
        tender: textField(100, "Tender or lot (BT-17)"),
        object: t.Optional(identifierField("Invoiced object (BT-18)", "Its scheme (UNTDID 1153)")),
        accounting_reference: textField(100, "The buyer's accounting reference (BT-19)"),
      },
      { description: "Further references" },
    ),
  ),
  tax_point_date: dayField("Date when VAT becomes accountable (BT-7)"),
  tax_point_code: t.Optional(
    oneOf(["3", "35", "432"], {
      description:
        "Code of that date (BT-8), instead of `tax_point_date`: 3 date of issue, 35 delivery, 432 payment",
    }),
  ),
  tax_currency: patternField(
    {
      pattern: "^[A-Z]{3}$",
      errorMessage: "a currency code of three capital letters, such as EUR",
    },
    "Currency for VAT accounting (BT-6), if it is another one",
  ),
  tax_in_tax_currency: t.Optional(
    t.Number({ description: "Total VAT in `tax_currency` (BT-111)" }),
  ),
  notes: t.Optional(
    t.Array(
      t.Object({
        text: requiredText(1000, "Text (BT-22)"),
        subject: patternField(
          { pattern: "^[A-Z]{3}$", errorMessage: "a code of three capital letters, such as REG" },
          "Code of the subject (BT-21, UNTDID 4451), such as REG",
        ),
      }),
      { maxItems: 10, description: "Notes in addition to those of the invoice" },
    ),
  ),
  seller: t.Optional(
    t.Object(
      {
        ...partyTerms,
        legal_information: textField(1000, "Further legal information (BT-33)"),
      },
      { description: "Further terms of the seller" },
    ),
  ),
  buyer: t.Optional(t.Object(partyTerms, { description: "Further terms of the buyer" })),
  tax_representative: t.Optional(
    t.Object(
      {
        name: requiredText(200, "Name (BT-62)"),
        vat_id: requiredText(50, "VAT number (BT-63)"),
        ...addressFields,
      },
      { description: "The seller's tax representative (BG-11, BG-12)" },
    ),
  ),
  tax_exemption_code: patternField(
    { pattern: "^VATEX-[A-Z0-9-]{1,30}$", errorMessage: "a code such as VATEX-EU-AE" },
    "Code of the reason for the tax exemption (BT-121)",
  ),
  payment_means: t.Optional(
    t.Object(
      {
        code: patternField(
          {
            pattern: "^[A-Z0-9]{1,3}$",
            errorMessage: "a code of 1 to 3 digits or capital letters, such as 58",
          },
          "Code of the payment means (BT-81, UNTDID 4461). Default: 59 with a mandate, 48 with a card, 58 or 30 with an account, otherwise 1",
        ),
        card: t.Optional(
          t.Object(
            {
              number: t.String({
                pattern: "^[0-9*X ]{4,23}$",
                errorMessage: "4 to 23 digits, asterisks and spaces",
                description: "Number (BT-87), with at most its first six and last four digits",
              }),
              holder: textField(100, "Holder (BT-88)"),
            },
            { description: "Payment card that was used (BG-18)" },
          ),
        ),
        mandate: t.Optional(
          t.Object(
            {
              reference: requiredText(35, "Mandate (BT-89)"),
              creditor: textField(35, "Creditor identifier (BT-90)"),
              account: textField(34, "Debited account (BT-91)"),
            },
            { description: "Direct debit (BG-19)" },
          ),
        ),
      },
      { description: "Card or direct debit, instead of a transfer" },
    ),
  ),
};
