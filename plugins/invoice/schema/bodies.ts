import { oneOf, type Static, t } from "hub";
import invoice from "../plugin.ts";
import {
  amountPaidField,
  dayField,
  headFields,
  itemsField,
  lookFields,
  numberField,
  paymentField,
  quoteItemsField,
  statusStampField,
  sumFields,
  textField,
} from "./fields.ts";
import { answerFields } from "./response.ts";

const { amountMax, notesMax } = invoice.limits;

const commonBody = t.Object({ ...headFields, items: quoteItemsField, ...sumFields, ...lookFields });

/** Fields that all bodies have. */
export type CommonBody = Static<typeof commonBody>;

/** Fields of an invoice. */
const invoiceFields = {
  invoice_number: numberField("Number of the invoice"),
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
  ...receiptHead,
  items: itemsField,
  ...sumFields,
  paid_at: dayField("Date of payment, the date of issue by default"),
  payment_method: t.Optional(
    oneOf(["cash", "card", "bank_transfer", "check", "paypal", "crypto", "other"], {
      description: "Payment method",
    }),
  ),
  card_last4: t.Optional(
    t.String({ pattern: "^[0-9]{4}$", description: "Last four digits of the card" }),
  ),
  transaction_id: textField(100, "Transaction number of the payment"),
  amount_paid: t.Optional(
    t.Number({
      minimum: 0,
      maximum: amountMax,
      description: "Amount paid; the full amount by default",
    }),
  ),
  amount_tendered: t.Optional(
    t.Number({
      minimum: 0,
      maximum: amountMax,
      description: "Cash received. The part above the amount due is returned as change",
    }),
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

/** Body of an electronic invoice. */
export const einvoiceBody = t.Object({
  invoice: t.Object(invoiceFields, { description: "The invoice, as for `/generate`" }),
  format: oneOf(["facturx", "zugferd", "cii", "ubl", "xrechnung-ubl", "xrechnung-cii"], {
    default: "facturx",
    description:
      "A PDF/A-3 with the XML embedded (Factur-X and ZUGFeRD are two names of one format), or the XML alone, in UN/CEFACT or OASIS syntax",
  }),
  profile: oneOf(["basic", "en16931", "extended", "xrechnung"], {
    default: "en16931",
    description:
      "Profile that defines the rules; the XRechnung formats have their own, and UBL does not support basic and extended",
  }),
  type: t.Union([oneOf(["380", "381"]), t.Literal(380), t.Literal(381)], {
    default: "380",
    description: "380 invoice, 381 credit note; as a string or a number",
  }),
  buyer_reference: textField(100, "The buyer's own reference; the Leitweg-ID with XRechnung"),
  preceding_invoice: t.Optional(
    t.Object(
      {
        number: t.String({
          minLength: 1,
          maxLength: 64,
          description: "Number of the preceding invoice",
        }),
        date: dayField("Date of issue of the preceding invoice"),
      },
      { description: "The invoice that a credit note corrects" },
    ),
  ),
  ...answerFields,
});

export type InvoiceBody = Static<typeof invoiceBody>;
export type ReceiptBody = Static<typeof receiptBody>;
export type QuoteBody = Static<typeof quoteBody>;
export type EinvoiceBody = Static<typeof einvoiceBody>;
