import type { TaxCategory } from "../schema/fields.ts";
import { Decimal, type Precision, roundAmount, zero } from "./decimal.ts";

/** Lines with the same tax, at the document's prices. */
export interface Group {
  category: TaxCategory;
  rate: number;
  /** Sum of the lines. */
  amount: Decimal;
  /** Share of the document-level discount. */
  discount: Decimal;
  charge: Decimal;
}

/** A group with its tax. */
export interface TaxGroup extends Group {
  base: Decimal;
  tax: Decimal;
}

interface Taxable {
  category: TaxCategory;
  rate: number;
  amount: Decimal;
}

/** Groups lines with the same tax, in order of first appearance. */
export function buildTaxGroups(lines: readonly Taxable[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { category, rate, amount } of lines) {
    const key = `${category} ${rate}`;
    const group = groups.get(key) ?? { category, rate, amount: zero, discount: zero, charge: zero };
    groups.set(key, { ...group, amount: group.amount.plus(amount) });
  }
  return [...groups.values()];
}

/** Computes a group's tax, rounded once. If prices include it, the base is the remainder. */
export function addTax(group: Group, isIncluded: boolean, precision: Precision): TaxGroup {
  const amount = group.amount.minus(group.discount).plus(group.charge);
  const tax = roundAmount(
    amount.times(group.rate).div(getTaxDivisor(group.rate, isIncluded)),
    precision,
  );
  return { ...group, base: isIncluded ? amount.minus(tax) : amount, tax };
}

/** Returns the divisor of amount times rate that gives the tax on the amount, or the tax included in it. */
export function getTaxDivisor(rate: number, isIncluded: boolean): Decimal {
  return isIncluded ? new Decimal(rate).plus(100) : new Decimal(100);
}
