import type { Decimal } from "../money/decimal.ts";
import type { Document } from "./document.ts";

/** The sums of a document as they are answered in JSON. */
export function sumsOf({ body, currency, totals }: Document) {
  const n = (value: Decimal) => value.toNumber();
  return {
    currency: currency.code,
    lines: totals.lines.map((line, index) => ({
      description: body.items[index]!.description,
      quantity: n(line.quantity),
      unit_price: n(line.unitPrice),
      gross: n(line.gross),
      discount: n(line.discount),
      net: n(line.net),
      tax: n(line.tax),
      tax_rate: line.rate,
      tax_category: line.category,
      optional: line.optional,
    })),
    subtotal: n(totals.subtotal),
    discount_total: n(totals.discount),
    shipping: n(totals.shipping),
    taxable: n(totals.taxable),
    tax_breakdown: totals.groups.map(({ rate, category, base, tax }) => ({
      rate,
      category,
      base: n(base),
      tax: n(tax),
    })),
    tax_total: n(totals.tax),
    total: n(totals.total),
    rounding_amount: n(totals.roundingAmount),
    amount_paid: n(totals.paid),
    balance_due: n(totals.balance),
  };
}
