import type { TaxCategory } from "../schema/fields.ts";
import { Decimal, type Precision, roundAmount, spread, sum, zero } from "./decimal.ts";
import type { NamedTax } from "./line.ts";

/** Lines with the same tax, at the document's prices. */
export interface LineGroup {
  category: TaxCategory;
  rate: number;
  /** Several taxes by name, or none. */
  taxes: readonly NamedTax[];
  /** Sum of the lines. */
  amount: Decimal;
  /** Share of the document-level discount. */
  discount: Decimal;
  charge: Decimal;
}

/** A group with its tax. */
export interface TaxGroup extends LineGroup {
  base: Decimal;
  tax: Decimal;
  /** The amounts of the named taxes, which add up to the tax. */
  parts: readonly { tax: NamedTax; amount: Decimal }[];
}

type Taxable = Pick<LineGroup, "category" | "rate" | "taxes" | "amount">;

/** Returns a text that is the same for lines with the same taxes. */
export function buildTaxKey({ category, rate, taxes }: Omit<Taxable, "amount">): string {
  return JSON.stringify([
    category,
    rate,
    ...taxes.map((tax) => [tax.name, tax.rate, tax.effective]),
  ]);
}

/** Groups lines with the same tax, in order of first appearance. */
export function buildTaxGroups(lines: readonly Taxable[]): LineGroup[] {
  const groups = new Map<string, LineGroup>();
  for (const line of lines) {
    const key = buildTaxKey(line);
    const { category, rate, taxes } = line;
    const empty = { category, rate, taxes, amount: zero, discount: zero, charge: zero };
    const group = groups.get(key) ?? empty;
    groups.set(key, { ...group, amount: group.amount.plus(line.amount) });
  }
  return [...groups.values()];
}

/** Computes a group's tax, rounded once. If prices include it, the base is the remainder. */
export function addTax(group: LineGroup, isIncluded: boolean, precision: Precision): TaxGroup {
  const amount = group.amount.minus(group.discount).plus(group.charge);
  const total = roundAmount(
    amount.times(group.rate).div(getTaxDivisor(group.rate, isIncluded)),
    precision,
  );
  const parts = isIncluded
    ? spread(total, group.taxes, {
        weigh: ({ effective }) => effective,
        digits: precision.digits,
      }).map(({ item, part }) => ({ tax: item, amount: part }))
    : group.taxes.map((tax) => ({
        tax,
        amount: roundAmount(amount.times(tax.effective).div(100), precision),
      }));
  // Each of several taxes is owed to its own authority, so each is rounded.
  const tax = parts.length > 0 ? sum(parts.map(({ amount }) => amount)) : total;
  return { ...group, base: isIncluded ? amount.minus(tax) : amount, tax, parts };
}

/** Returns the divisor of amount times rate that gives the tax on the amount, or the tax included in it. */
export function getTaxDivisor(rate: number, isIncluded: boolean): Decimal {
  return isIncluded ? new Decimal(rate).plus(100) : new Decimal(100);
}
