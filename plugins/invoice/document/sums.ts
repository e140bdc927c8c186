import { fillGaps } from "../locales/labels.ts";
import type { Decimal } from "../money/decimal.ts";
import type { TaxGroup } from "../money/tax.ts";
import type { SumLine } from "./content.ts";
import type { Document } from "./document.ts";

/** The sums as they are printed, from the lines' down to what is to be paid. */
export function sumLines(document: Document): SumLine[] {
  const { kind, body, totals, labels, formats } = document;
  const { discount, shipping, roundingAmount, paid, balance, total } = totals;
  const plain = (label: string, value: Decimal): SumLine => ({
    label,
    value: formats.money(value),
    kind: "plain",
  });
  const above: SumLine[] = [];
  if (!discount.isZero())
    above.push(plain(`${labels.discount}${percentage(document)}`, discount.neg()));
  if (!shipping.isZero()) above.push(plain(labels.shipping, shipping));
  const taxes = taxLines(document);
  if (!body.prices_include_tax) above.push(...taxes);
  if (above.length > 0) above.unshift(plain(labels.subtotal, totals.subtotal));
  const included = body.prices_include_tax ? taxes : [];
  const whole = { label: labels.total, value: formats.money(total) };
  const settled: SumLine[] = [];
  if (!roundingAmount.isZero()) settled.push(plain(labels.rounding, roundingAmount));
  const due = { label: labels.balance_due, value: formats.money(balance) };
  if (kind === "receipt") {
    settled.push(plain(labels.amount_paid, paid));
    if (balance.gt(0)) settled.push({ ...due, kind: "total" });
    return [...above, { ...whole, kind: "due" }, ...included, ...settled];
  }
  if (!paid.isZero()) settled.push(plain(labels.amount_paid, paid.neg()));
  if (settled.length === 0) return [...above, { ...whole, kind: "due" }, ...included];
  return [...above, { ...whole, kind: "total" }, ...included, ...settled, { ...due, kind: "due" }];
}

function percentage({ body, formats }: Document): string {
  return body.discount_type === "percentage" ? ` ${formats.rate(body.discount)}` : "";
}

/** A line for each rate: with what it is of where there are several. */
function taxLines(document: Document): SumLine[] {
  const { totals, body } = document;
  const isTaxed = body.tax_rate !== undefined || totals.groups.some(({ rate }) => rate > 0);
  const told = totals.groups.filter(({ category }) => isTaxed || category !== "Z");
  return told.map((group) => taxLine(group, { document, several: told.length > 1 }));
}

function taxLine(
  { category, rate, base, tax }: TaxGroup,
  { document, several }: { document: Document; several: boolean },
): SumLine {
  const { body, labels, formats } = document;
  const value = formats.money(tax);
  if (category === "AE") return { label: labels.reverse_charge, value, kind: "plain" };
  if (category !== "S" && category !== "Z")
    return { label: body.tax_exemption_reason ?? labels.exempt, value, kind: "plain" };
  const words = {
    tax: body.tax_label ?? labels.tax,
    rate: formats.rate(rate),
    base: formats.money(base),
  };
  if (body.prices_include_tax)
    return { label: fillGaps(labels.tax_included, words), value, kind: "note" };
  const label = several ? fillGaps(labels.tax_on, words) : `${words.tax} ${words.rate}`;
  return { label, value, kind: "plain" };
}
