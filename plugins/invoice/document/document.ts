import type { Labels } from "../locales/en.ts";
import { type Formats, getFormats } from "../locales/formats.ts";
import { loadLabels } from "../locales/labels.ts";
import { type Currency, parseCurrency } from "../money/currency.ts";
import { Decimal, sum } from "../money/decimal.ts";
import { computeTotals, type Totals } from "../money/totals.ts";
import invoice from "../plugin.ts";
import type { CommonBody } from "../schema/bodies.ts";
import { checkDay, toIsoDay } from "./day.ts";

const { amountMax } = invoice.limits;

export type Kind =
  | "invoice"
  | "credit_note"
  | "corrected_invoice"
  | "self_billed_invoice"
  | "partial_invoice"
  | "receipt"
  | "quote";

/** A parsed request with its totals, labels and formats. */
export interface Document<Body extends CommonBody = CommonBody> {
  kind: Kind;
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
  kind: Kind;
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
    labels: await loadLabels(body.locale, body.labels),
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

function refuse(at: string, problem: string): never {
  throw invoice.error("invalid_input", `${at} ${problem}`, { at });
}

/** Returns the document's own number, or that of its invoice. Throws `invalid_input` if both are missing. */
export function resolveNumber(
  name: "receipt_number" | "quote_number",
  body: { [Name in typeof name | "invoice_number"]?: string },
): string {
  const number = body[name] ?? body.invoice_number;
  if (number !== undefined) return number;
  throw invoice.error(
    "invalid_input",
    `body must have one of ${name} and invoice_number: it has neither`,
    { at: `body.${name}` },
  );
}
