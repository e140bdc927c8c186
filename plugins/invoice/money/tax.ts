import type { TaxCategory } from "../schema/fields.ts";
import { Decimal, type Precision, roundAmount, zero } from "./decimal.ts";

/** What is taxed alike, in the prices of the document. */
export interface Group {
  category: TaxCategory;
  rate: number;
  /** The sum of its lines. */
  amount: Decimal;
  /** Its share of the discount of the whole. */
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

/** Sums up what is taxed alike, in the order of the first of each kind. */
export function buildTaxGroups(lines: readonly Taxable[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { category, rate, amount } of lines) {
    const key = `${category} ${rate}`;
    const group = groups.get(key) ?? { category, rate, amount: zero, discount: zero, charge: zero };
    groups.set(key, { ...group, amount: group.amount.plus(amount) });
  }
  return [...groups.values()];
}

/** Adds a group's tax, rounded once; where the prices include it, the base is what is left. */
export function addTax(group: Group, isIncluded: boolean, precision: Precision): TaxGroup {
  const whole = group.amount.minus(group.discount).plus(group.charge);
  const tax = roundAmount(
    whole.times(group.rate).div(getTaxDivisor(group.rate, isIncluded)),
    precision,
  );
  return { ...group, base: isIncluded ? whole.minus(tax) : whole, tax };
}

/** What an amount times its rate is divided by for the tax on it, or the tax in it. */
export function getTaxDivisor(rate: number, isIncluded: boolean): Decimal {
  return isIncluded ? new Decimal(rate).plus(100) : new Decimal(100);
}
