import { oneOf, type Static, t } from "hub";
import invoice from "../plugin.ts";
import {
  amountPaidField,
  answerFields,
  dayField,
  headFields,
  lookFields,
  numberField,
  statusStampField,
  sumFields,
} from "./fields.ts";
import { type Item, itemsField, quoteItemsField } from "./item.ts";
import { paymentField } from "./payment.ts";

const { amountMax, notesMax } = invoice.limits;

/** An invoice. */
export const invoiceFields = {
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

const { due_date: _, ...receiptHead } = headFields;

/** A receipt. */
export const receiptBody = t.Object({
  receipt_number: t.Optional(numberField("Number of the receipt; that of the invoice by default")),
  invoice_number: t.Optional(numberField("Number of the invoice that was paid")),
  ...receiptHead,
  items: itemsField,
  ...sumFields,
  paid_at: dayField("Day of payment, that of issue by default"),
  payment_method: t.Optional(
    oneOf(["cash", "card", "bank_transfer", "check", "paypal", "crypto", "other"], {
      description: "How it was paid",
    }),
  ),
  card_last4: t.Optional(
    t.String({ pattern: "^[0-9]{4}$", description: "Last four digits of the card" }),
  ),
  transaction_id: t.Optional(
    t.String({ minLength: 1, maxLength: 100, description: "Number of the payment" }),
  ),
  amount_paid: t.Optional(
    t.Number({ minimum: 0, maximum: amountMax, description: "What was paid; all by default" }),
  ),
  amount_tendered: t.Optional(
    t.Number({
      minimum: 0,
      maximum: amountMax,
      description: "What was handed over; what is more than the sum is given back as change",
    }),
  ),
  format: t.Optional(
    oneOf(["a4", "letter", "thermal80", "thermal58"], {
      description: "The paper: a sheet, or a roll of 80 or 58 mm; that of `paper` by default",
    }),
  ),
  ...lookFields,
  ...answerFields,
});

const { due_date: __, delivery_date: ___, ...quoteHead } = headFields;

/** A quote. */
export const quoteBody = t.Object({
  quote_number: t.Optional(numberField("Number of the quote")),
  invoice_number: t.Optional(numberField("The same, for whoever sends the body of an invoice")),
  ...quoteHead,
  items: quoteItemsField,
  ...sumFields,
  valid_until: dayField("Last day on which it may be accepted"),
  valid_days: t.Optional(
    t.Integer({
      minimum: 1,
      maximum: 365,
      description: "How many days it may be accepted, in place of `valid_until`; 30 by default",
    }),
  ),
  terms: t.Optional(
    t.String({ minLength: 1, maxLength: notesMax, description: "Conditions, after the notes" }),
  ),
  acceptance: t.Boolean({
    default: true,
    description: "Whether there are lines for name, date and signature at the end",
  }),
  ...lookFields,
  ...answerFields,
});

export type InvoiceBody = Static<typeof invoiceBody>;
export type ReceiptBody = Static<typeof receiptBody>;
export type QuoteBody = Static<typeof quoteBody>;

/** What the bodies have in common. */
export type CommonBody = Omit<
  QuoteBody,
  | "quote_number"
  | "invoice_number"
  | "items"
  | "valid_until"
  | "valid_days"
  | "terms"
  | "acceptance"
  | "response"
  | "pdf"
> & { items: readonly Item[]; delivery_date?: string };
