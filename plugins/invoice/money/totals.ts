import type { CommonBody } from "../schema/bodies.ts";
import type { TaxCategory } from "../schema/fields.ts";
import { Decimal, type Precision, roundAmount, roundToStep, spread, sum, zero } from "./decimal.ts";
import { discountOn, type LineInput, type PricedLine, priceLine } from "./line.ts";
import { addTax, buildTaxGroups, type Group, getTaxDivisor, type TaxGroup } from "./tax.ts";

/** Input of the computation. Rates and percentages are in percent. */
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

/** All amounts of a document. They are exact and have at most the currency's decimals. */
export interface Totals<Item extends LineInput = LineInput> {
  lines: TotalLine<Item>[];
  subtotal: Decimal;
  discount: Decimal;
  shipping: Decimal;
  /** Taxable amount without tax, even if prices include it. */
  taxable: Decimal;
  groups: TaxGroup[];
  tax: Decimal;
  total: Decimal;
  roundingAmount: Decimal;
  paid: Decimal;
  balance: Decimal;
}

/** A line with its tax before any document-level discount. */
export interface TotalLine<Item extends LineInput = LineInput> extends PricedLine<Item> {
  /** Amount without tax. */
  net: Decimal;
  tax: Decimal;
}

/**
 * Computes the totals in the order of EN 16931. Each line is rounded before it is summed, document-level discounts
 * are split over the tax groups, and each group's tax is rounded once. Optional lines don't count.
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
  const discountAmount = discountOn(subtotal, { discount, discount_type, at: "body", precision });
  const shipping = roundAmount(new Decimal(sums.shipping), precision);
  const groups = buildGroups(summed, { discount: discountAmount, shipping, sums, precision });
  const tax = sum(groups.map((group) => group.tax));
  const taxable = sum(groups.map((group) => group.base));
  const total = taxable.plus(tax);
  const roundedTotal = roundToStep(total, new Decimal(sums.cash_rounding), precision.rounding);
  const paid = roundAmount(new Decimal(sums.amount_paid), precision);
  return {
    lines: addLineTax(priced, { groups, sums, precision }),
    subtotal,
    discount: discountAmount,
    shipping,
    taxable,
    groups,
    tax,
    total,
    roundingAmount: roundedTotal.minus(total),
    paid,
    balance: roundedTotal.minus(paid),
  };
}

interface GroupOptions {
  discount: Decimal;
  shipping: Decimal;
  sums: Sums;
  precision: Precision;
}

function buildGroups(
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
  const all = shipping.isZero() ? reduced : addShipping(reduced, { shipping, sums, digits });
  return all.map((group) => addTax(group, sums.prices_include_tax, precision));
}

/**
 * Adds shipping, which is taxed like the goods unless it has its own rate. It joins the group with the document's
 * rate. If there is none, it is split over all goods by amount.
 */
function addShipping(
  groups: readonly Group[],
  { shipping, sums, digits }: { shipping: Decimal; sums: Sums; digits: number },
): Group[] {
  const { shipping_tax_rate, tax_rate } = sums;
  const hasDefaultRate = groups.some(({ rate }) => rate === tax_rate);
  const rate = shipping_tax_rate ?? (hasDefaultRate ? tax_rate : undefined);
  if (rate === undefined) {
    // Free goods are still shipped.
    const isFree = groups.every(({ amount }) => amount.isZero());
    const weigh = ({ amount }: Group) => (isFree ? new Decimal(1) : amount.abs());
    const charges = spread(shipping, groups, { weigh, digits });
    return charges.map(({ item, part }) => ({ ...item, charge: part }));
  }
  const category: TaxCategory = rate > 0 ? "S" : "Z";
  const [first, ...others] = groups;
  // If no group matches, shipping joins the only group there is.
  const only = others.length === 0 && rate === 0 && first?.rate === 0 ? first : undefined;
  const shippingGroup =
    groups.find((group) => group.rate === rate && group.category === category) ?? only;
  if (!shippingGroup)
    return [...groups, { category, rate, amount: zero, discount: zero, charge: shipping }];
  return groups.map((group) => (group === shippingGroup ? { ...group, charge: shipping } : group));
}

/**
 * Splits each group's tax over its lines, so that the parts add up unless discounts or shipping have a share.
 * Optional lines get the tax they would have.
 */
function addLineTax<Item extends LineInput>(
  lines: readonly PricedLine<Item>[],
  {
    groups,
    sums: { prices_include_tax: isIncluded },
    precision,
  }: { groups: readonly TaxGroup[]; sums: Sums<Item>; precision: Precision },
): TotalLine<Item>[] {
  const weigh = (line: PricedLine) => computeExactTax(line, isIncluded);
  const shares = groups.flatMap((group) => {
    const groupLines = lines.filter((line) => isInGroup(line, group));
    const groupTax = roundAmount(sum(groupLines.map(weigh)), precision);
    return spread(groupTax, groupLines, { weigh, digits: precision.digits });
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

function computeExactTax({ amount, rate }: PricedLine, isIncluded: boolean): Decimal {
  return amount.times(rate).div(getTaxDivisor(rate, isIncluded));
}
