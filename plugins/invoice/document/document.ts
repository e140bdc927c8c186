import { asTable } from "hub";
import { type Labels, loadLabels } from "../locales/labels.ts";
import { type Currency, parseCurrency } from "../money/currency.ts";
import { Decimal, sum } from "../money/decimal.ts";
import { computeTotals, type Totals } from "../money/totals.ts";
import invoice from "../plugin.ts";
import { refuse } from "../refuse.ts";
import type { CommonBody } from "../schema/bodies.ts";
import type { NumberSequence } from "../schema/fields.ts";
import type { InvoiceAnswerOptions } from "./answer-options.ts";
import { checkDay, toIsoDay } from "./day.ts";
import { type Formats, getFormats } from "./formats.ts";
import { issueNumber } from "./number-sequence.ts";

const { amountMax } = invoice.limits;

export type DocumentKind =
  | "invoice"
  | "credit_note"
  | "corrected_invoice"
  | "self_billed_invoice"
  | "partial_invoice"
  | "receipt"
  | "quote";

const invoiceKinds: Readonly<Record<string, DocumentKind>> = asTable({
  381: "credit_note",
  384: "corrected_invoice",
  389: "self_billed_invoice",
  326: "partial_invoice",
});

/** Returns the kind of an invoice with a code of UNTDID 1001. */
export function getInvoiceKind(code: string): DocumentKind {
  return invoiceKinds[code] ?? "invoice";
}

/** A parsed request with its totals, labels and formats. */
export interface Document<Body extends CommonBody = CommonBody> {
  kind: DocumentKind;
  number: string;
  body: Body;
  /** The date of issue. */
  date: string;
  currency: Currency;
  totals: Totals<CommonBody["items"][number]>;
  labels: Labels;
  formats: Formats;
}

interface DocumentOptions {
  kind: DocumentKind;
  number: string;
  /** Milliseconds since 1970. */
  now: number;
  amountPaid: number;
}

/** Parses a request with cleaned texts and computes its totals. */
export async function buildDocument<Body extends CommonBody>(
  body: Body,
  { kind, number, now, amountPaid }: DocumentOptions,
): Promise<Document<Body>> {
  const currency = parseCurrency(body.currency);
  const date = checkDay(body.date, "body.date") ?? toIsoDay(now);
  checkDay(body.delivery_date, "body.delivery_date");
  const precision = { digits: currency.digits, rounding: body.rounding };
  const totals = computeTotals({ ...body, amount_paid: amountPaid }, precision);
  checkAmounts(body, totals);
  return {
    kind,
    number,
    body,
    date,
    currency,
    totals,
    labels: loadLabels(body.locale, body.labels),
    formats: getFormats(body.locale, currency),
  };
}

/** Rejects input that the schema cannot: blank names, zero quantities, and sums beyond exact numbers. */
function checkAmounts(body: CommonBody, { lines, total }: Totals): void {
  for (const side of ["from", "to"] as const)
    if (body[side].name === "") refuse(`body.${side}.name`, "must contain printable characters");
  for (const [index, { quantity, description }] of body.items.entries()) {
    const at = `body.items.${index}`;
    if (quantity === 0) refuse(`${at}.quantity`, "must not be 0");
    if (description === "") refuse(`${at}.description`, "must contain printable characters");
  }
  // A double has 15 digits: with three decimals, sums up to this limit are exact.
  const size = Decimal.max(total.abs(), sum(lines.map(({ gross }) => gross.abs())));
  if (size.gt(amountMax))
    throw invoice.error(
      "amount_too_large",
      `The sum of all lines must be at most ${amountMax}: it is ${size}`,
      { at: "body.items" },
    );
}

type NumberName = "receipt_number" | "quote_number" | "invoice_number";

interface NumberedBody extends Partial<Record<NumberName, string>> {
  number_sequence?: NumberSequence;
  date?: string;
}

/**
 * Makes a document with its number: its own, the next one of its sequence, or that of its invoice. Throws
 * `invalid_input` unless the body has exactly one.
 */
export async function withNumber<Body extends NumberedBody, Result>(
  name: NumberName,
  { body, options }: { body: Body; options: InvoiceAnswerOptions },
  make: (number: string) => Promise<Result>,
): Promise<Result> {
  const { number_sequence: sequence } = body;
  const number = body[name] ?? (sequence ? undefined : body.invoice_number);
  const names = [...new Set([name, "invoice_number", "number_sequence"])];
  const at = `body.${name}`;
  if (number === undefined && !sequence)
    throw invoice.error(
      "invalid_input",
      `body must have one of ${names.slice(0, -1).join(", ")} and number_sequence: it has none`,
      { at },
    );
  if (number !== undefined && sequence)
    throw invoice.error(
      "invalid_input",
      `body must have one of ${name} and number_sequence: it has both`,
      { at },
    );
  if (!sequence) return make(number ?? "");
  const date = checkDay(body.date, "body.date") ?? toIsoDay(options.now);
  const isPreview = options.response === "json" && !options.pdf;
  return issueNumber(options.numbers, { sequence, date, request: body, isPreview }, make);
}
