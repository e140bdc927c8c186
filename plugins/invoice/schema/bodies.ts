import { group, oneOf, type Static, t } from "hub";
import invoice from "../plugin.ts";
import {
  addressFields,
  amountField,
  amountPaidField,
  dayField,
  headFields,
  itemsField,
  lookFields,
  numberField,
  numberSequenceField,
  patternField,
  paymentField,
  quoteItemsField,
  requiredText,
  schemeField,
  statusStampField,
  sumFields,
  textField,
} from "./fields.ts";
import { answerFields } from "./response.ts";
import { documentTerms, einvoiceItemsField } from "./terms.ts";

const { documentsMax, notesMax } = invoice.limits;

/** Profiles of electronic invoices. */
export const profiles = ["basic", "en16931", "extended", "xrechnung", "peppol"] as const;

/** Media types of supporting documents: BR-CL-24. */
const documentTypes = [
  "application/pdf",
  "image/png",
  "image/jpeg",
  "text/csv",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.oasis.opendocument.spreadsheet",
] as const;

const commonBody = t.Object({ ...headFields, items: quoteItemsField, ...sumFields, ...lookFields });

/** Fields that all bodies have. */
export type CommonBody = Static<typeof commonBody>;

/** Fields of an invoice. */
const invoiceFields = {
  invoice_number: t.Optional(
    numberField("Number of the invoice; required unless there is a `number_sequence`"),
  ),
  number_sequence: numberSequenceField,
  ...headFields,
  items: itemsField,
  ...sumFields,
  amount_paid: amountPaidField,
  payment: paymentField,
  ...lookFields,
  status_stamp: statusStampField,
};

export const invoiceBody = t.Object({ ...invoiceFields, ...answerFields });

const { due_date: _due, ...receiptHead } = headFields;

/** Body of a receipt. */
export const receiptBody = t.Object({
  receipt_number: t.Optional(numberField("Number of the receipt; the invoice's number by default")),
  invoice_number: t.Optional(numberField("Number of the invoice that was paid")),
  number_sequence: numberSequenceField,
  ...receiptHead,
  items: itemsField,
  ...sumFields,
  paid_at: dayField("Date of payment, the date of issue by default"),
  payment_method: t.Optional(
    oneOf(["cash", "card", "bank_transfer", "check", "paypal", "crypto", "other"], {
      description: "Payment method",
    }),
  ),
  card_last4: patternField(
    { pattern: "^[0-9]{4}$", errorMessage: "four digits" },
    "Last four digits of the card",
  ),
  transaction_id: textField(100, "Transaction number of the payment"),
  amount_paid: t.Optional(amountField("Amount paid; the full amount by default")),
  amount_tendered: t.Optional(
    amountField("Cash received. The part above the amount due is returned as change"),
  ),
  format: t.Optional(
    oneOf(["a4", "letter", "thermal80", "thermal58"], {
      description: "Paper: a sheet, or a roll of 80 or 58 mm; `paper` by default",
    }),
  ),
  ...lookFields,
  ...answerFields,
});

const { delivery_date: _delivered, ...quoteHead } = receiptHead;

/** Body of a quote. */
export const quoteBody = t.Object({
  quote_number: t.Optional(numberField("Number of the quote")),
  invoice_number: t.Optional(
    numberField(
      "Used if there is no `quote_number`, so that the body of an invoice works unchanged",
    ),
  ),
  number_sequence: numberSequenceField,
  ...quoteHead,
  items: quoteItemsField,
  ...sumFields,
  valid_until: dayField("Last day on which the quote can be accepted"),
  valid_days: t.Optional(
    t.Integer({
      minimum: 1,
      maximum: 365,
      description: "Validity of the quote in days, instead of `valid_until`; 30 by default",
    }),
  ),
  terms: textField(notesMax, "Terms and conditions, printed after the notes"),
  acceptance: t.Boolean({
    default: true,
    description: "Whether to print lines for name, date and signature",
  }),
  ...lookFields,
  ...answerFields,
});

