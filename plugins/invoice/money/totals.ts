import type { CommonBody } from "../schema/bodies.ts";
import type { TaxCategory } from "../schema/fields.ts";
import { Decimal, type Precision, roundAmount, roundToStep, spread, sum, zero } from "./decimal.ts";
import { discountOn, type LineInput, type PricedLine, priceLine } from "./line.ts";
import { addTax, buildTaxGroups, type Group, getTaxDivisor, type TaxGroup } from "./tax.ts";

/** What there is to add up. Rates and percentages are per cent. */
export interface Sums<Item extends LineInput = LineInput>
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
  items: readonly Item[];
  amount_paid: number;
}

/** All amounts of a document, exact and each with the currency's decimals at most. */
export interface Totals<Item extends LineInput = LineInput> {
  lines: TotalLine<Item>[];
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
export interface TotalLine<Item extends LineInput = LineInput> extends PricedLine<Item> {
  /** Without tax. */
  net: Decimal;
  tax: Decimal;
}

/**
 * Adds up in the order of EN 16931: a line is rounded before it is summed, a discount of the whole is
 * split over the tax groups, and the tax of a group is rounded once. An optional line counts nothing.
 */
export function computeTotals<Item extends LineInput>(
  sums: Sums<Item>,
  precision: Precision,
): Totals<Item> {
  const { tax_rate, discount, discount_type } = sums;
  const priced = sums.items.map((item, index) =>
    priceLine(item, { at: `body.items.${index}`, tax_rate, precision }),
  );
  const summed = priced.filter(({ optional }) => !optional);
  const subtotal = sum(summed.map(({ amount }) => amount));
  const off = discountOn(subtotal, { discount, discount_type, at: "body", precision });
  const shipping = roundAmount(new Decimal(sums.shipping), precision);
  const groups = taxGroups(summed, { discount: off, shipping, sums, precision });
  const tax = sum(groups.map((group) => group.tax));
  const taxable = sum(groups.map((group) => group.base));
  const total = taxable.plus(tax);
  const toPay = roundToStep(total, new Decimal(sums.cash_rounding), precision.rounding);
  const paid = roundAmount(new Decimal(sums.amount_paid), precision);
  return {
    lines: withTax(priced, { groups, sums, precision }),
    subtotal,
    discount: off,
    shipping,
    taxable,
    groups,
    tax,
    total,
    roundingAmount: toPay.minus(total),
    paid,
    balance: toPay.minus(paid),
  };
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
  const { digits } = precision;
  const weigh = ({ amount }: Group) => amount;
  const reduced = spread(discount, buildTaxGroups(lines), { weigh, digits }).map(
    ({ item, part }) => ({
      ...item,
      discount: part,
    }),
  );
  const all = shipping.isZero() ? reduced : withShipping(reduced, { shipping, sums, digits });
  return all.map((group) => addTax(group, sums.prices_include_tax, precision));
}

/**
 * Goods and their carriage are taxed alike, unless the carriage has a rate of its own: it goes with
 * what has the document's rate, and where nothing has, it is split over all goods by their amounts.
 */
function withShipping(
  groups: readonly Group[],
  { shipping, sums, digits }: { shipping: Decimal; sums: Sums; digits: number },
): Group[] {
  const { shipping_tax_rate, tax_rate } = sums;
  const isUsual = groups.some(({ rate }) => rate === tax_rate);
  const rate = shipping_tax_rate ?? (isUsual ? tax_rate : undefined);
  if (rate === undefined) {
    // What is all for nothing is still carried.
    const isFree = groups.every(({ amount }) => amount.isZero());
    const weigh = ({ amount }: Group) => (isFree ? new Decimal(1) : amount.abs());
    const charges = spread(shipping, groups, { weigh, digits });
    return charges.map(({ item, part }) => ({ ...item, charge: part }));
  }
  const category: TaxCategory = rate > 0 ? "S" : "Z";
  const [first, ...others] = groups;
  // Where nothing is taxed at its rate, the carriage goes with the only kind of supply there is.
  const only = others.length === 0 && rate === 0 && first?.rate === 0 ? first : undefined;
  const taker = groups.find((group) => group.rate === rate && group.category === category) ?? only;
  if (!taker)
    return [...groups, { category, rate, amount: zero, discount: zero, charge: shipping }];
  return groups.map((group) => (group === taker ? { ...group, charge: shipping } : group));
}

/**
 * Splits each group's tax over its lines, so that they add up where nothing else has a share in it.
 * What is optional has the tax that it would have.
 */
function withTax<Item extends LineInput>(
  lines: readonly PricedLine<Item>[],
  {
    groups,
    sums: { prices_include_tax: isIncluded },
    precision,
  }: { groups: readonly TaxGroup[]; sums: Sums<Item>; precision: Precision },
): TotalLine<Item>[] {
  const weigh = (line: PricedLine) => exactTax(line, isIncluded);
  const shares = groups.flatMap((group) => {
    const own = lines.filter((line) => isInGroup(line, group));
    const whole = roundAmount(sum(own.map(weigh)), precision);
    return spread(whole, own, { weigh, digits: precision.digits });
  });
  const taxes = new Map(shares.map(({ item, part }) => [item, part]));
  return lines.map((line) => {
    const tax = taxes.get(line) ?? roundAmount(weigh(line), precision);
    return { ...line, tax, net: isIncluded ? line.amount.minus(tax) : line.amount };
  });
}

function isInGroup({ rate, category, optional }: PricedLine, group: TaxGroup): boolean {
  return !optional && rate === group.rate && category === group.category;
}

function exactTax({ amount, rate }: PricedLine, isIncluded: boolean): Decimal {
  return amount.times(rate).div(getTaxDivisor(rate, isIncluded));
}
