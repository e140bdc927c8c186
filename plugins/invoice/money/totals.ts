import type { CommonBody } from "../schema/bodies.ts";
import type { TaxCategory } from "../schema/fields.ts";
import { Decimal, type Precision, roundAmount, roundToStep, spread, sum } from "./decimal.ts";
import { discountOn, type LineInput, type PricedLine, priceLine } from "./line.ts";
import { addTax, type Group, groupsOf, type TaxGroup } from "./tax.ts";

/** What there is to add up. Rates and percentages are per cent. */
export interface Sums
  extends Pick<
    CommonBody,
    | "tax_rate"
    | "prices_include_tax"
    | "discount"
    | "discount_type"
    | "shipping"
    | "shipping_tax_rate"
    | "cash_rounding"
  > {
  items: readonly LineInput[];
  amount_paid: number;
}

/** All amounts of a document, exact and each with the currency's decimals at most. */
export interface Totals {
  lines: TotalLine[];
  subtotal: Decimal;
  discount: Decimal;
  shipping: Decimal;
  /** What the taxes are of: without tax, also where the prices have it in them. */
  taxable: Decimal;
  groups: TaxGroup[];
  tax: Decimal;
  total: Decimal;
  roundingAmount: Decimal;
  paid: Decimal;
  balance: Decimal;
}

/** A line, and the tax that falls on it before any discount of the whole. */
export interface TotalLine extends PricedLine {
  /** Without tax. */
  net: Decimal;
  tax: Decimal;
}

/**
 * Adds up in the order of EN 16931: a line is rounded before it is summed, a discount of the whole is
 * parted over the tax groups, and the tax of a group is rounded once. An optional line counts nothing.
 */
export function totalsOf(sums: Sums, precision: Precision): Totals {
  const priced = sums.items.map((item) => priceLine(item, sums, precision));
  const summed = priced.filter(({ optional }) => !optional);
  const subtotal = sum(summed.map(({ amount }) => amount));
  const discount = discountOf(subtotal, sums, precision);
  const shipping = roundAmount(new Decimal(sums.shipping), precision);
  const groups = taxGroups(summed, { discount, shipping, sums, precision });
  const tax = sum(groups.map((group) => group.tax));
  const taxable = sum(groups.map((group) => group.base));
  const total = taxable.plus(tax);
  const roundingAmount = roundToStep(
    total,
    new Decimal(sums.cash_rounding),
    precision.rounding,
  ).minus(total);
  const paid = roundAmount(new Decimal(sums.amount_paid), precision);
  return {
    lines: withTax(priced, { groups, sums, precision }),
    subtotal,
    discount,
    shipping,
    taxable,
    groups,
    tax,
    total,
    roundingAmount,
    paid,
    balance: total.plus(roundingAmount).minus(paid),
  };
}

function discountOf(subtotal: Decimal, { discount, discount_type }: Sums, precision: Precision) {
  return discountOn(subtotal, { discount, discount_type, at: "body", precision });
}

interface GroupOptions {
  discount: Decimal;
  shipping: Decimal;
  sums: Sums;
  precision: Precision;
}

function taxGroups(
  lines: readonly PricedLine[],
  { discount, shipping, sums, precision }: GroupOptions,
): TaxGroup[] {
  const groups = groupsOf(lines);
  const parts = spread(
    discount,
    groups.map(({ amount }) => amount),
    precision.digits,
  );
  const reduced = groups.map((group, index) => ({ ...group, discount: parts[index]! }));
  const all = shipping.isZero() ? reduced : withShipping(reduced, { shipping, sums, precision });
  return all.map((group) => addTax(group, sums.prices_include_tax, precision));
}

/**
 * Goods and their carriage are taxed alike, unless the carriage has a rate of its own: it goes with
 * what has the document's rate, and where nothing has, it is parted over all goods by their amounts.
 */
function withShipping(
  groups: readonly Group[],
  { shipping: amount, sums, precision }: Omit<GroupOptions, "discount">,
): Group[] {
  const { shipping_tax_rate, tax_rate } = sums;
  const isUsual = groups.some(({ rate }) => rate === tax_rate);
  const rate = shipping_tax_rate ?? (isUsual ? tax_rate : undefined);
  if (rate === undefined) {
    const sizes = groups.map(({ amount }) => amount.abs());
    // What is all for nothing is still carried.
    const weights = sum(sizes).isZero() ? groups.map(() => new Decimal(1)) : sizes;
    const charges = spread(amount, weights, precision.digits);
    return groups.map((group, index) => ({ ...group, charge: charges[index]! }));
  }
  const category: TaxCategory = rate > 0 ? "S" : "Z";
  const home = groups.find((group) => group.rate === rate && group.category === category);
  // Where nothing is taxed at its rate, the carriage goes with the only kind of supply there is.
  const alone = groups.length === 1 && rate === 0 && groups[0]!.rate === 0 ? groups[0] : undefined;
  const taker = home ?? alone;
  if (taker) return groups.map((group) => (group === taker ? { ...group, charge: amount } : group));
  const zero = new Decimal(0);
  return [...groups, { category, rate, amount: zero, discount: zero, charge: amount }];
}

/**
 * Parts each group's tax over its lines, so that they add up where nothing else has a share in it.
 * What is optional has the tax that it would have.
 */
function withTax(
  lines: readonly PricedLine[],
  { groups, sums, precision }: { groups: readonly TaxGroup[]; sums: Sums; precision: Precision },
): TotalLine[] {
  const exact = new Map(lines.map((line) => [line, exactTax(line, sums.prices_include_tax)]));
  const taxes = new Map(exact.entries().map(([line, tax]) => [line, roundAmount(tax, precision)]));
  for (const group of groups) {
    const own = lines.filter((line) => isOf(line, group));
    const weights = own.map((line) => exact.get(line)!);
    const parts = spread(roundAmount(sum(weights), precision), weights, precision.digits);
    for (const [index, line] of own.entries()) taxes.set(line, parts[index]!);
  }
  return lines.map((line) => {
    const tax = taxes.get(line)!;
    return { ...line, tax, net: sums.prices_include_tax ? line.amount.minus(tax) : line.amount };
  });
}

function isOf({ rate, category, optional }: PricedLine, group: TaxGroup): boolean {
  return !optional && rate === group.rate && category === group.category;
}

function exactTax({ amount, rate }: PricedLine, included: boolean): Decimal {
  const share = included ? new Decimal(rate).plus(100) : new Decimal(100);
  return amount.times(rate).div(share);
}