const precedingFields = {
  number: requiredText(64, "Number of the preceding invoice"),
  date: dayField("Date of issue of the preceding invoice"),
};

/** Body of an electronic invoice. */
export const einvoiceBody = t.Object({
  invoice: t.Object(
    { ...invoiceFields, items: einvoiceItemsField },
    { description: "The invoice, as for `/generate`" },
  ),
  format: t.Optional(
    oneOf(["facturx", "zugferd", "cii", "ubl", "xrechnung-ubl", "xrechnung-cii"], {
      description:
        "A PDF/A-3 with the XML embedded (Factur-X and ZUGFeRD are two names of one format), or the XML alone, in UN/CEFACT or OASIS syntax. Default: `ubl` for the profile peppol, otherwise `facturx`",
    }),
  ),
  profile: oneOf(profiles, {
    default: "en16931",
    description:
      "Profile that defines the rules. The XRechnung formats have their own, UBL does not support basic and extended, and peppol (Peppol BIS Billing 3.0) is UBL",
  }),
  type: t.Union(
    [
      oneOf(["380", "381", "384", "389", "326"]),
      ...[380, 381, 384, 389, 326].map((n) => t.Literal(n)),
    ],
    {
      default: "380",
      description:
        "380 invoice, 381 credit note, 384 corrected invoice, 389 self-billed invoice, 326 partial invoice; as a string or a number",
    },
  ),
  buyer_reference: textField(100, "The buyer's own reference; the Leitweg-ID with XRechnung"),
  ...group("Parties and period", {
    delivery: t.Optional(
      t.Object(
        {
          name: textField(200, "Name of the recipient of the goods"),
          location_id: textField(100, "Identifier of the place (BT-71)"),
          location_scheme: schemeField("Scheme of `location_id`, such as 0088 for a GLN"),
          ...addressFields,
        },
        {
          description:
            "Delivery address. Default for supplies within the EU (category K): the buyer's address",
        },
      ),
    ),
    payee: t.Optional(
      t.Object(
        {
          name: requiredText(200, "Name of the payee"),
          id: textField(100, "Identifier of the payee"),
          id_scheme: schemeField("Scheme of `id`, such as 0088 for a GLN"),
          registration_id: textField(50, "Registration number of the payee"),
          registration_scheme: schemeField("Scheme of `registration_id`"),
        },
        { description: "Recipient of the payment, if it is not the seller" },
      ),
    ),
    period: t.Optional(
      t.Object(
        { start: dayField("First day"), end: dayField("Last day, not before the first") },
        { description: "Invoicing period" },
      ),
    ),
  }),
  documents: t.Optional(
    t.Array(
      t.Object({
        id: requiredText(100, "Reference of the document"),
        description: textField(200, "Description of the document"),
        url: textField(2000, "URL of the document"),
        content_base64: t.Optional(
          t.String({ minLength: 1, description: "The document itself, in base64" }),
        ),
        filename: textField(100, "File name; required with `content_base64`"),
        media_type: t.Optional(
          oneOf(documentTypes, { description: "Media type; required with `content_base64`" }),
        ),
      }),
      {
        maxItems: documentsMax,
        description: "Supporting documents (BG-24): linked, or embedded in the XML",
      },
    ),
  ),
  preceding_invoice: t.Optional(
    t.Object(precedingFields, {
      description: "The invoice that a credit note or a corrected invoice corrects",
    }),
  ),
  preceding_invoices: t.Optional(
    t.Array(t.Object(precedingFields), {
      maxItems: 50,
      description: "Further preceding invoices, such as the partial ones of a final invoice (BG-3)",
    }),
  ),
  ...group("Further terms of EN 16931", documentTerms),
  ...answerFields,
});

export type InvoiceBody = Static<typeof invoiceBody>;
export type ReceiptBody = Static<typeof receiptBody>;
export type QuoteBody = Static<typeof quoteBody>;
export type EinvoiceBody = Static<typeof einvoiceBody>;
